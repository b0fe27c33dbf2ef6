import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { nameOf } from './event-sums.ts';

/** What is counted by is called as it is now; what is gone keeps the name that it had last. */
export async function renewNames(db: Executor): Promise<number> {
  const { numAffectedRows } = await sql`
    update access_keys set name = now_called.name
    from (select id, ${nameOf(sql`access_keys.dimension`, sql`access_keys.key`)} as name from access_keys
      where dimension not in (1, 7, 8)) now_called
    where now_called.id = access_keys.id and now_called.name is not null
      and now_called.name is distinct from access_keys.name`.execute(db);
  return Number(numAffectedRows ?? 0);
}
