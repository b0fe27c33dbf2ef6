import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import type { Check, Finding } from './check.ts';
import { countChecks } from './count-checks.ts';
import { storeChecks } from './store-checks.ts';
import { textChecks } from './text-checks.ts';
import { workChecks } from './work-checks.ts';

export type Verified = Finding & { what: string };

/** Everything that must always be so, looked at while Lectern may well run. Nothing is changed. */
export async function runChecks(
  db: Db,
  fileStore: FileStore,
  options: { checksums: boolean; more?: readonly Check[] },
): Promise<Verified[]> {
  const verified: Verified[] = [];
  for (const { what, run } of storeChecks(options)) verified.push({ what, ...(await run({ db, fileStore })) });
  // One snapshot: what is written meanwhile must not look like a difference.
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      await sql`set transaction read only`.execute(transaction);
      await sql`set local statement_timeout = '30min'`.execute(transaction);
      for (const { what, run } of [...workChecks, ...textChecks, ...countChecks, ...(options.more ?? [])]) {
        verified.push({ what, ...(await run({ db: transaction, fileStore })) });
      }
    });
  return verified;
}
