import type { ObjectActivity } from '@lectern/contract/detail/define-detail.ts';
import { revertableFields } from './activity.policy.ts';
import type { ActivityRecord } from './activity.repository.ts';

type Values = Record<string, unknown> | null;

export function presentObjectActivity(row: ActivityRecord, revertable: readonly string[]): ObjectActivity {
  const change = changeOf(row);
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    action: row.action,
    actor: row.actor_id && row.actor_name !== null ? { id: row.actor_id, name: row.actor_name } : null,
    ...change,
    revertable: revertableFields(change, revertable),
  };
}

export function changeOf(row: Pick<ActivityRecord, 'before' | 'after'>): { before: Values; after: Values } {
  return { before: row.before as Values, after: row.after as Values };
}
