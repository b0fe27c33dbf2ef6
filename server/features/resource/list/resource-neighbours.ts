import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { ListSource } from '../../../platform/list/list-source.ts';
import { meantSource } from '../../../platform/list/meant-source.ts';
import { parseMatching } from '../../../platform/list/parse-matching.ts';
import { beyond, sortOf } from '../../../platform/list/read-page.ts';
import { viewConditions } from '../../../platform/list/view-conditions.ts';
import { findReadable } from '../resource.repository.ts';

type Neighbour = { id: string; kind: ResourceKind };
type Neighbours = { previous: Neighbour | null; next: Neighbour | null; before: number | null; after: number | null };
type Wanted = { id: string; view: string; timeZone: string };

/** Nobody walks further than this one by one. */
const countable = 500;

/**
 * Those before and after a resource in the order of a view: two looks into the index from where it stands. It need not
 * belong to the view any more, such as after its state was changed on the way.
 */
export async function findNeighbours(
  db: Db,
  principal: Principal,
  source: ListSource,
  { id, view: text, timeZone }: Wanted,
): Promise<Neighbours> {
  await findReadable(db, principal, id);
  const view = parseMatching(source.list, text);
  const { key, descending } = sortOf(source, view.sort);
  const { rows } = await sql<{ key: string }>`
    select (${key.by})::text as key from ${source.from} where ${source.id} = ${id}`.execute(db);
  const [here] = rows;
  if (!here) return { previous: null, next: null, before: null, after: null };
  const meant = await meantSource(db, source, view, { timeZone, principal });
  const conditions = viewConditions(meant, view, principal, { timeZone });
  const look = async (ascending: boolean): Promise<{ first: Neighbour | null; count: number | null }> => {
    const way = ascending ? sql`asc` : sql`desc`;
    const found = await sql<Neighbour>`
      select resources.id, resources.kind from ${source.from}
      where ${conditions} and ${beyond(source, key, { key: here.key, id }, ascending)}
      order by ${key.by} ${way}, ${source.id} ${way} limit ${countable + 1}`.execute(db);
    const { length } = found.rows;
    return { first: found.rows[0] ?? null, count: length > countable ? null : length };
  };
  const [before, after] = await Promise.all([look(descending), look(!descending)]);
  return { previous: before.first, next: after.first, before: before.count, after: after.count };
}
