import type { Db, Executor } from '../../../platform/db/database.ts';
import { readFoldState, takeFoldLock } from './fold.repository.ts';
import {
  addOwnerSums,
  addOwnerViewers,
  insertOwner,
  listDueOwners,
  listOwnerDays,
  listSettledSpans,
} from './owner.repository.ts';
import { insertSpanCells } from './viewer-span.repository.ts';
import { joinCells } from './viewer-span.ts';

/** So many events of a year are counted before anybody has waited; of those with more, sums are kept. */
export const countedEvents = 5_000;

/** Keeps sums of what belongs to those whose things are used much, from now on and for all that is there. */
export async function keepBusyOwners(
  { db, timeZone }: { db: Db; timeZone: string },
  { moreThan = countedEvents }: { moreThan?: number } = {},
): Promise<number> {
  const owners = await listDueOwners(db, moreThan);
  for (const owner of owners) {
    await db.transaction().execute(async (transaction) => {
      await takeFoldLock(transaction);
      await keepOwner(transaction, owner, timeZone);
    });
  }
  return owners.length;
}

async function keepOwner(transaction: Executor, owner: number, timeZone: string): Promise<void> {
  const { folded_seq: seq, kept_from: keptFrom } = await readFoldState(transaction);
  if (!(await insertOwner(transaction, owner, { keptFrom, timeZone }))) return;
  await addOwnerSums(transaction, owner, { seq, timeZone });
  await addOwnerViewers(transaction, owner, { seq, timeZone });
  for (const span of await listSettledSpans(transaction)) {
    await insertSpanCells(transaction, span, joinCells(await listOwnerDays(transaction, owner, span)));
  }
}
