import { abilityThresholds } from '@lectern/contract/roles.ts';
import type { Executor } from '../../platform/db/database.ts';

/** Those who can grant a page: everyone with the super-admin ability whose account is allowed. */
export async function listGranters(db: Executor): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role_id', '<=', abilityThresholds.superAdmin)
    .where('access', '=', 0)
    .orderBy('role_id')
    .limit(50)
    .execute();
  return rows.map((row) => row.id);
}
