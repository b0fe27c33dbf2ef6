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
const groupKeys: Record<GrowthGroup, Sql> = {
  kind: sql`resources.kind`,
  college: sql`(select college_id::text from departments where departments.id = resources.department_id)`,
  // The subject at the top of the tree: a path begins with its id.
  subject: sql`(select top.id::text from subjects own join subjects top on own.path like top.path || '%'
    where own.id = resources.subject_id and top.parent_id is null)`,
  fileFormat: sql`resources.format`,
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
  const { rows } = await sql<Growth>`select ${groupKeys[by]} as key,
    (case when ${addedFrom(from, timeZone)} then greatest(${start}, ${from}::date) end)::text as start, count(*) as count
    from resources where ${shown} and ${addedBy(to, timeZone)} group by 1, 2`.execute(db);
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

/** Bytes at the end of each bucket. */
export async function sumBytes(
  db: Executor,
  { shown, timeZone }: Library,
  buckets: readonly Bucket[],
): Promise<number[]> {
  const ends = buckets.map(({ to }) => to);
  const { rows } = await sql<{ place: number; bytes: number }>`
    select width_bucket(${createdDay(timeZone)}, ${ends.map((end) => end)}::date[]) as place,
      sum(size_bytes)::bigint as bytes
    from resources where ${shown} and ${addedBy(ends.at(-1) ?? '2000-01-01', timeZone)} group by 1`.execute(db);
  // A day that is the end of a bucket counts as beyond it: what was added on it belongs to the bucket before.
  const exact = await sumOnDays(db, { shown, timeZone }, ends);
  const within = new Map(rows.map(({ place, bytes }) => [place, bytes]));
  let sum = 0;
  return ends.map((end, place) => {
    sum += within.get(place) ?? 0;
    return sum + (exact.get(end) ?? 0);
  });
}

async function sumOnDays(
  db: Executor,
  { shown, timeZone }: Library,
  days: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; bytes: number }>`
    select ${createdDay(timeZone)}::text as day, sum(size_bytes)::bigint as bytes from resources
    where ${shown} and ${createdDay(timeZone)} = any (${days}::date[]) group by 1`.execute(db);
  return new Map(rows.map(({ day, bytes }) => [day, bytes]));
}

export type KindBytes = { kind: 'document' | 'video' | 'audio' | 'image'; bytes: number; resources: number };

export async function sumKinds(db: Executor, { shown }: Library): Promise<KindBytes[]> {
  const { rows } =
    await sql<KindBytes>`select kind, coalesce(sum(size_bytes), 0)::bigint as bytes, count(*) as resources
    from resources where ${shown} group by kind order by kind`.execute(db);
  return rows;
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
