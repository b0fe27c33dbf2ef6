import { addDays } from '@lectern/contract/statistics/period.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DataScope } from '../../../platform/access/data-scope.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import {
  addedIn,
  addedOn,
  type HeldDimension,
  type HeldMeasure,
  heldDimensions,
  heldKeys,
  heldScopes,
  isHeld,
  measuresOfResource,
  neverUsed,
  summedMeasures,
} from './held.ts';

type Sql = RawBuilder<unknown>;

/** `shown`: what the list of resources shows to the person who asks; `scope`: the same in the words of the sums. */
export type Library = { shown: Condition; scope: DataScope; userId: string; timeZone: string };

/** Which months the sums hold of, and which have to be asked themselves: all in the one look that reads the sums. */
const months = ({ timeZone }: Library): Sql => sql`
  clean as materialized (select month from holding_changes group by month
    having count(*) filter (where summed_for is distinct from ${timeZone}) = 0),
  stale as materialized (select month from holding_changes except select month from clean)`;

/** Sums of what they see, in months that hold. */
function inScope({ scope }: Library, dimension: HeldDimension): Condition {
  const of = (number: number) => sql`(scope = ${sql.lit(number)} and department_id is null)`;
  const parts = [of(scope.kind === 'all' ? heldScopes.all : heldScopes.published)];
  if (scope.kind === 'departments') {
    parts.push(sql`(scope = ${sql.lit(heldScopes.rest)} and department_id = any (${scope.ids}::uuid[]))`);
  }
  return sql`dimension = ${sql.lit(heldDimensions[dimension])} and (${sql.join(parts, sql` or `)})`;
}

/** One's own that the sums of one's departments do not have: few. */
function ownBesides({ scope, userId }: Library): Condition | undefined {
  if (scope.kind === 'all') return undefined;
  const elsewhere =
    scope.kind === 'departments' ? sql`(resources.department_id = any (${scope.ids}::uuid[])) is not true` : sql`true`;
  return sql`resources.owner_id = ${userId} and resources.state <> 'published' and ${isHeld} and ${elsewhere}`;
}

/** Resources themselves: those of months that do not hold, and what no sum has. */
function rows(library: Library, columns: Sql): Sql[] {
  const { shown, timeZone } = library;
  const own = ownBesides(library);
  return [
    sql`select ${columns} from stale join resources on ${addedIn(sql`stale.month`, timeZone)} where ${shown}`,
    ...(own
      ? [
          sql`select ${columns} from resources where ${own}
            and date_trunc('month', ${addedOn(timeZone)})::date in (select month from clean)`,
        ]
      : []),
  ];
}

type Held<Measure extends HeldMeasure> = Record<Measure, number> & { key: string | null; place: number };
type Wanted<Measure extends HeldMeasure> = {
  by: HeldDimension;
  /** Days after which something else begins, in their order; what was added by the first of them is at place 0. */
  cuts: readonly string[];
  measures: readonly Measure[];
  /** What a key stands for, where that is not itself. */
  keyed?: { key: Sql; join: Sql };
};

/** What is there now, by key and by when it was added. */
export async function sumHeld<Measure extends HeldMeasure>(
  db: Executor,
  library: Library,
  { by, cuts, measures, keyed }: Wanted<Measure>,
): Promise<Held<Measure>[]> {
  const cut = monthsCut(cuts);
  const summed = summedMeasures(measures);
  const names = sql.join(measures.map((name) => sql.id(name)));
  const columns = sql`${addedOn(library.timeZone)} as at, ${heldKeys[by]} as key, ${measuresOfResource(measures)}`;
  const pieces = [
    sql`select month as at, key, ${names} from holding_sums join clean using (month)
      where ${inScope(library, by)} and day is null and month <> all (${cut}::date[])`,
    sql`select day as at, key, ${names} from holding_sums join clean using (month)
      where ${inScope(library, by)} and day is not null and month = any (${cut}::date[])`,
    ...rows(library, columns),
  ];
  const place = cuts.length > 0 ? sql`width_bucket(at, ${cutDays(cuts)})` : sql`0`;
  const placed = sql`select key, ${place} as place, ${summed} from (${sql.join(pieces, sql` union all `)}) pieces group by 1, 2`;
  // What a key stands for is looked up once the days are summed: there are a hundred times fewer.
  const found = keyed
    ? sql`select ${keyed.key} as key, place, ${summed} from (${placed}) held ${keyed.join} group by 1, 2`
    : placed;
  const { rows: held } = await sql<Held<Measure>>`with ${months(library)} ${found}`.execute(db);
  return held;
}

function cutDays(cuts: readonly string[]): Sql {
  return sql`array(select day + 1 from unnest(${cuts}::date[]) day)`;
}

type OwnerHoldings = { id: string; name: string; resources: number; bytes: number };

/** Those who own most. */
export async function listOwners(db: Executor, library: Library, limit: number): Promise<OwnerHoldings[]> {
  const columns = sql`resources.owner_id as owner_id, 1::bigint as resources, resources.size_bytes as bytes`;
  const pieces = [
    sql`select key::uuid as owner_id, resources, bytes from holding_sums join clean using (month)
      where ${inScope(library, 'owner')} and day is null`,
    ...rows(library, columns),
  ];
  const { rows: owners } = await sql<OwnerHoldings>`with ${months(library)}
    select owned.*, users.name from (
      select owner_id as id, sum(resources)::bigint as resources, sum(bytes)::bigint as bytes
      from (${sql.join(pieces, sql` union all `)}) held group by owner_id having sum(resources) > 0
      order by 2 desc, 1 limit ${limit}) owned
    join users on users.id = owned.id order by owned.resources desc, owned.id`.execute(db);
  return owners;
}

export type ListedResource = {
  id: string;
  title: string;
  kind: 'document' | 'video' | 'audio' | 'image';
  created_at: Date;
  size_bytes: number;
};

const listed = sql`resources.id, resources.title, resources.kind, resources.created_at, resources.size_bytes`;

/** The oldest that nobody ever did anything with: looked for on days of which the sums say that there are some. */
export async function listNeverUsed(db: Executor, library: Library, limit: number): Promise<ListedResource[]> {
  const { shown, timeZone } = library;
  const { rows: found } = await sql<ListedResource>`with ${months(library)},
    days as materialized (
      select distinct day from holding_sums join clean using (month)
      where ${inScope(library, 'all')} and day is not null and never_used > 0 order by day limit ${limit}),
    -- Few enough to be asked one by one, and not of all that were ever used.
    added as materialized (
      select ${listed} from days join resources
        on resources.created_at >= days.day::timestamp at time zone ${timeZone}
        and resources.created_at < (days.day + 1)::timestamp at time zone ${timeZone}
      where ${shown}),
    pieces as (
      select * from added where (select access_keys.id from access_keys
        where access_keys.dimension = 10 and access_keys.key = added.id::text) is null
      union ${sql.join(
        rows(library, listed).map((piece) => sql`${piece} and ${neverUsed}`),
        sql` union `,
      )})
    select * from pieces order by created_at, id limit ${limit}`.execute(db);
  return found;
}

export async function listLargest(db: Executor, { shown }: Library, limit: number): Promise<ListedResource[]> {
  const { rows: found } = await sql<ListedResource>`select ${listed} from resources
    where ${shown} order by size_bytes desc, id desc limit ${limit}`.execute(db);
  return found;
}

export async function listShownResources(
  db: Executor,
  { shown }: Library,
  ids: readonly string[],
): Promise<Map<string, Pick<ListedResource, 'id' | 'title' | 'kind'>>> {
  const { rows: found } = await sql<Pick<ListedResource, 'id' | 'title' | 'kind'>>`
    select id, title, kind from resources where id = any (${ids}::uuid[]) and ${shown}`.execute(db);
  return new Map(found.map((row) => [row.id, row]));
}

/** The months, by their first day, in the midst of which one of these days ends something: they are told day by day. */
function monthsCut(cuts: readonly string[]): string[] {
  const within = cuts.filter((day) => !addDays(day, 1).endsWith('-01'));
  return [...new Set(within.map((day) => `${day.slice(0, 7)}-01`))];
}
