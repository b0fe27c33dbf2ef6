import { type RawBuilder, sql } from 'kysely';
import type { TextSample } from '../../../platform/db/text-sample.ts';
import type { Apart, Condition } from '../../../platform/list/list-source.ts';
import { findsByLooking } from '../../../platform/list/meanings.ts';
import { all } from '../../../platform/list/view-conditions.ts';
import { hasPieces, rarestPieces } from './rarest-pieces.ts';

/** Where Chinese, Japanese and Korean begin: all other titles stand before it. */
const fence = '⺀';
/** So many rows are gathered and put in order sooner than a page of others is walked to. */
const fewRows = 2_000;

/** As the index on texts has it beside the text. */
const isBeyond = sql`(case when lower(resources.title) >= ${sql.lit(fence)} then 1 else 0 end)`;

/**
 * Words that many resources have and that are rare where titles are of another script: “algebra” among Chinese ones, which
 * from Z to A come first, or “数学” among Latin ones, which from A to Z do. `condition` finds them anywhere.
 */
export function foundApart(
  words: readonly string[],
  { texts, rows }: TextSample,
  { text, condition }: { text: RawBuilder<unknown>; condition: Condition },
): Apart | undefined {
  const having = texts.filter((one) => words.every((word) => one.includes(word)));
  // The text begins with the title.
  const beyond = having.filter((one) => one >= fence).length;
  const before = having.length - beyond;
  const most = (fewRows * texts.length) / rows;
  if (Math.min(beyond, before) > most || Math.max(beyond, before) <= most) return undefined;
  const rareBeyond = beyond < before;
  const looks = words.map((word) => findsByLooking(sql`(${text} || '')`, word));
  const pieces = hasPieces(text, rarestPieces(words, texts));
  if (!pieces) return undefined;
  return {
    sort: 'title',
    whenAscending: !rareBeyond,
    rare: all([sql`${isBeyond} = ${sql.lit(rareBeyond ? 1 : 0)}`, pieces, ...looks]),
    others: all([sql`lower(resources.title) ${rareBeyond ? sql`<` : sql`>=`} ${fence}`, condition]),
  };
}
