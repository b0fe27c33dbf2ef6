import { accessDimensions } from '@lectern/contract/statistics/access-dimension.ts';
import { sql } from 'kysely';
import { type EventDimension, eventDimensions, rollupPairs } from '../features/statistics/rollup/dimension.ts';
import type { Db } from '../platform/db/database.ts';

type RawEvent = {
  seq: number;
  at: Date;
  action: string;
  seconds: string | null;
  position_ms: number | null;
  length_ms: number | null;
  query: string | null;
  hits: number | null;
  robot: boolean;
  viewer: number | null;
} & Record<EventDimension, string | null>;

type Sums = Map<string, number[]>;
/** By table: the sums of each key. */
export type AccessSums = Record<string, Record<string, number[]>>;

/** Dimension numbers as used in the rollups. */
const numbers = new Map(
  [...eventDimensions, 'term', 'hour', 'hundredth', 'missed'].map((name, place) => [name, place + 1]),
);
const numberOf = (name: string): number => numbers.get(name) ?? 0;

/** Recounts all events one by one in JavaScript, in the shape of the rollup tables. */
export async function recountAccess(db: Db, timeZone: string): Promise<AccessSums> {
  const { rows } = await sql<RawEvent>`select seq, at, action, seconds::text as seconds, position_ms, length_ms, query,
    hits, robot, viewer, kind, college_id::text as college, department_id::text as department,
    subject_id::text as subject, column_id::text as column, course_id::text as course, role, device,
    key_id::text as site, resource_id::text as resource, chapter_id::text as chapter,
    owner_id::text as owner from access_events`.execute(db);
  const sums: Record<string, Sums> = {};
  const people = new Map<string, Set<number>>();
  const add = (table: string, key: (string | number)[], values: number[]) => {
    sums[table] ??= new Map();
    const name = key.join('|');
    const before = sums[table].get(name);
    sums[table].set(name, before ? before.map((value, place) => value + (values[place] ?? 0)) : values);
  };
  const local = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  for (const event of rows) {
    const day = local.format(event.at).slice(0, 10);
    const month = `${day.slice(0, 7)}-01`;
    const hour = Number(local.format(event.at).slice(11, 13));
    const playMs = event.action === 'play' ? roundHalfUp(event.seconds) : 0;
    const is = (action: string) => Number(event.action === action);
    const recorded = event.kind === 'video' || event.kind === 'audio' ? (event.length_ms ?? 0) : 0;
    const counts = [is('view'), is('play'), is('download'), is('search'), is('click')];
    const values = [...counts, playMs, is('view') * recorded, recorded > 0 ? playMs : 0];
    const see = (cell: string) => {
      if (event.viewer === null || event.action !== 'view') return;
      for (const span of [`day|${day}`, `month|${month}`]) {
        const key = `${span}|${cell}`;
        people.set(key, (people.get(key) ?? new Set()).add(event.viewer));
      }
    };
    const spans = [`day|${day}`, `month|${month}`];
    const addCell = (cell: string, sums: number[]) => {
      for (const span of spans) add('access_rollups', [span, cell], sums);
    };
    if (event.robot) {
      addCell('-1|', values);
      if (event.department) addCell(`-1|${numberOf('department')}:${event.department}`, values);
      continue;
    }
    for (const cell of cellsOf(event)) addCell(cell, values);
    const hours = [
      '0',
      ...accessDimensions.flatMap((name) => (event[name] ? [`${numberOf(name)}:${event[name]}`] : [])),
    ];
    for (const key of hours) add('access_rollups', [`day|${day}`, key, `${numberOf('hour')}:${hour}`], values);
    const { resource, chapter, owner } = event;
    if (resource || owner) {
      const about = [event.kind, event.college, event.department, event.subject, owner].map((key) => key ?? '');
      for (const span of spans) add('access_resource_rollups', [span, resource ?? '', ...about], values);
    }
    for (const key of ['0', ...hours.slice(1)]) see(key);
    if (resource) see(`${numberOf('resource')}:${resource}`);
    if (owner) see(`${numberOf('owner')}:${owner}`);
    if (chapter) see(`${numberOf('chapter')}:${chapter}`);
    const term = event.query?.replace(/\s+/g, ' ').trim().toLowerCase();
    if (event.action === 'search' && term) {
      addCell(`${numberOf('term')}:${term}|`, values);
      if (event.hits === 0) addCell(`${numberOf('term')}:${term}|${numberOf('missed')}:1`, values);
    }
    for (const [hundredth, ms] of hundredths(event, playMs)) {
      const cell = `${numberOf('resource')}:${resource}|${numberOf('hundredth')}:${hundredth}`;
      add('access_rollups', [`month|${month}`, cell], [0, 0, 0, 0, 0, ms, 0, 0]);
    }
  }
  const today = local.format(new Date()).slice(0, 10);
  for (const [key, seen] of people) {
    const [span = '', start = ''] = key.split('|');
    // The viewers of a month are combined only after it has ended.
    if (span === 'day' || start.slice(0, 7) < today.slice(0, 7)) add('access_viewers', [key], [seen.size]);
  }
  return Object.fromEntries(Object.entries(sums).map(([table, of]) => [table, Object.fromEntries([...of].sort())]));
}

/** Rounds halves up, like PostgreSQL. */
function roundHalfUp(seconds: string | null): number {
  return seconds === null ? 0 : Math.round(Number(seconds) * 1000);
}

function cellsOf(event: RawEvent): string[] {
  const cell = (name: EventDimension) => `${numberOf(name)}:${event[name]}`;
  const singles = accessDimensions.filter((name) => event[name] !== null).map((name) => `${cell(name)}|`);
  const pairs = rollupPairs.filter((names) => names.every((name) => event[name] !== null));
  return ['0|', ...singles, ...pairs.map(([one, other]) => `${cell(one)}|${cell(other)}`)];
}

function hundredths(event: RawEvent, playMs: number): [number, number][] {
  const { action, resource, length_ms: length, position_ms: position } = event;
  if (action !== 'play' || !resource || !length || length < 100 || !position) return [];
  const [since, until] = [Math.max(position - playMs, 0), Math.min(position, length)];
  const overlap = (hundredth: number) =>
    Math.min(until, Math.floor(((hundredth + 1) * length) / 100)) -
    Math.max(since, Math.floor((hundredth * length) / 100));
  return Array.from({ length: 100 }, (_, hundredth): [number, number] => [hundredth, overlap(hundredth)]).filter(
    ([, ms]) => ms > 0,
  );
}

/** The stored rollups, in the same shape. */
export async function readAccessSums(db: Db): Promise<AccessSums> {
  const named = (column: string) => sql`(select dimension || ':' || access_keys.key from access_keys
    where access_keys.id = summed.${sql.id(column)})`;
  const plain = (column: string) =>
    sql`coalesce((select key from access_keys where id = summed.${sql.id(column)}), '')`;
  const within = sql`case when within = 0 then '' when within in (14, 15, 16) then within || ':' || within_key
    else ${named('within_key')} end`;
  const key = sql`case when summed.key <= 0 then summed.key::text else ${named('key')} end`;
  const measures = ['views', 'plays', 'downloads', 'searches', 'clicks', 'play_ms', 'opened_ms', 'watched_ms'];
  const read = async (table: string, keys: ReturnType<typeof sql>[], values: readonly string[]) => {
    const { rows } = await sql<{ key: string; values: number[] }>`
      select concat_ws('|', span, day::text, ${sql.join(keys)}) as key,
        array[${sql.join(values.map((value) => sql`${sql.id(value)}::float8`))}] as values
      from ${sql.table(table)} summed`.execute(db);
    return [table, Object.fromEntries(rows.map((row) => [row.key, row.values] as const).sort())] as const;
  };
  const about = ['resource', 'kind', 'college', 'department', 'subject', 'owner'].map(plain);
  const tables = await Promise.all([
    read('access_rollups', [key, within], measures),
    read('access_resource_rollups', about, measures),
    read('access_viewers', [key], ['viewers']),
  ]);
  return Object.fromEntries(tables.filter(([, of]) => Object.keys(of).length > 0));
}
