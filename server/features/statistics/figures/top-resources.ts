import type { AccessMeasure } from '@lectern/contract/statistics/access-dimension.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { dayAfter, lastDayOf, spanKinds } from '../fold/span.ts';
import { isListedByDepartment, type TopSpan } from '../fold/top-list.ts';
import { todayIn } from './figure-context.ts';
import { measureOrder, type SummedMeasure } from './measure.ts';
import { hasNumber, type SeenScope, type Selection } from './selection.ts';
import { type TopCover, topCoverOf, topSpanKey } from './top-cover.ts';

type Sql = RawBuilder<unknown>;

/** So few days without a list are summed as they are; more are summed with everything else. A department has few rows a day. */
const mostRest = { all: 7, departments: 20 };
/** So many at most are looked at more closely; people take longer to count than anything else to add up. */
const mostSummed = 1_000;
const mostCounted = 200;

/**
 * `most`: what a resource has at most, from the greatest on; nobody who is not among them has more than `beyond`. `whole`: what
 * all of them have together.
 */
export type TopBounds = { candidates: { key: string; most: number }[]; beyond: number; whole: number };

/**
 * Resources that may be among the first so many, found by lists of days and spans of them. What is in no list has at most what
 * the lists end with, taken together; where that is not less than what the last of the first has, the lists do not tell.
 */
export async function listTopBounds(
  db: Executor,
  selection: Selection,
  { measure, limit }: { measure: AccessMeasure; limit: number },
): Promise<TopBounds | undefined> {
  const cover = await findCover(db, selection, measure);
  if (!cover) return undefined;
  const { spans, rest } = cover;
  const candidates = measure === 'viewers' ? mostCounted : mostSummed;
  const { rows } = await sql<{ key: string; most: number; beyond: number; whole: number }>`
    with covered as materialized (
      select department, span, day, whole, beyond from access_top_spans where ${ofScope(selection)}
        and measure = ${measure} and ${among(spans)}),
    rest as materialized (${restOf(selection, measure, rest)}),
    bounds as materialized (
      select coalesce(sum(beyond), 0)::float8 as beyond,
        (coalesce(sum(whole), 0) + (select coalesce(sum(amount), 0) from rest))::float8 as whole from covered),
    listed as (
      select resource, amount, covered.beyond from covered join access_tops on access_tops.measure = ${measure}
        and access_tops.department = covered.department and access_tops.span = covered.span and access_tops.day = covered.day
      union all select resource, amount, 0 from rest),
    -- Doubles are added in a fraction of the time, and no sum is too large for one.
    judged as materialized (
      select resource, sum(amount::float8) as least, sum((amount - beyond)::float8) as above from listed group by resource),
    chosen as (
      select resource, above + bounds.beyond as most, bounds.beyond, bounds.whole from judged, bounds
      where above + bounds.beyond >= ${
        measure === 'viewers'
          ? sql`0`
          : sql`coalesce((select least from judged order by least desc offset ${limit - 1} limit 1), 0)`
      }
      order by most desc, resource limit ${candidates + 1})
    select access_keys.key, most, beyond, whole from chosen join access_keys on access_keys.id = chosen.resource
    order by most desc, chosen.resource`.execute(db);
  const [first] = rows;
  if (!first || (rows.length > candidates && measure !== 'viewers')) return undefined;
  const beyond = Math.max(first.beyond, rows.length > candidates ? (rows.at(-1)?.most ?? 0) : 0);
  // The last that is shown would have to have more than anybody who is in no list.
  if (beyond > 0 && (rows[limit - 1]?.most ?? 0) <= beyond) return undefined;
  return { candidates: rows.map(({ key, most }) => ({ key, most })), beyond, whole: first.whole };
}

/** What all resources have together; nothing: the lists do not tell. */
export async function sumListed(
  db: Executor,
  selection: Selection,
  measure: SummedMeasure,
): Promise<number | undefined> {
  const cover = await findCover(db, selection, measure);
  if (!cover) return undefined;
  const { rows } = await sql<{ whole: number }>`select (
      (select coalesce(sum(whole), 0) from access_top_spans where ${ofScope(selection)}
        and measure = ${measure} and ${among(cover.spans)})
      + (select coalesce(sum(amount), 0) from (${restOf(selection, measure, cover.rest)}) rest))::bigint as whole`.execute(
    db,
  );
  return rows[0]?.whole;
}

/** Lists that have each of some days once, and the few days without one; nothing: there are too many of those. */
async function findCover(
  db: Executor,
  { scope, constraints, days, timeZone }: Selection,
  measure: AccessMeasure,
): Promise<TopCover | undefined> {
  if (scope.kind === 'own' || constraints.length > 0) return undefined;
  const today = todayIn(timeZone);
  // Mostly all that one would wish for are there; else the best of what is there has to be found.
  const wished = topCoverOf(days, (span) => isKept(span, scope) && hasList(span, today));
  const there = await listSpans(db, { scope, measure }, among(wished.spans));
  const isMissing = (span: TopSpan) => !there.has(topSpanKey(span));
  const missing = wished.spans.filter(isMissing);
  const cover = missing.every(({ span }) => span === 'day')
    ? {
        spans: wished.spans.filter((span) => !isMissing(span)),
        rest: [...wished.rest, ...missing.map(({ day }) => day)],
      }
    : await coverOfAll(db, { scope, days }, measure);
  const most = mostRest[scope.kind];
  const rest = cover.rest.length > most ? await listUsedDays(db, cover.rest) : cover.rest;
  return rest.length <= most ? { spans: cover.spans, rest } : undefined;
}

async function coverOfAll(
  db: Executor,
  { scope, days }: Pick<Selection, 'scope' | 'days'>,
  measure: AccessMeasure,
): Promise<TopCover> {
  const listed = await listSpans(db, { scope, measure }, sql`day between ${days.from}::date and ${days.to}::date`);
  return topCoverOf(days, (span) => isKept(span, scope) && listed.has(topSpanKey(span)));
}

/**
 * Lists that hold: nothing came to their days since. People of everything are told as they were counted last, and so are the
 * lists of them; of what moved between departments people are counted among the events, as they are now.
 */
async function listSpans(
  db: Executor,
  { scope, measure }: { scope: SeenScope; measure: AccessMeasure },
  wanted: Sql,
): Promise<Set<string>> {
  const isCounted =
    measure === 'viewers' && scope.kind === 'all'
      ? sql`true`
      : sql`not exists (select from access_unsettled_days unsettled where unsettled.day >= access_top_spans.day
          and unsettled.day < ${dayAfter({ span: sql`access_top_spans.span`, day: sql`access_top_spans.day` })})`;
  const { rows } = await sql<TopSpan>`
    select span, day::text as day from access_top_spans
    where department = 0 and measure = ${measure} and ${wanted} and ${isCounted}
      and not exists (select from access_unsettled_spans unsettled
        where unsettled.span = access_top_spans.span and unsettled.day = access_top_spans.day)`.execute(db);
  return new Set(rows.map(topSpanKey));
}

/** Those on which anything happened. */
async function listUsedDays(db: Executor, days: readonly string[]): Promise<string[]> {
  if (days.length === 0) return [];
  const { rows } = await sql<{ day: string }>`select given.day::text as day from unnest(${days}::date[]) as given (day)
    where exists (select from access_resource_days where access_resource_days.day = given.day)`.execute(db);
  return rows.map(({ day }) => day);
}

function among(spans: readonly TopSpan[]): Sql {
  const of = (span: TopSpan['span']) => spans.filter((one) => one.span === span).map(({ day }) => day);
  return sql`(${sql.join(
    (['day', ...spanKinds] as const).map((span) => sql`(span = ${span} and day = any (${of(span)}::date[]))`),
    sql` or `,
  )})`;
}

/** What belongs to a day without a list. Nobody has more people than events. */
function restOf({ scope }: Selection, measure: AccessMeasure, days: readonly string[]): Sql {
  const amount = measureOrder[measure === 'viewers' ? 'events' : measure];
  return sql`select resource, sum(${amount})::bigint as amount from access_resource_days
    where day = any (${days}::date[]) and resource <> 0 ${
      scope.kind === 'departments' ? sql`and ${isOfDepartments(scope)} and department <> 0` : sql``
    } group by resource`;
}

function isKept(span: TopSpan, scope: SeenScope): boolean {
  return scope.kind === 'all' || isListedByDepartment(span);
}

/** Days are listed while they last, spans when they are over. */
function hasList(span: TopSpan, today: string): boolean {
  return span.span === 'day' ? span.day <= today : lastDayOf(span) < today;
}

/** Whose lists are read. */
function ofScope({ scope }: Selection): Condition {
  return scope.kind === 'departments' ? isOfDepartments(scope) : sql`department = 0`;
}

function isOfDepartments({ ids }: { ids: readonly string[] }): Condition {
  return hasNumber(sql`department`, { dimension: 'department', keys: ids });
}
