import type { AccessMeasure } from '@lectern/contract/statistics/access-dimension.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { SummedMeasure } from './measure.ts';
import type { Selection } from './selection.ts';
import { type Lists, tellFromLists } from './top-cover.repository.ts';

/** So many at most are looked at more closely; people take longer to count than anything else to add up. */
const mostSummed = 1_000;
const mostCounted = (limit: number) => Math.max(150, 2 * limit);

/**
 * `most`: what a resource has at most, from the greatest on; nobody who is not among them has more than `beyond`. `whole`: what
 * all of them have together.
 */
export type TopBounds = { candidates: { key: string; most: number }[]; beyond: number; whole: number };
type Wanted = { measure: AccessMeasure; limit: number };

/**
 * Resources that may be among the first so many, found by lists of days and spans of them. What is in no list has at most what
 * the lists end with, taken together; where that is not less than what the last of the first has, the lists do not tell.
 */
export async function listTopBounds(
  db: Executor,
  selection: Selection,
  wanted: Wanted,
): Promise<TopBounds | undefined> {
  const { measure, limit } = wanted;
  const rows = await tellFromLists(db, selection, { measure, read: (lists) => readBounds(db, lists, wanted) });
  const candidates = rows?.flatMap(({ key, most }) => (key === null ? [] : [{ key, most }])) ?? [];
  const [first] = rows ?? [];
  const isCut = candidates.length > candidatesOf(wanted);
  if (!first || candidates.length === 0 || (isCut && measure !== 'viewers')) return undefined;
  const beyond = Math.max(first.beyond, isCut ? (candidates.at(-1)?.most ?? 0) : 0);
  // The last that is shown would have to have more than anybody who is in no list.
  if (beyond > 0 && (candidates[limit - 1]?.most ?? 0) <= beyond) return undefined;
  return { candidates, beyond, whole: first.whole };
}

const candidatesOf = ({ measure, limit }: Wanted) => (measure === 'viewers' ? mostCounted(limit) : mostSummed);

type BoundRow = { key: string | null; most: number; beyond: number; whole: number };

/** One more than are looked at. */
async function readBounds(db: Executor, { tables, isWhole }: Lists, wanted: Wanted): Promise<BoundRow[] | 'missing'> {
  const { measure, limit } = wanted;
  const { rows } = await sql<BoundRow>`
    with ${tables},
    bounds as materialized (
      select coalesce(sum(beyond), 0)::float8 as beyond,
        (coalesce(sum(whole), 0) + (select coalesce(sum(amount), 0) from rest))::float8 as whole from covered having ${isWhole}),
    listed as (
      select resource, amount, covered.beyond from covered join access_tops on access_tops.measure = ${measure}
        and access_tops.department = covered.department and access_tops.span = covered.span and access_tops.day = covered.day
      union all select resource, amount, 0 from rest),
    -- Doubles are added in a fraction of the time, and no sum is too large for one.
    judged as materialized (
      select resource, sum(amount::float8) as least, sum((amount - beyond)::float8) as above from listed group by resource),
    chosen as (
      select resource, above + bounds.beyond as most from judged, bounds
      where above + bounds.beyond >= ${
        measure === 'viewers'
          ? sql`0`
          : sql`coalesce((select least from judged order by least desc offset ${limit - 1} limit 1), 0)`
      }
      order by most desc, resource limit ${candidatesOf(wanted) + 1})
    select access_keys.key, most, beyond, whole
    from bounds left join (chosen join access_keys on access_keys.id = chosen.resource) on true
    order by most desc, chosen.resource`.execute(db);
  return rows.length > 0 ? rows : 'missing';
}

/** What all resources have together; nothing: the lists do not tell. */
export function sumListed(db: Executor, selection: Selection, measure: SummedMeasure): Promise<number | undefined> {
  const read = async ({ tables, isWhole }: Lists) => {
    const { rows } = await sql<{ whole: number }>`with ${tables}
      select ((select coalesce(sum(whole), 0) from covered) + (select coalesce(sum(amount), 0) from rest))::bigint as whole
      where ${isWhole}`.execute(db);
    return rows[0]?.whole ?? 'missing';
  };
  return tellFromLists(db, selection, { measure, read });
}
