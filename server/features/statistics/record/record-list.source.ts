import { type AccessRecordRow, accessRecordList } from '@lectern/contract/features/access-record.ts';
import { viewSchema } from '@lectern/contract/list/define-list.ts';
import { accessActions } from '@lectern/contract/portal/portal-event.ts';
import type { RoleId } from '@lectern/contract/roles.ts';
import { type RawBuilder, sql } from 'kysely';
import { dataScopeOf } from '../../../platform/access/data-scope.ts';
import { invalidInput } from '../../../platform/invalid-input.ts';
import type { Cell } from '../../../platform/list/csv.ts';
import {
  type Condition,
  type ExportWords,
  type ListSource,
  listSource,
  type SeenView,
} from '../../../platform/list/list-source.ts';
import { contains, isBetweenDays, isInRange, isOneOf } from '../../../platform/list/meanings.ts';
import type { View } from '../../../platform/list/view-conditions.ts';
import { messagesIn } from '../../../platform/messages.ts';
import { eventCondition, eventHasNo, eventScope } from '../figures/selection.ts';
import { type EventDimension, isPossibleKey } from '../rollup/dimension.ts';
import { getWatermark } from '../rollup/watermark.repository.ts';
import { countRecords, countRecordTabs } from './count-records.ts';
import { type AccessRecord, maySeeAddresses, presentRecord, recordColumns, recordJoins } from './record.presenter.ts';

type Cells = Record<keyof typeof accessRecordList.columns, (row: AccessRecordRow, words: ExportWords) => Cell>;

const name = (thing: { id: string; name: string | null } | null): Cell => (thing ? (thing.name ?? thing.id) : null);

const recordCells: Cells = {
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
/** One expression, for which the planner guesses 1 in 200 rows: close to the real 1 in 168. */
const isHourOfWeek = (timeZone: string, days: readonly number[], hours: readonly number[]): Condition =>
  sql`(extract(isodow from ${local(timeZone)}) * 24 + extract(hour from ${local(timeZone)}))::integer
    = any (${days.flatMap((day) => hours.map((hour) => day * 24 + hour))}::integer[])`;

/** Filters that have an index. */
const indexed = ['resource', 'course', 'person', 'visit', 'term'];
const fewRecords = 1_000;

/** A few rows found by an index are sorted faster than a scan in time order would find them. */
export function isPutInOrder(view: SeenView, rows: number): boolean {
  return rows <= fewRecords && indexed.some((name) => view[name] !== undefined);
}

/** All access records, newest first; counted from rollups where they cover the view. */
export function recordListSource({ timeZone }: { timeZone: string }): ListSource {
  return listSource<typeof accessRecordList, AccessRecord>({
    list: accessRecordList,
    from: sql`access_events`,
    joins: recordJoins,
    id: sql`access_events.seq`,
    idType: 'bigint',
    columns: recordColumns,
    scope: (principal) => eventScope(dataScopeOf(principal)),
    // Matches a search term, the site's id for a reader, or a visit.
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

/** Parses a view from the list's query string. */
export function viewOfMatching(matching: string): View {
  const parsed = viewSchema(accessRecordList).safeParse(Object.fromEntries(new URLSearchParams(matching)));
  if (!parsed.success) throw invalidInput(parsed.error, 'matching');
  return parsed.data as View;
}
