import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Move, OwnedThings } from '../../platform/ownership/owned-things.ts';

/** Everything that was not deleted for good, what lies in the trash as well. */
export const ownedResources: OwnedThings = {
  kind: 'resource',
  async count(db: Executor, userId: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from resources where owner_id = ${userId} and state <> 'purged'`.execute(db);
    return rows[0]?.count ?? 0;
  },
  async move(transaction: Executor, { from, to, only }: Move): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      update resources set owner_id = ${to}, version = version + 1, updated_at = now()
      where owner_id = ${from} and state <> 'purged' ${only ? sql`and id = any (${only}::uuid[])` : sql``}
      returning id`.execute(transaction);
    return rows.map((row) => row.id);
  },
};
