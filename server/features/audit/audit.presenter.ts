import type { AuditRow } from '@lectern/contract/features/audit.ts';

export type AuditRecord = {
  id: number;
  at: Date;
  action: string;
  object_type: string;
  object_id: string;
  object_name: string | null;
  resource_kind: string | null;
  actor_id: string | null;
  actor_name: string | null;
  actor_account: string | null;
  ip: string | null;
  request_id: string | null;
  before: AuditRow['before'];
  after: AuditRow['after'];
  cut: boolean;
};

export function presentAuditRow(row: AuditRecord): AuditRow {
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    action: row.action,
    actor: row.actor_id ? { id: row.actor_id, name: row.actor_name ?? '', account: row.actor_account ?? '' } : null,
    object: { type: row.object_type, id: row.object_id, name: row.object_name, kind: row.resource_kind },
    ip: row.ip,
    requestId: row.request_id,
    before: row.before,
    after: row.after,
    cut: row.cut,
  };
}
