import type { growthGroups } from '@lectern/contract/features/library-stat.ts';
import type { Days } from '@lectern/contract/statistics/figure.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { isBetweenDays } from '../../platform/list/meanings.ts';
import { hasEvents } from '../statistics/public.ts';

/** `shown`: the resources this person sees in the resource list. */
export type Library = { shown: Condition; timeZone: string };

const isHeard = sql`resources.kind in ('video', 'audio')`;
const hasSubtitles = sql`exists (select from subtitles where subtitles.resource_id = resources.id
  and subtitles.state = 'published' and subtitles.deleted_at is null)`;
const neverUsed = sql`not ${hasEvents}`;

const measures = {
  resources: sql`count(*)`,
  bytes: sql`coalesce(sum(resources.size_bytes), 0)`,
  play_ms: sql`coalesce(sum(round(resources.duration_seconds::numeric * 1000)), 0)`,
  pages: sql`coalesce(sum(resources.page_count), 0)`,
  with_text: sql`count(*) filter (where resources.has_text)`,
  heard: sql`count(*) filter (where ${isHeard})`,
  subtitled: sql`count(*) filter (where ${isHeard} and ${hasSubtitles})`,
  never_used: sql`count(*) filter (where ${neverUsed})`,
} satisfies Record<string, Condition>;
type HoldingMeasure = keyof typeof measures;

/** `column` is on `resources`; `key` maps its values to the group. */
const groupings: Record<
  'all' | (typeof growthGroups)[number],
  { column: Condition; key?: Condition; join?: Condition }
> = {
  all: { column: sql`null::text` },
  kind: { column: sql`resources.kind` },
  fileFormat: { column: sql`resources.format` },
  college: {
    column: sql`resources.department_id`,
    key: sql`departments.college_id::text`,
    join: sql`left join departments on departments.id = held.part`,
  },
  // Subjects are grouped by their top-level subject, whose path is a prefix of theirs.
  subject: {
    column: sql`resources.subject_id`,
    key: sql`tops.top_id::text`,
    join: sql`left join (select own.id as own_id, top.id as top_id from subjects own
      join subjects top on top.parent_id is null and starts_with(own.path, top.path)) tops on tops.own_id = held.part`,
  },
};

type Holding<Measure extends HoldingMeasure> = Record<Measure, number> & { key: string | null; place: number };
type HoldingQuery<Measure extends HoldingMeasure> = {
  by?: keyof typeof groupings;
  /** Days after which a new bucket begins, ascending; `place` 0 is everything added up to the first. */
  cuts?: readonly string[];
  measures: readonly Measure[];
};

/** What the library holds now, by group and by when it was added. */
export async function sumHoldings<Measure extends HoldingMeasure>(
  db: Executor,
  { shown, timeZone }: Library,
  { by = 'all', cuts = [], measures: names }: HoldingQuery<Measure>,
): Promise<Holding<Measure>[]> {
  const { column, key = sql`held.part`, join = sql`` } = groupings[by];
  const sums = names.map((name) => sql`${measures[name]} as ${sql.id(name)}`);
  const summed = names.map((name) => sql`sum(${sql.id(name)})::bigint as ${sql.id(name)}`);
  const starts = sql`array(select (cut + 1)::timestamp at time zone ${timeZone} from unnest(${cuts}::date[]) cut)`;
  const place = cuts.length > 0 ? sql`width_bucket(resources.created_at, ${starts})` : sql`0`;
  const { rows } = await sql<Holding<Measure>>`
    select ${key} as key, place, ${sql.join(summed)} from (
      select ${column} as part, ${place} as place, ${sql.join(sums)} from resources where ${shown} group by 1, 2) held
    ${join} group by 1, 2`.execute(db);
  return rows;
}

/** How many resources were starred in a period and still are. */
export async function countFavourites(db: Executor, { shown, timeZone }: Library, days: Days): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from resources
    where resources.id in (select favourites.resource_id from favourites
      where ${isBetweenDays(sql`favourites.created_at`, days, { timeZone })}) and ${shown}`.execute(db);
  return rows[0]?.count ?? 0;
}

type Owner = { id: string; name: string; resources: number; bytes: number };

/** Owners with the most resources. */
export async function listOwners(db: Executor, { shown }: Library, limit: number): Promise<Owner[]> {
  const { rows } = await sql<Owner>`
    select owned.*, users.name from (
      select owner_id as id, count(*) as resources, sum(size_bytes)::bigint as bytes from resources
      where ${shown} group by owner_id order by 2 desc, 1 limit ${limit}) owned
    join users on users.id = owned.id order by owned.resources desc, owned.id`.execute(db);
  return rows;
}

export type ListedResource = {
  id: string;
  title: string;
  kind: 'document' | 'video' | 'audio' | 'image';
  created_at: Date;
  size_bytes: number;
};

const listResources = (library: Library, more: Condition) => sql<ListedResource>`
  select id, title, kind, created_at, size_bytes from resources where ${library.shown} ${more}`;

/** The oldest resources without any access event. */
export async function listNeverUsed(db: Executor, library: Library, limit: number): Promise<ListedResource[]> {
  const more = sql`and ${neverUsed} order by created_at, id limit ${limit}`;
  return (await listResources(library, more).execute(db)).rows;
}

export async function listLargest(db: Executor, library: Library, limit: number): Promise<ListedResource[]> {
  const more = sql`order by size_bytes desc, id desc limit ${limit}`;
  return (await listResources(library, more).execute(db)).rows;
}

export async function listById(db: Executor, library: Library, ids: readonly string[]): Promise<ListedResource[]> {
  return (await listResources(library, sql`and id = any (${ids}::uuid[])`).execute(db)).rows;
}
