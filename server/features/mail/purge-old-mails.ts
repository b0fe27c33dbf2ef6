import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** What the product said, and trials, are of no use to anybody after a while. */
const keptDays = 90;
const atOnce = 1_000;

export async function purgeOldMails(db: Db, signal: AbortSignal): Promise<number> {
  for (let removed = 0; ; ) {
    const { rows } = await sql`
      delete from mails where id in (
        select id from mails where kind in ('system', 'test') and state <> 'sending'
          and created_at < now() - make_interval(days => ${keptDays}) limit ${atOnce}) returning id`.execute(db);
    removed += rows.length;
    if (rows.length < atOnce || signal.aborted) return removed;
  }
}
