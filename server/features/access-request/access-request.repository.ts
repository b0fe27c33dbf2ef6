import { abilityThresholds } from '@lectern/contract/roles.ts';
import type { Executor } from '../../platform/db/database.ts';

/** Users who can grant access to a page: super administrators whose account is allowed, at most 50. */
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
