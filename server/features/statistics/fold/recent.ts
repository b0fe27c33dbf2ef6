import { addDays } from '@lectern/contract/statistics/period.ts';
import type { Db } from '../../../platform/db/database.ts';
import { todayIn } from '../figures/figure-context.ts';
import { coverOf } from '../figures/viewer-cover.ts';
import { takeFoldLock } from './fold.repository.ts';
import {
  hasUnsettledDays,
  insertRecent,
  insertRecentViewers,
  listCoverCells,
  listRecents,
  type Recent,
  recentDimensions,
  removeRecents,
} from './recent.repository.ts';
import { findUnsettledSpan } from './viewer-span.repository.ts';
import { joinCells } from './viewer-span.ts';

/** Periods that pages offer and that have many parts: so many days, with the one that is under way. */
const recentLengths = [30, 90, 365];

/**
 * How many people the last days up to yesterday had, when all of these and their weeks and months are counted; answers whether
 * it was counted anew.
 */
export async function settleRecents({ db, timeZone }: { db: Db; timeZone: string }): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const today = todayIn(timeZone);
    const wanted = recentLengths.map(
      (length): Recent => ({ day: addDays(today, 1 - length), last: addDays(today, -1) }),
    );
    const there = await listRecents(transaction);
    const isThere = ({ day, last }: Recent) => there.some((one) => one.day === day && one.last === last);
    if (wanted.every(isThere)) return false;
    await takeFoldLock(transaction);
    if (await hasUnsettledDays(transaction, { before: today })) return false;
    if (await findUnsettledSpan(transaction, today, 0)) return false;
    // Somebody may just be about to read those of the day before.
    await removeRecents(transaction, { butOf: wanted.map(({ day }) => addDays(day, -1)) });
    for (const recent of wanted) {
      const cover = coverOf({ from: recent.day, to: recent.last }, { today, unsettled: new Set() });
      for (const dimension of recentDimensions) {
        const cells = joinCells(await listCoverCells(transaction, cover, dimension));
        await insertRecentViewers(transaction, recent, cells);
      }
      await insertRecent(transaction, recent);
    }
    return true;
  });
}
