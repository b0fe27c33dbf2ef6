import type { BoundedCount } from '@lectern/contract/list/define-list.ts';
import type { DateValue } from '@lectern/contract/list/filter.ts';
import { type AccessAction, accessActions } from '@lectern/contract/portal/portal-event.ts';
import { addDays } from '@lectern/contract/statistics/period.ts';
import { sql } from 'kysely';
import { type DataScope, dataScopeOf } from '../../../platform/access/data-scope.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { Condition, SeenView } from '../../../platform/list/list-source.ts';
import { todayIn } from '../../../platform/local-time.ts';
import {
  type Constraint,
  eventDays,
  eventHasNo,
  eventScope,
  hasKey,
  type Selection,
  selectedEvents,
} from '../figures/selection.ts';
import { sumAll, sumWeekHours } from '../figures/sums.repository.ts';
import { type EventDimension, eventDimensions, numberOf, robots } from '../rollup/dimension.ts';
import { addSums, eventSums, figuresOf, noSums, type Sums, sumsOf } from '../rollup/measure.ts';
import { getWatermark } from '../rollup/watermark.repository.ts';

/** A list view that can be counted from rollups, or from the events it selects. */
type ViewSelection = {
  selection: Selection;
  action: AccessAction | null;
  hours: readonly number[] | null;
  weekdays: readonly number[] | null;
  /** Conditions that rollups can't answer; they force counting from the events. */
  conditions: readonly Condition[];
};

const isDimension = (name: string): name is EventDimension => (eventDimensions as readonly string[]).includes(name);
const notFilters = ['tab', 'search', 'sort', 'cursor', 'page', 'size', 'format', 'columns', 'after'];
const knownFilters = ['at', 'robot', 'without', 'hour', 'weekday', 'term', 'withoutResult'];
const firstDay = '2000-01-01';

const filtersOf = (view: SeenView) =>
  Object.keys(view).filter((name) => view[name] !== undefined && !notFilters.includes(name));

/** Undefined when the view has other filters or includes robots. */
export function viewSelection(view: SeenView, scope: DataScope, timeZone: string): ViewSelection | undefined {
  if (view.robot !== false || view.search) return undefined;
  const names = filtersOf(view).filter((name) => !knownFilters.includes(name));
  if (!names.every(isDimension)) return undefined;
  const constraints = names.map((dimension): Constraint => ({ dimension, keys: [view[dimension]].flat() as string[] }));
  const { from = firstDay, to = addDays(todayIn(timeZone), 1) } = (view.at ?? {}) as DateValue;
  const numbers = (value: unknown) => (Array.isArray(value) ? value.map(Number) : null);
  const isSearch = sql`access_events.action = 'search'`;
  const conditions = [
    ...((view.without ?? []) as EventDimension[]).map(eventHasNo),
    ...(typeof view.term === 'string' ? [sql`${isSearch} and access_term(query) = access_term(${view.term})`] : []),
    ...(view.withoutResult === true ? [sql`${isSearch} and hits = 0`] : []),
  ];
  return {
    selection: { scope, constraints, days: { from, to }, timeZone },
    action: actionOf(view.tab),
    hours: numbers(view.hour),
    weekdays: numbers(view.weekday),
    conditions,
  };
}

const actionOf = (tab: string): AccessAction | null => accessActions.find((action) => action === tab) ?? null;

/** The exact number of rows; undefined when the list must count them itself, up to its limit. */
export async function countRecords(
  db: Executor,
  principal: Principal,
  view: SeenView,
  timeZone: string,
): Promise<BoundedCount | undefined> {
  const scope = dataScopeOf(principal);
  if (view.robot === true && !view.search && filtersOf(view).length === 1) {
    // Rollups reach further back than the kept events, so they would count too many.
    const { kept_from: keptFrom } = await getWatermark(db);
    return keptFrom ? undefined : rowsOf(await sumRobots(db, scope), actionOf(view.tab));
  }
  const selected = viewSelection(view, scope, timeZone);
  return selected && rowsOf(await sumView(db, selected), selected.action);
}

const measureOf = { view: 'views', play: 'plays', download: 'downloads', search: 'searches', click: 'clicks' } as const;

function rowsOf(sums: Sums, action: AccessAction | null): BoundedCount {
  return { value: figuresOf(sums)[action ? measureOf[action] : 'events'], exact: true };
}

export async function sumView(db: Executor, view: ViewSelection): Promise<Sums> {
  const { selection, hours, weekdays, conditions } = view;
  const { kept_from: keptFrom } = await getWatermark(db);
  const { timeZone, days } = selection;
  if (conditions.length > 0 || (keptFrom && days.from <= todayIn(timeZone, keptFrom))) return sumEvents(db, view);
  if (!hours && !weekdays) return sumAll(db, selection);
  const rows = await sumWeekHours(db, selection);
  return rows
    .filter((row) => (hours?.includes(row.hour) ?? true) && (weekdays?.includes(row.weekday) ?? true))
    .reduce<Sums>(addSums, noSums);
}

function sumEvents(db: Executor, { selection, hours, weekdays, conditions }: ViewSelection): Promise<Sums> {
  const local = sql`(access_events.at at time zone ${selection.timeZone})`;
  const all = [
    selectedEvents(selection),
    ...conditions,
    ...(hours ? [sql`extract(hour from ${local})::integer = any (${hours}::integer[])`] : []),
    ...(weekdays ? [sql`extract(isodow from ${local})::integer = any (${weekdays}::integer[])`] : []),
  ];
  return sumWhere(db, sql.join(all, sql` and `));
}

async function sumWhere(db: Executor, condition: Condition): Promise<Sums> {
  const { rows } = await sql<Sums>`select ${eventSums} from access_events where ${condition}`.execute(db);
  return rows[0] ?? noSums;
}

/** The row count of every tab, including robots. */
export async function countRecordTabs(
  db: Executor,
  principal: Principal,
  timeZone: string,
): Promise<Record<string, BoundedCount>> {
  const scope = dataScopeOf(principal);
  const to = addDays(todayIn(timeZone), 1);
  const { kept_from: keptFrom } = await getWatermark(db);
  const sums = keptFrom
    ? await sumWhere(
        db,
        sql`${eventScope(scope)} and ${eventDays({ from: todayIn(timeZone, keptFrom), to }, timeZone)}`,
      )
    : addSums(
        await sumAll(db, { scope, constraints: [], days: { from: firstDay, to }, timeZone }),
        await sumRobots(db, scope),
      );
  const counts = accessActions.map((action) => [action, rowsOf(sums, action)] as const);
  return { all: rowsOf(sums, null), ...Object.fromEntries(counts) };
}

/** Rollups hold robots only in total and by department; those of one owner are few enough to count from the events. */
async function sumRobots(db: Executor, scope: DataScope): Promise<Sums> {
  if (scope.kind === 'own') return sumWhere(db, sql`${eventScope(scope)} and access_events.robot`);
  const within =
    scope.kind === 'departments'
      ? sql`within = ${numberOf('department')} and ${hasKey(sql`within_key`, { dimension: 'department', keys: scope.ids })}`
      : sql`within = 0`;
  const { rows } = await sql<Sums>`select ${sumsOf()} from access_rollups
    where key = ${robots} and span = 'month' and ${within}`.execute(db);
  return rows[0] ?? noSums;
}
