import type { Bucket } from '@lectern/contract/statistics/buckets.ts';
import type { Days } from '@lectern/contract/statistics/figure.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { Condition } from '../../../platform/list/list-source.ts';

type Sql = RawBuilder<unknown>;
/** `shown`: what the list of resources shows to the person who asks. */
export type Library = { shown: Condition; timeZone: string };

const createdDay = (timeZone: string): Sql => sql`(resources.created_at at time zone ${timeZone})::date`;
/** The end of a day, as a condition that an index on the time can answer. */
const addedBy = (day: string, timeZone: string): Condition =>
  sql`resources.created_at < (${day}::date + 1)::timestamp at time zone ${timeZone}`;
const addedFrom = (day: string, timeZone: string): Condition =>
  sql`resources.created_at >= (${day}::date)::timestamp at time zone ${timeZone}`;

export type Holdings = { resources: number; added: number; bytes: number; seconds: number; pages: number };

/** What is there now of what had been added by the end of a period, and how much of it was added in it. */
export async function sumHoldings(db: Executor, { shown, timeZone }: Library, { from, to }: Days): Promise<Holdings> {
  const { rows } = await sql<Holdings>`select count(*) as resources,
    count(*) filter (where ${addedFrom(from, timeZone)}) as added,
    coalesce(sum(size_bytes), 0)::bigint as bytes, coalesce(sum(duration_seconds), 0)::float8 as seconds,
    coalesce(sum(page_count), 0)::bigint as pages
    from resources where ${shown} and ${addedBy(to, timeZone)}`.execute(db);
  return rows[0] ?? { resources: 0, added: 0, bytes: 0, seconds: 0, pages: 0 };
}

export type GrowthGroup = 'kind' | 'college' | 'subject' | 'fileFormat';
/** Each with the few rows that it takes to tell it: looked up for every resource they would take seconds. */
const groupKeys: Record<GrowthGroup, { key: Sql; join: Sql }> = {
  kind: { key: sql`resources.kind`, join: sql`` },
  college: {
    key: sql`departments.college_id::text`,
    join: sql`left join departments on departments.id = resources.department_id`,
  },
  // The subject at the top of the tree: the path of the others begins with its own.
  subject: {
    key: sql`tops.top_id::text`,
    join: sql`left join (select own.id as own_id, top.id as top_id from subjects own
      join subjects top on top.parent_id is null and starts_with(own.path, top.path)) tops on tops.own_id = resources.subject_id`,
  },
  fileFormat: { key: sql`resources.format`, join: sql`` },
};

export type Growth = { key: string | null; start: string | null; count: number };

/** By group and by piece of the period; `start` null: before it. */
export async function countGrowth(
  db: Executor,
  { shown, timeZone }: Library,
  { from, to }: Days,
  { by, grain }: { by: GrowthGroup; grain: 'day' | 'week' | 'month' },
): Promise<Growth[]> {
  const day = createdDay(timeZone);
  const start = grain === 'day' ? day : sql`date_trunc(${sql.lit(grain)}, ${day})::date`;
  const { key, join } = groupKeys[by];
  const { rows } = await sql<Growth>`select ${key} as key,
    (case when ${addedFrom(from, timeZone)} then greatest(${start}, ${from}::date) end)::text as start, count(*) as count
    from resources ${join} where ${shown} and ${addedBy(to, timeZone)} group by 1, 2`.execute(db);
  return rows;
}

export async function listGroupNames(
  db: Executor,
  by: GrowthGroup,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (by === 'kind' || by === 'fileFormat' || keys.length === 0) return new Map();
  const table = by === 'college' ? sql`colleges` : sql`subjects`;
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from ${table} where id = any (${keys}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export type KindBytes = { kind: 'document' | 'video' | 'audio' | 'image'; bytes: number; resources: number };
export type Storage = { bytes: number[]; byKind: KindBytes[]; now: number; earlier: number };

/** Bytes at the end of each bucket, by kind, now, and as of a day; in one look at everything. */
export async function sumStorage(
  db: Executor,
  { shown, timeZone }: Library,
  { buckets, earlier }: { buckets: readonly Bucket[]; earlier: string },
): Promise<Storage> {
  const ends = buckets.map(({ to }) => to);
  const { rows } = await sql<KindBytes & { place: number; earlier: number }>`
    select kind, width_bucket(${createdDay(timeZone)}, array(select day::date + 1 from unnest(${ends}::date[]) day)) as place,
      coalesce(sum(size_bytes), 0)::bigint as bytes, count(*) as resources,
      coalesce(sum(size_bytes) filter (where ${addedBy(earlier, timeZone)}), 0)::bigint as earlier
    from resources where ${shown} group by 1, 2 order by 1, 2`.execute(db);
  const sum = (of: typeof rows, read: (row: (typeof rows)[number]) => number) =>
    of.reduce((total, row) => total + read(row), 0);
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  return {
    // What was added after a bucket is at a later place.
    bytes: ends.map((_, place) =>
      sum(
        rows.filter((row) => row.place <= place),
        ({ bytes }) => bytes,
      ),
    ),
    byKind: kinds.map((kind) => {
      const own = rows.filter((row) => row.kind === kind);
      return { kind, bytes: sum(own, ({ bytes }) => bytes), resources: sum(own, ({ resources }) => resources) };
    }),
    now: sum(rows, ({ bytes }) => bytes),
    earlier: sum(rows, (row) => row.earlier),
  };
}

/** Published subtitles in any language. */
export const hasSubtitles = sql`exists (select from subtitles where subtitles.resource_id = resources.id
  and subtitles.state = 'published' and subtitles.deleted_at is null)`;

export type Coverage = {
  college: string | null;
  name: string | null;
  all: number;
  text: number;
  heard: number;
  subtitled: number;
};

export async function countCoverage(db: Executor, { shown }: Library): Promise<Coverage[]> {
  const { rows } = await sql<Coverage>`
    select departments.college_id as college, max(colleges.name) as name, count(*) as all,
      count(*) filter (where resources.has_text) as text,
      count(*) filter (where resources.kind in ('video', 'audio')) as heard,
      count(*) filter (where resources.kind in ('video', 'audio') and ${hasSubtitles}) as subtitled
    from resources left join departments on departments.id = resources.department_id
    left join colleges on colleges.id = departments.college_id
    where ${shown} group by departments.college_id order by count(*) desc, departments.college_id`.execute(db);
  return rows;
}

export type ListedResource = {
  id: string;
  title: string;
  kind: KindBytes['kind'];
  created_at: Date;
  size_bytes: number;
};

/** Nobody ever did anything with them. */
export const neverUsed = sql`not exists (select from access_keys
  where access_keys.dimension = 10 and access_keys.key = resources.id::text)`;

export async function findNeverUsed(
  db: Executor,
  { shown }: Library,
  limit: number,
): Promise<{ count: number; rows: ListedResource[] }> {
  const [{ rows: counted }, { rows }] = await Promise.all([
    sql<{ count: number }>`select count(*) as count from resources where ${shown} and ${neverUsed}`.execute(db),
    sql<ListedResource>`select id, title, kind, created_at, size_bytes from resources
      where ${shown} and ${neverUsed} order by created_at, id limit ${limit}`.execute(db),
  ]);
  return { count: counted[0]?.count ?? 0, rows };
}

export async function listLargest(db: Executor, { shown }: Library, limit: number): Promise<ListedResource[]> {
  const { rows } = await sql<ListedResource>`select id, title, kind, created_at, size_bytes from resources
    where ${shown} order by size_bytes desc, id desc limit ${limit}`.execute(db);
  return rows;
}

export type OwnerHoldings = { id: string; name: string; resources: number; bytes: number };

export async function listOwners(db: Executor, { shown }: Library, limit: number): Promise<OwnerHoldings[]> {
  const { rows } = await sql<OwnerHoldings>`select owned.*, users.name from (
      select owner_id as id, count(*) as resources, sum(size_bytes)::bigint as bytes from resources
      where ${shown} group by owner_id order by count(*) desc, owner_id limit ${limit}) owned
    join users on users.id = owned.id order by resources desc, id`.execute(db);
  return rows;
}

export async function listShownResources(
  db: Executor,
  { shown }: Library,
  ids: readonly string[],
): Promise<Map<string, Pick<ListedResource, 'id' | 'title' | 'kind'>>> {
  const { rows } = await sql<Pick<ListedResource, 'id' | 'title' | 'kind'>>`
    select id, title, kind from resources where id = any (${ids}::uuid[]) and ${shown}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
