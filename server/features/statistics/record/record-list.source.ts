import { type AccessRecordRow, accessRecordList } from '@lectern/contract/features/access-record.ts';
import type { DateValue } from '@lectern/contract/list/filter.ts';
import { accessActions } from '@lectern/contract/portal/portal-event.ts';
import type { RoleId } from '@lectern/contract/roles.ts';
import { addDays } from '@lectern/contract/statistics/period.ts';
import { type RawBuilder, sql } from 'kysely';
import { dataScopeOf } from '../../../platform/access/data-scope.ts';
import type { Cell } from '../../../platform/list/csv.ts';
import {
  type Condition,
  type ExportWords,
  type ListSource,
  listSource,
  type SeenView,
} from '../../../platform/list/list-source.ts';
import { contains, isBetweenDays, isInRange, isOneOf } from '../../../platform/list/meanings.ts';
import { all } from '../../../platform/list/view-conditions.ts';
import { messagesIn } from '../../../platform/messages.ts';
import { todayIn } from '../figures/figure-period.ts';
import { eventCondition, eventHasNo, eventScope } from '../figures/selection.ts';
import { type EventDimension, isPossibleKey } from '../rollup/dimension.ts';
import { getWatermark } from '../rollup/watermark.repository.ts';
import { countRecords, countRecordTabs } from './count-records.ts';
import { maySeeAddresses } from './record.policy.ts';
import { type AccessRecord, presentRecord, recordColumns, recordJoins } from './record.presenter.ts';

type Cells = Record<keyof typeof accessRecordList.columns, (row: AccessRecordRow, words: ExportWords) => Cell>;

const name = (thing: { id: string; name: string | null } | null): Cell => (thing ? (thing.name ?? thing.id) : null);

/** What a file says in each column. */
export const recordCells: Cells = {
  at: (row, words) => words.instant(row.at),
  person: (row) => (row.person ? `${row.person.name} (${row.person.account})` : row.reader),
  action: (row, words) => messagesIn(words.language).accessEvent.actions[row.action],
  resource: (row) => name(row.resource),
  position: (row) => row.positionSeconds,
  seconds: (row) => row.seconds,
  query: (row) => row.query,
  college: (row) => name(row.college),
  device: (row, words) => (row.device ? messagesIn(words.language).accessEvent.devices[row.device] : null),
  ip: (row) => row.ip,
  role: (row, words) =>
    row.role === 'reader' ? null : messagesIn(words.language).words.roles[Number(row.role) as RoleId],
  site: (row) => name(row.site),
  department: (row) => name(row.department),
  subject: (row) => name(row.subject),
  column: (row) => name(row.column),
  course: (row) => name(row.course),
  chapter: (row) => name(row.chapter),
  hits: (row) => row.hits,
  client: (row) => row.client,
  robot: (row, words) => words.yesNo(row.robot),
};

const local = (timeZone: string): RawBuilder<unknown> => sql`(access_events.at at time zone ${timeZone})`;
const of =
  (dimension: EventDimension) =>
  (keys: string | readonly string[]): Condition => {
    const possible = [keys].flat().filter((key) => isPossibleKey(dimension, key));
    return possible.length > 0 ? eventCondition({ dimension, keys: possible }) : sql`false`;
  };
const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour);
const daysOfWeek = Array.from({ length: 7 }, (_, day) => day + 1);
/**
 * Weekdays and hours are both told by the hour of the week: a database that knows nothing of a value takes it for one of two
 * hundred, which is nearly what an hour of a week is among all.
 */
const isHourOfWeek = (timeZone: string, days: readonly number[], hours: readonly number[]): Condition =>
  sql`(extract(isodow from ${local(timeZone)}) * 24 + extract(hour from ${local(timeZone)}))::integer
    = any (${days.flatMap((day) => hours.map((hour) => day * 24 + hour))}::integer[])`;

/** Filters that an index answers by itself. */
const indexed = ['resource', 'course', 'person', 'visit', 'term'];
const fewRecords = 1_000;

/** What an index finds: so few are put in order in less time than a walk along the time takes to meet them. */
export function isPutInOrder(view: SeenView, rows: number): boolean {
  return rows <= fewRecords && indexed.some((name) => view[name] !== undefined);
}

/** Everything that readers and staff did, newest first; counted from the sums wherever they tell. */
export function recordListSource({ timeZone }: { timeZone: string }): ListSource {
  return listSource<typeof accessRecordList, AccessRecord>({
    list: accessRecordList,
    from: sql`access_events`,
    joins: recordJoins,
    id: sql`access_events.seq`,
    idType: 'bigint',
    columns: (principal) => recordColumns(principal),
    scope: (principal, view) => all([eventScope(dataScopeOf(principal)), ...(view ? hourBounds(view, timeZone) : [])]),
    // What was searched for, who it was by the site's name for them, or an id.
    search: (text) => sql`(access_events.reader = ${text} or access_events.visit = ${text}
      or (access_events.action = 'search' and access_term(access_events.query) = access_term(${text})))`,
    filters: {
      at: (days, context) => isBetweenDays(sql`access_events.at`, days, context),
      weekday: (days, { timeZone: zone }) => isHourOfWeek(zone, days.map(Number), hoursOfDay),
      hour: (hours, { timeZone: zone }) => isHourOfWeek(zone, daysOfWeek, hours.map(Number)),
      person: (id) => sql`access_events.user_id = ${id}`,
      reader: (text) => sql`access_events.reader = ${text}`,
      resource: of('resource'),
      kind: of('kind'),
      college: of('college'),
      department: of('department'),
      subject: of('subject'),
      column: of('column'),
      course: of('course'),
      chapter: of('chapter'),
      role: of('role'),
      device: of('device'),
      site: of('site'),
      source: (source) => sql`access_events.source = ${source}`,
      without: (dimensions) => sql.join((dimensions as EventDimension[]).map(eventHasNo), sql` and `),
      term: (text) => sql`access_events.action = 'search' and access_term(access_events.query) = access_term(${text})`,
      withoutResult: (yes) => sql`access_events.action = 'search' and access_events.hits ${yes ? sql`= 0` : sql`> 0`}`,
      position: (range) => isInRange(sql`access_events.position_ms / 1000.0`, range),
      seconds: (range) => isInRange(sql`access_events.seconds`, range),
      client: (text) => contains(sql`access_events.client`, text),
      ip: (text, { principal }) => (maySeeAddresses(principal) ? sql`host(access_events.ip) = ${text}` : sql`false`),
      visit: (text) => sql`access_events.visit = ${text}`,
      robot: (yes) => (yes ? sql`access_events.robot` : sql`not access_events.robot`),
    },
    sorts: { at: { by: sql`access_events.at`, type: 'timestamptz' } },
    tabs: {
      all: sql`true`,
      ...(Object.fromEntries(
        accessActions.map((action) => [action, isOneOf(sql`access_events.action`, [action])]),
      ) as Record<(typeof accessActions)[number], Condition>),
    },
    countTabs: (db, principal) => countRecordTabs(db, principal, timeZone),
    planner: {
      count: {
        sum: (db, principal, view) => countRecords(db, principal, view, timeZone),
        unsummed: async (db) => sql`access_events.seq > ${(await getWatermark(db)).folded_seq}`,
      },
      walk: { sortsRows: isPutInOrder, readsRows: true },
    },
    present: presentRecord,
    exportCell: (column, row, words) => recordCells[column as keyof typeof recordCells](row as AccessRecordRow, words),
  });
}

/**
 * Between the first and the last of the hours that a view asks for: a walk along the time begins where there is something,
 * instead of passing by most of a week.
 */
function hourBounds(view: SeenView, timeZone: string): Condition[] {
  const [hours, weekdays] = [numbersOf(view.hour), numbersOf(view.weekday)];
  if (!hours && !weekdays) return [];
  const { from, to = addDays(todayIn(timeZone), 1) } = (view.at ?? {}) as DateValue;
  const first = from && nearestDay(from, 1, weekdays);
  const end = Math.max(...(hours ?? [23])) + 1;
  return [
    ...(first ? [sql`access_events.at >= (${first}::date)::timestamp at time zone ${timeZone}`] : []),
    sql`access_events.at < (${nearestDay(to, -1, weekdays)}::date + make_interval(hours => ${end}::integer))
      at time zone ${timeZone}`,
  ];
}

function numbersOf(value: unknown): number[] | undefined {
  return Array.isArray(value) && value.length > 0 ? value.map(Number) : undefined;
}

/** That day or the nearest after or before it that is one of these days of the week; Monday is 1. */
function nearestDay(day: string, step: 1 | -1, weekdays: readonly number[] | undefined): string {
  const days = Array.from({ length: 7 }, (_, place) => addDays(day, place * step));
  return days.find((each) => weekdays?.includes(new Date(`${each}T00:00:00Z`).getUTCDay() || 7)) ?? day;
}
