import type { NotificationKind, NotificationRow } from '@lectern/contract/features/notification.ts';
import type { Selectable } from 'kysely';
import type { Notifications } from '../../platform/db/schema.ts';

export function presentNotification(row: Selectable<Notifications>): NotificationRow {
  return {
    id: row.id,
    kind: row.kind as NotificationKind,
    params: row.params as Record<string, string>,
    link: row.link,
    createdAt: row.created_at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
  };
}
