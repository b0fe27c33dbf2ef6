import type { AccessDimension } from '@lectern/contract/statistics/access-dimension.ts';
import { sql } from 'kysely';
import type { DataScope } from '../../../platform/access/data-scope.ts';
import type { Executor } from '../../../platform/db/database.ts';
import { escapeLike } from '../../../platform/list/meanings.ts';
import {
  currentName,
  type EventDimension,
  type NamedDimension,
  namedDimensions,
  namedTables,
  numberOf,
  type Sql,
} from '../rollup/dimension.ts';

const mostKeys = 200;

/** `gone`: deleted, so the name is the last known one. `kind`: for resources only. */
type KeyName = { name: string | null; gone: boolean; kind: string | null };
const unnamed: KeyName = { name: null, gone: false, kind: null };

/** The keys of a dimension that have events, sorted by name; departments only within the data scope. */
export async function listKeys(
  db: Executor,
  scope: DataScope,
  { filter, search }: { filter: AccessDimension; search: string },
) {
  const within =
    filter === 'department' && scope.kind === 'departments' ? sql`and key = any (${scope.ids}::text[])` : sql``;
  const matching = search ? sql`and lower(name) like ${`%${escapeLike(search.toLowerCase())}%`}` : sql``;
  const { rows } = await sql<{ key: string }>`select key from access_keys
    where dimension = ${numberOf(filter)} ${within} ${matching} order by name, key limit ${mostKeys}`.execute(db);
  const keys = rows.map(({ key }) => key);
  const nameOf = await listKeyNames(db, filter, keys);
  return keys.map((key) => ({ key, name: nameOf(key).name, gone: nameOf(key).gone }));
}

const isNamed = (dimension: EventDimension): dimension is NamedDimension => dimension in namedTables;

/** The current name of each key, or the last known one if it is gone. */
export async function listKeyNames(
  db: Executor,
  dimension: EventDimension,
  keys: readonly string[],
): Promise<(key: string | null) => KeyName> {
  if (!isNamed(dimension) || keys.length === 0) return () => unnamed;
  const { table, name } = namedTables[dimension];
  const isResource = dimension === 'resource';
  const { rows } = await sql<KeyName & { key: string }>`
    select named.key, coalesce(current.name, access_keys.name) as name, current.id is null as gone, current.kind
    from unnest(${keys}::text[]) as named (key)
    left join access_keys on access_keys.dimension = ${numberOf(dimension)} and access_keys.key = named.key
    left join lateral (select id, ${sql.id(name)} as name, ${isResource ? sql`kind` : sql`null::text as kind`}
      from ${sql.table(table)} where id = named.key::uuid ${isResource ? sql`and state <> 'purged'` : sql``}) current
      on true`.execute(db);
  const names = new Map(rows.map(({ key, ...row }) => [key, row]));
  return (key) => names.get(key ?? '') ?? unnamed;
}

/** Updates the names of renamed things; deleted ones keep their last name. */
export async function renewNames(db: Executor): Promise<number> {
  const { numAffectedRows } = await sql`
    update access_keys set name = renamed.name
    from (select id, ${currentName(sql`access_keys.dimension`, sql`access_keys.key`)} as name from access_keys
      where dimension in (${sql.join(namedDimensions.map(numberOf))})) renamed
    where renamed.id = access_keys.id and renamed.name is not null
      and renamed.name is distinct from access_keys.name`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export const hasEvents: Sql = sql`exists (select from access_keys
  where access_keys.dimension = ${numberOf('resource')} and access_keys.key = resources.id::text)`;
