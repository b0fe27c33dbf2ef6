import type { AccessMeasure } from '@lectern/contract/statistics/access-dimension.ts';
import type { Days } from '@lectern/contract/statistics/figure.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { dayAfter, lastDayOf, spanKinds } from '../fold/span.ts';
import { isListedByDepartment, type TopSpan } from '../fold/top-list.ts';
import { todayIn } from './figure-context.ts';
import { measureOrder } from './measure.ts';
import { remember } from './remember.ts';
import { hasNumber, type SeenScope, type Selection } from './selection.ts';
import { type TopCover, topCoverOf, topSpanKey } from './top-cover.ts';

type Sql = RawBuilder<unknown>;

/** So few days without a list are summed as they are; more are summed with everything else. A department has few rows a day. */
const mostBare = { all: 7, departments: 20 };

/**
 * `tables`: `covered`, the lists, and `rest`, what each resource had on days without one. `isWhole`: whether together they have
 * all there is to be told.
 */
export type Lists = { tables: Sql; isWhole: Condition };
type ReadLists<Told> = (lists: Lists) => Promise<Told | 'missing'>;

/**
 * What lists tell that have each of some days once, and the few days without one; nothing: there are too many of those. Mostly
 * all lists are there that one would wish for, and nobody looks for them before; else the best of what is there is found.
 */
export async function tellFromLists<Told>(
  db: Executor,
  selection: Selection,
  { measure, read }: { measure: AccessMeasure; read: ReadLists<Told> },
): Promise<Told | undefined> {
  const { scope, constraints, days, timeZone } = selection;
  if (scope.kind === 'own' || constraints.length > 0) return undefined;
  const of = { scope, measure };
  const wished = wishedCover(days, { scope, today: todayIn(timeZone) });
  const told = wished.rest.length <= mostBare[scope.kind] ? await read(listsOf(wished, of)) : 'missing';
  if (told !== 'missing') return told;
  const { rows } = await sql<TopSpan>`select span, day::text as day from access_top_spans
    where day between ${days.from}::date and ${days.to}::date and ${holds(of)}`.execute(db);
  const there = new Set(rows.map(topSpanKey));
  const found = topCoverOf(days, (span) => isKept(span, scope) && there.has(topSpanKey(span)));
  const isFew = found.rest.length <= mostBare[scope.kind];
  const again = await read(listsOf(isFew ? found : { ...found, rest: await listUsedDays(db, found.rest) }, of));
  return again === 'missing' ? undefined : again;
}

const wishes = new Map<string, TopCover>();

/** As if every list were there that can be. */
function wishedCover(days: Days, { scope, today }: { scope: SeenScope; today: string }): TopCover {
  return remember(wishes, `${days.from} ${days.to} ${scope.kind} ${today}`, () =>
    topCoverOf(days, (span) => isKept(span, scope) && hasList(span, today)),
  );
}

type Of = { scope: Exclude<SeenScope, { kind: 'own' }>; measure: AccessMeasure };

function listsOf({ spans, rest }: TopCover, of: Of): Lists {
  const { scope, measure } = of;
  const longer = spans.filter(({ span }) => span !== 'day').length;
  const isOfDepartments =
    scope.kind === 'departments' && hasNumber(sql`department`, { dimension: 'department', keys: scope.ids });
  // Nobody has more people than events.
  const amount = measureOrder[measure === 'viewers' ? 'events' : measure];
  const tables = sql`
    there as materialized (select span, day from access_top_spans where ${among(spans)} and ${holds(of)}),
    bare as materialized (
      select unnest(${rest}::date[]) as day union all (
        select unnest(${daysOf(spans, 'day')}::date[]) except all select day from there where span = 'day')),
    covered as materialized (
      select department, span, day, whole, beyond from there join access_top_spans using (span, day)
      where measure = ${measure} and ${isOfDepartments || sql`department = 0`}),
    rest as materialized (
      select resource, sum(${amount})::bigint as amount from access_resource_days
      where day = any (array(select day from bare)) and resource <> 0
        ${isOfDepartments ? sql`and ${isOfDepartments} and department <> 0` : sql``}
      group by resource)`;
  const isWhole = sql<boolean>`((select count(*) from there where span <> 'day') = ${longer}
    and (select count(*) from bare) <= ${mostBare[scope.kind]})`;
  return { tables, isWhole };
}

/**
 * Nothing came to their days since. People of everything are told as they were counted last, and so are the lists of them; of
 * what moved between departments people are counted among the events, as they are now.
 */
function holds({ scope, measure }: Of): Condition {
  const isCounted =
    measure === 'viewers' && scope.kind === 'all'
      ? sql`true`
      : sql`not exists (select from access_unsettled_days unsettled where unsettled.day >= access_top_spans.day
          and unsettled.day < ${dayAfter({ span: sql`access_top_spans.span`, day: sql`access_top_spans.day` })})`;
  return sql`department = 0 and measure = ${measure} and ${isCounted}
    and not exists (select from access_unsettled_spans unsettled
      where unsettled.span = access_top_spans.span and unsettled.day = access_top_spans.day)`;
}

/** Those on which anything happened. */
async function listUsedDays(db: Executor, days: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`select given.day::text as day from unnest(${days}::date[]) as given (day)
    where exists (select from access_resource_days where access_resource_days.day = given.day)`.execute(db);
  return rows.map(({ day }) => day);
}

/** Which lists are meant. */
function among(spans: readonly TopSpan[]): Condition {
  const kinds = (['day', ...spanKinds] as const).filter((kind) => daysOf(spans, kind).length > 0);
  if (kinds.length === 0) return sql`false`;
  const each = kinds.map((kind): Sql => sql`(span = ${kind} and day = any (${daysOf(spans, kind)}::date[]))`);
  return sql`(${sql.join(each, sql` or `)})`;
}

function daysOf(spans: readonly TopSpan[], kind: TopSpan['span']): string[] {
  return spans.filter(({ span }) => span === kind).map(({ day }) => day);
}

function isKept(span: TopSpan, scope: SeenScope): boolean {
  return scope.kind === 'all' || isListedByDepartment(span);
}

/** Days are listed while they last, spans when they are over. */
function hasList(span: TopSpan, today: string): boolean {
  return span.span === 'day' ? span.day <= today : lastDayOf(span) < today;
}
