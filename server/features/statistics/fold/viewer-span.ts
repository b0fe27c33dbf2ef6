import { sql } from 'kysely';
import type { Db, Executor } from '../../../platform/db/database.ts';
import { todayIn } from '../figures/figure-context.ts';
import { takeFoldLock } from './fold.repository.ts';
import { layOut } from './lay-out.ts';
import { type Cell, joinSpans } from './sketch.ts';
import type { Span } from './span.ts';
import { listTops } from './top-list.ts';
import {
  deleteSpan,
  findUnsettledSpan,
  insertSpanCells,
  listKeySizes,
  listPartCells,
  removeUnsettledSpan,
} from './viewer-span.repository.ts';

/** So much of what is kept of the parts is put together at once. */
const bytesAtOnce = 4 * 2 ** 20;

/** One span that is over and has waited long enough; answers whether there was one. */
export async function settleNextSpan(
  { db, timeZone }: { db: Db; timeZone: string },
  restSeconds: number,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const span = await findUnsettledSpan(transaction, todayIn(timeZone), restSeconds);
    if (!span) return false;
    await takeFoldLock(transaction);
    await sql`set local statement_timeout = '15min'`.execute(transaction);
    // What comes late later changes little of the order.
    if (!(await deleteSpan(transaction, span))) await layOut(transaction, span, timeZone);
    await settleSpan(transaction, span);
    return true;
  });
}

/** Its people, put together cell by cell. */
async function settleSpan(transaction: Executor, span: Span): Promise<void> {
  for (const keys of blocksOf(await listKeySizes(transaction, span))) {
    const cells = joinCells(await listPartCells(transaction, span, keys));
    await insertSpanCells(transaction, span, cells);
  }
  await listTops(transaction, span);
  await removeUnsettledSpan(transaction, span);
}

/** Keys that follow one another, as many as are dealt with at once. */
export function blocksOf(sizes: readonly { key: number; bytes: number }[]): { first: number; last: number }[] {
  const blocks: { first: number; last: number }[] = [];
  let bytes = 0;
  for (const { key, bytes: own } of sizes) {
    const block = blocks.at(-1);
    if (block && bytes + own <= bytesAtOnce) {
      block.last = key;
      bytes += own;
    } else {
      blocks.push({ first: key, last: key });
      bytes = own;
    }
  }
  return blocks;
}

/** Rows of one cell follow one another. */
export function joinCells(rows: readonly Cell[]): Cell[] {
  const joined: Cell[] = [];
  let begin = 0;
  for (let at = 1; at <= rows.length; at += 1) {
    const [row, next] = [rows[begin], rows[at]];
    if (!row || (next && isSameCell(row, next))) continue;
    joined.push({ ...row, ...joinSpans(rows.slice(begin, at)) });
    begin = at;
  }
  return joined;
}

function isSameCell(one: Cell, other: Cell): boolean {
  return one.key === other.key && one.within === other.within && one.within_key === other.within_key;
}
