import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Move, OwnedThings } from '../../platform/ownership/owned-things.ts';

/** Everything, what lies in the trash as well. */
export const ownedCourses: OwnedThings = {
  kind: 'course',
  async count(db: Executor, userId: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from courses where owner_id = ${userId}`.execute(db);
    return rows[0]?.count ?? 0;
  },
  async move(transaction: Executor, { from, to, only }: Move): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      update courses set owner_id = ${to}, version = version + 1, updated_at = now()
      where owner_id = ${from} ${only ? sql`and id = any (${only}::uuid[])` : sql``}
      returning id`.execute(transaction);
    return rows.map((row) => row.id);
  },
};
