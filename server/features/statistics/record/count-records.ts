import type { BoundedCount } from '@lectern/contract/list/define-list.ts';
import { accessActions } from '@lectern/contract/portal/portal-event.ts';
import type { Days } from '@lectern/contract/statistics/figure.ts';
import { addDays } from '@lectern/contract/statistics/period.ts';
import { sql } from 'kysely';
import { type DataScope, dataScopeOf } from '../../../platform/access/data-scope.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { Condition, SeenView } from '../../../platform/list/list-source.ts';
import { todayIn } from '../figures/figure-context.ts';
import { measureOf } from '../figures/measure.ts';
import { seenScopeOf } from '../figures/seen-scope.ts';
import { eventDays, eventHasNo, eventScope, eventsOf, numbersOf } from '../figures/selection.ts';
import { sumAll, sumWeekHours } from '../figures/sums.repository.ts';
import { noSums, type Sums } from '../figures/sums.ts';
import { sumTerm } from '../figures/term.repository.ts';
import { completionSums, dimensionNumbers, robots } from '../fold/cell.ts';
import { readFoldState } from '../fold/fold.repository.ts';
import { actionOf, isOfRobots, type SummedView, summedView } from './record-view.ts';

const measures = {
  view: 'views',
  play: 'plays',
  download: 'downloads',
  search: 'searches',
  click: 'clicks',
} as const;
/** Nothing is older, and nothing comes from so far ahead. */
const firstDay = '2000-01-01';

/** All days of which there may be events. */
export function everyDay(timeZone: string): Days {
  return { from: firstDay, to: addDays(todayIn(timeZone), 1) };
}

/** How many rows a view has, exactly: from the sums where they tell, else counted. nothing: the list may count up to its limit. */
export async function countRecords(
  db: Executor,
  principal: Principal,
  view: SeenView,
  timeZone: string,
): Promise<BoundedCount | undefined> {
  if (isOfRobots(view)) return countRobots(db, principal, view.tab);
  const summed = summedView(view, await seenScopeOf(db, principal), everyDay(timeZone), timeZone);
  if (!summed) return undefined;
  const sums = await sumView(db, summed);
  if (!sums) return undefined;
  return { value: rowsOf(sums, summed), exact: true };
}

function rowsOf(sums: Sums, { action }: Pick<SummedView, 'action'>): number {
  return action ? sums[measures[action]] : measureOf(sums, 'events');
}

/** All of them, of all days: of these there are sums, too. nothing: the sums go further back than the events. */
async function countRobots(db: Executor, principal: Principal, tab: string): Promise<BoundedCount | undefined> {
  const { kept_from: keptFrom } = await readFoldState(db);
  if (keptFrom !== null) return undefined;
  const sums = await sumRobots(db, dataScopeOf(principal));
  return { value: rowsOf(sums, { action: actionOf(tab) }), exact: true };
}

/** The sums of a view; nothing: neither the sums tell it nor is it known in days. */
export async function sumView(db: Executor, view: SummedView): Promise<Sums | undefined> {
  const { selection, without, hours, weekdays, term, withoutResult } = view;
  if (await isBeforeKept(db, view)) return countEvents(db, view);
  if (term !== null || withoutResult) {
    const plain = selection.constraints.length + without.length === 0 && !hours && !weekdays;
    if (!plain || term === null || selection.scope.kind !== 'all') return countEvents(db, view);
    const found = await sumTerm(db, selection.days, term);
    return { ...noSums, searches: withoutResult ? found.withoutResult : found.searches };
  }
  if (without.length > 0) return countEvents(db, view);
  if (hours || weekdays) {
    const rows = await sumWeekHours(db, selection);
    return rows
      .filter((row) => (hours?.includes(row.hour) ?? true) && (weekdays?.includes(row.weekday) ?? true))
      .reduce(addSums, noSums);
  }
  return sumAll(db, selection);
}

/** Sums go further back than what is kept of the events. */
async function isBeforeKept(db: Executor, { selection: { days, timeZone } }: SummedView): Promise<boolean> {
  const { kept_from: keptFrom } = await readFoldState(db);
  return keptFrom !== null && days.from <= todayIn(timeZone, keptFrom);
}

async function countEvents(db: Executor, view: SummedView): Promise<Sums> {
  const { selection, without, hours, weekdays, term, withoutResult } = view;
  const local = sql`(access_events.at at time zone ${selection.timeZone})`;
  const conditions = [
    eventsOf(selection),
    ...without.map(eventHasNo),
    ...(hours ? [sql`extract(hour from ${local})::integer = any (${hours}::integer[])`] : []),
    ...(weekdays ? [sql`extract(isodow from ${local})::integer = any (${weekdays}::integer[])`] : []),
    ...(term === null ? [] : [sql`access_events.action = 'search' and access_term(query) = access_term(${term})`]),
    ...(withoutResult ? [sql`access_events.action = 'search' and hits = 0`] : []),
  ];
  const { rows } = await sql<Sums>`select count(*) filter (where action = 'view') as views,
    count(*) filter (where action = 'play') as plays, count(*) filter (where action = 'download') as downloads,
    count(*) filter (where action = 'search') as searches, count(*) filter (where action = 'click') as clicks,
    coalesce(sum(round(seconds::numeric * 1000)) filter (where action = 'play'), 0)::bigint as play_ms,
    ${completionSums}
    from access_events where ${sql.join(conditions, sql` and `)}`.execute(db);
  return rows[0] ?? noSums;
}

export function addSums(one: Sums, other: Sums): Sums {
  return {
    views: one.views + other.views,
    plays: one.plays + other.plays,
    downloads: one.downloads + other.downloads,
    searches: one.searches + other.searches,
    clicks: one.clicks + other.clicks,
    play_ms: one.play_ms + other.play_ms,
    opened_ms: one.opened_ms + other.opened_ms,
    watched_ms: one.watched_ms + other.watched_ms,
  };
}

/** What the tabs have, robots with them. */
export async function countRecordTabs(
  db: Executor,
  principal: Principal,
  timeZone: string,
): Promise<Record<string, BoundedCount>> {
  const scope = await seenScopeOf(db, principal);
  const days = everyDay(timeZone);
  const { kept_from: keptFrom } = await readFoldState(db);
  const sums =
    keptFrom !== null
      ? await countScope(db, scope, { ...days, from: todayIn(timeZone, keptFrom) }, timeZone)
      : addSums(await sumAll(db, { scope, constraints: [], days, timeZone }), await sumRobots(db, scope));
  const counts = accessActions.map((action) => [action, { value: sums[measures[action]], exact: true }] as const);
  return { all: { value: measureOf(sums, 'events'), exact: true }, ...Object.fromEntries(counts) };
}

async function sumRobots(db: Executor, scope: DataScope): Promise<Sums> {
  // Of one's own things they are so few that they are counted.
  if (scope.kind === 'own') return countActions(db, sql`${eventScope(scope)} and access_events.robot`);
  const within =
    scope.kind === 'departments'
      ? sql`within = ${sql.lit(dimensionNumbers.department)} and within_key = any (${numbersOf({ dimension: 'department', keys: scope.ids })})`
      : sql`within = 0`;
  const { rows } =
    await sql<Sums>`select coalesce(sum(views), 0)::bigint as views, coalesce(sum(plays), 0)::bigint as plays,
    coalesce(sum(downloads), 0)::bigint as downloads, coalesce(sum(searches), 0)::bigint as searches,
    coalesce(sum(clicks), 0)::bigint as clicks, coalesce(sum(play_ms), 0)::bigint as play_ms,
    coalesce(sum(opened_ms), 0)::bigint as opened_ms, coalesce(sum(watched_ms), 0)::bigint as watched_ms from access_months where key = ${sql.lit(robots)} and ${within}`.execute(
      db,
    );
  return rows[0] ?? noSums;
}

/** Where the sums go further back than the events. */
function countScope(db: Executor, scope: DataScope, days: Days, timeZone: string): Promise<Sums> {
  return countActions(db, sql`${eventScope(scope)} and ${eventDays(days, timeZone)}`);
}

async function countActions(db: Executor, condition: Condition): Promise<Sums> {
  const { rows } = await sql<Sums>`select count(*) filter (where action = 'view') as views,
    count(*) filter (where action = 'play') as plays, count(*) filter (where action = 'download') as downloads,
    count(*) filter (where action = 'search') as searches, count(*) filter (where action = 'click') as clicks,
    0 as play_ms, 0 as opened_ms, 0 as watched_ms from access_events where ${condition}`.execute(db);
  return rows[0] ?? noSums;
}
