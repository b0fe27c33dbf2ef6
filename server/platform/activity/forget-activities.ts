import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';

/** Deletes at most `most` activities older than `days`, except those with one action. */
export async function deleteOldActivities(
  db: Executor,
  { days, keptAction, most }: { days: number; keptAction: string; most: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from activities where id in (
      select id from activities
      where at < now() - ${days} * interval '1 day' and action <> ${keptAction}
      order by at limit ${most})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Keeps the person's activities but removes IP addresses and identifying data. */
export async function eraseFromActivities(transaction: Executor, userId: string): Promise<void> {
  await sql`update activities set ip = null where actor_id = ${userId} and ip is not null`.execute(transaction);
  await sql`update activities set before = before - personal.keys, after = after - personal.keys
    from (select '{name,account,email,phone,label}'::text[] as keys) personal
    where object_type = 'user' and object_id = ${userId}
      and (before ?| personal.keys or after ?| personal.keys)`.execute(transaction);
}
