import { addDays } from '@lectern/contract/statistics/period.ts';
import { sql } from 'kysely';
import type { Db, Executor } from '../../../platform/db/database.ts';
import { todayIn } from '../figures/figure-context.ts';
import { type Cover, coverOf, spanKey } from '../figures/viewer-cover.ts';
import { takeFoldLock } from './fold.repository.ts';
import {
  hasUnsettledDays,
  insertRecent,
  insertRecentViewers,
  listCoverCells,
  listCoverSizes,
  listRecents,
  recentDimensions,
  removeRecentsFrom,
} from './recent.repository.ts';
import type { Recent } from './span.ts';
import { readSpanState } from './viewer-span.repository.ts';
import { blocksOf, joinCells } from './viewer-span.ts';

/** Periods that pages offer and that have many parts: so many days, with the one that is under way. */
const recentLengths = [30, 90, 365];

/** How many people the last days up to yesterday had; answers whether any were counted anew. */
export async function settleRecents({ db, timeZone }: { db: Db; timeZone: string }): Promise<boolean> {
  let isAny = false;
  for (const length of recentLengths) {
    const today = todayIn(timeZone);
    const days = { day: addDays(today, 1 - length), last: addDays(today, -1) };
    if (await isTold(db, days)) continue;
    isAny = (await db.transaction().execute((transaction) => settleRecent(transaction, days, today))) || isAny;
  }
  return isAny;
}

async function isTold(db: Executor, days: Pick<Recent, 'day' | 'last'>): Promise<boolean> {
  const recents = await listRecents(db);
  return recents.some(({ day, last, changed }) => day === days.day && last === days.last && changed.length === 0);
}

/** When all of its days are counted. */
async function settleRecent(
  transaction: Executor,
  days: Pick<Recent, 'day' | 'last'>,
  today: string,
): Promise<boolean> {
  await sql`set local statement_timeout = '15min'`.execute(transaction);
  await takeFoldLock(transaction);
  if (await isTold(transaction, days)) return false;
  if (await hasUnsettledDays(transaction, { before: today })) return false;
  const wanted = { from: days.day, to: days.last };
  const { unsettled } = await readSpanState(transaction, wanted);
  await removeRecentsFrom(transaction, [days.day, ...(await listOlder(transaction, days.last))]);
  await countRecent(transaction, days.day, coverOf(wanted, { today, unsettled: new Set(unsettled.map(spanKey)) }));
  await insertRecent(transaction, days);
  return true;
}

/** Those of the day before may just be read by somebody. */
async function listOlder(db: Executor, last: string): Promise<string[]> {
  return (await listRecents(db)).filter((one) => one.last < addDays(last, -1)).map(({ day }) => day);
}

async function countRecent(transaction: Executor, day: string, cover: Cover): Promise<void> {
  for (const dimension of recentDimensions) {
    for (const block of blocksOf(await listCoverSizes(transaction, cover, dimension))) {
      const cells = joinCells(await listCoverCells(transaction, cover, { dimension, ...block }));
      await insertRecentViewers(transaction, day, cells);
    }
  }
}
