import { sql } from 'kysely';
import { type CellDimension, cellDimensions, dimensionNumbers } from '../features/statistics/fold/cell.ts';
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
} & Record<CellDimension, string | null>;

type Sums = Map<string, number[]>;
/** Table by table: what is summed under each key. */
export type AccessSums = Record<string, Record<string, number[]>>;

const paired = cellDimensions.filter((name) => !['resource', 'chapter', 'owner'].includes(name));

/** Counts all events over again, one by one and without a database, in the shape of the tables of sums. */
export async function recountAccess(db: Db, timeZone: string): Promise<AccessSums> {
  const { rows } = await sql<RawEvent>`select seq, at, action, seconds::text as seconds, position_ms, length_ms, query,
    hits, robot, viewer, kind, college_id::text as college, department_id::text as department,
    subject_id::text as subject, column_id::text as column, course_id::text as course, role, device,
    key_id::text as site, resource_id::text as resource, chapter_id::text as chapter,
    owner_id::text as owner from access_events`.execute(db);
  const { rows: kept } = await sql<{ key: string }>`select key from access_owners
    join access_keys on access_keys.id = access_owners.owner`.execute(db);
  const keptOwners = new Set(kept.map(({ key }) => key));
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
    const hour = new Date(Math.floor(event.at.getTime() / 3_600_000) * 3_600_000).toISOString();
    const playMs = event.action === 'play' ? roundHalfUp(event.seconds) : 0;
    const is = (action: string) => Number(event.action === action);
    const recorded = event.kind === 'video' || event.kind === 'audio' ? (event.length_ms ?? 0) : 0;
    const counts = [is('view'), is('play'), is('download'), is('search'), is('click')];
    const values = [...counts, playMs, is('view') * recorded, recorded > 0 ? playMs : 0];
    const see = (cell: string) => {
      if (event.viewer === null || event.action !== 'view') return;
      for (const span of [`day|${day}`, `week|${mondayOf(day)}`, `month|${month}`, `quarter|${quarterOf(month)}`]) {
        const key = `${span}|${cell}`;
        people.set(key, (people.get(key) ?? new Set()).add(event.viewer));
      }
    };
    if (event.robot) {
      for (const [table, start] of [
        ['access_days', day],
        ['access_months', month],
      ] as const) {
        add(table, [start, '-1', ''], values);
        if (event.department) add(table, [start, '-1', `${dimensionNumbers.department}:${event.department}`], values);
      }
      continue;
    }
    const cells = cellsOf(event, keptOwners);
    for (const cell of cells) {
      add('access_days', [day, cell], values);
      add('access_months', [month, cell], values);
      see(cell);
      if (cell.endsWith('|')) add('access_hours', [hour, cell], values);
    }
    const { resource, chapter, course, owner } = event;
    if (resource || owner) {
      const about = [event.kind, event.college, event.department, event.subject, owner].map((key) => key ?? '');
      add('access_resource_days', [day, resource ?? '', ...about], values);
      add('access_resource_months', [month, resource ?? '', ...about], values);
    }
    if (resource) see(`${dimensionNumbers.resource}:${resource}|`);
    if (owner) see(`${dimensionNumbers.owner}:${owner}|`);
    if (chapter) see(`${dimensionNumbers.chapter}:${chapter}|`);
    if (course) add('access_course_days', [day, course, chapter ?? '', resource ?? ''], values);
    const term = event.query?.replace(/\s+/g, ' ').trim().toLowerCase();
    if (event.action === 'search' && term) {
      const searched = [1, Number(event.hits === 0)];
      add('access_terms', [day, term], searched);
      add('access_term_months', [month, term], searched);
    }
    for (const [hundredth, ms] of hundredths(event, playMs))
      add('access_retention', [resource ?? '', month, hundredth], [ms]);
  }
  const today = local.format(new Date()).slice(0, 10);
  for (const [key, seen] of people) {
    const [span = '', start = '', ...cell] = key.split('|');
    if (span === 'day') add('access_viewers', [start, ...cell], [seen.size]);
    // Spans are put together when they are over.
    else if (today >= endOf(span, start)) add('access_viewer_spans', [span, start, ...cell], [seen.size]);
  }
  return Object.fromEntries(Object.entries(sums).map(([table, of]) => [table, Object.fromEntries([...of].sort())]));
}

function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

function quarterOf(month: string): string {
  const quarter = Math.floor((Number(month.slice(5, 7)) - 1) / 3);
  return `${month.slice(0, 5)}${['01', '04', '07', '10'][quarter]}-01`;
}

/** The first day after it. */
function endOf(span: string, start: string): string {
  const date = new Date(`${start}T00:00:00Z`);
  if (span === 'week') date.setUTCDate(date.getUTCDate() + 7);
  else date.setUTCMonth(date.getUTCMonth() + (span === 'quarter' ? 3 : 1));
  return date.toISOString().slice(0, 10);
}

/** As PostgreSQL rounds: the half goes up. */
function roundHalfUp(seconds: string | null): number {
  return seconds === null ? 0 : Math.round(Number(seconds) * 1000);
}

function cellsOf(event: RawEvent, keptOwners: ReadonlySet<string>): string[] {
  const names = keptOwners.has(event.owner ?? '') ? [...paired, 'owner' as const] : paired;
  const keys = names.flatMap((name) => (event[name] === null ? [] : [`${dimensionNumbers[name]}:${event[name]}`]));
  const pairs = keys.flatMap((one, place) => keys.slice(place + 1).map((other) => `${one}|${other}`));
  return ['0|', ...keys.map((key) => `${key}|`), ...pairs];
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

/** The tables of sums as they are, in the same shape. */
export async function readAccessSums(db: Db): Promise<AccessSums> {
  const key = (column: string) => sql`coalesce((select case when dimension in (10, 11, 12) and ${sql.lit(column)} in
    ('resource', 'chapter', 'owner', 'kind', 'college', 'department', 'subject', 'course') then key
    when ${sql.lit(column)} in ('kind', 'college', 'department', 'subject', 'course') then key
    else dimension || ':' || key end
    from access_keys where access_keys.id = summed.${sql.id(column)}), case summed.${sql.id(column)} when 0 then
      case when ${sql.lit(column)} = 'key' then '0' else '' end else summed.${sql.id(column)}::text end)`;
  const measures = ['views', 'plays', 'downloads', 'searches', 'clicks', 'play_ms', 'opened_ms', 'watched_ms'];
  const read = async (table: string, keys: ReturnType<typeof sql>[], values: readonly string[]) => {
    const { rows } = await sql<{ key: string; values: number[] }>`
      select concat_ws('|', ${sql.join(keys)}) as key,
        array[${sql.join(values.map((value) => sql`${sql.id(value)}::float8`))}] as values
      from ${sql.table(table)} summed`.execute(db);
    return [table, Object.fromEntries(rows.map((row) => [row.key, row.values] as const).sort())] as const;
  };
  const cell = [key('key'), key('within_key')];
  const about = ['kind', 'college', 'department', 'subject', 'owner'].map(key);
  const hour = sql`to_char(hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`;
  const tables = await Promise.all([
    read('access_days', [sql`day::text`, ...cell], measures),
    read('access_months', [sql`day::text`, ...cell], measures),
    read('access_hours', [hour, key('key'), sql`''`], measures),
    read('access_resource_days', [sql`day::text`, key('resource'), ...about], measures),
    read('access_resource_months', [sql`day::text`, key('resource'), ...about], measures),
    read('access_course_days', [sql`day::text`, key('course'), key('chapter'), key('resource')], measures),
    read('access_terms', [sql`day::text`, sql`term`], ['searches', 'without_result']),
    read('access_term_months', [sql`day::text`, sql`term`], ['searches', 'without_result']),
    read('access_retention', [key('resource'), sql`month::text`, sql`hundredth::text`], ['play_ms']),
    read('access_viewers', [sql`day::text`, ...cell], ['viewers']),
    read('access_viewer_spans', [sql`span`, sql`day::text`, ...cell], ['viewers']),
  ]);
  return Object.fromEntries(tables.filter(([, of]) => Object.keys(of).length > 0));
}
