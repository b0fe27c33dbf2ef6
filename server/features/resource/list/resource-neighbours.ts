import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { ListReader } from '../../../platform/list/list-reader.ts';
import type { ListSource } from '../../../platform/list/list-source.ts';
import { findReadable } from '../resource.repository.ts';

type Neighbour = { id: string; kind: ResourceKind };
type Neighbours = { previous: Neighbour | null; next: Neighbour | null; before: number | null; after: number | null };
type Dependencies = { db: Db; reader: ListReader };

/** Those before and after a resource in the order of a view. */
export async function findNeighbours(
  { db, reader }: Dependencies,
  principal: Principal,
  source: ListSource,
  { id, view }: { id: string; view: string },
): Promise<Neighbours> {
  await findReadable(db, principal, id);
  const from = { at: sql`${source.id} = ${id}`, columns: sql`resources.id, resources.kind`, view };
  const { before, after, counts } = await reader.around<Neighbour>(source, from, principal);
  return { previous: before[0] ?? null, next: after[0] ?? null, ...counts };
}
