import type { Preferences } from '@lectern/contract/features/auth.ts';
import type { ActivityRow } from '@lectern/contract/features/profile.ts';
import type { Selectable } from 'kysely';
import type { Activities, Users } from '../../platform/db/schema.ts';

export function presentActivity(row: Selectable<Activities>): ActivityRow {
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    action: row.action,
    objectType: row.object_type,
    objectId: row.object_id,
    ip: row.ip,
    before: row.before as ActivityRow['before'],
    after: row.after as ActivityRow['after'],
  };
}

export function presentPreferences(row: Pick<Selectable<Users>, 'theme' | 'density' | 'language'>): Preferences {
  return row as Preferences;
}
