import type { workNeighbours } from '@lectern/contract/features/machine-work.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { invalidField } from '../../../platform/app-error.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { ListReader } from '../../../platform/list/list-reader.ts';
import { workListSources } from './work-list.source.ts';

type Neighbours = z.output<(typeof workNeighbours)['output']>;
type Neighbour = NonNullable<Neighbours['next']>;
type Wanted = { id: string; list: string; view: string; row?: string | undefined };

/** The resources before and after one in the order of a view. Several rows may be of the same one: they are passed. */
export async function findWorkNeighbours(
  reader: ListReader,
  principal: Principal,
  { id, list, view, row }: Wanted,
): Promise<Neighbours> {
  const source = workListSources.find((candidate) => candidate.list.id === list);
  if (!source) throw invalidField('list', 'notWorkList');
  const own = sql`(${source.scope(principal)} and jobs.resource_id = ${id})`;
  const from = {
    at: row ? sql`${own} and jobs.id = ${row}` : own,
    columns: sql`jobs.resource_id as id, jobs.resource_kind as kind, jobs.id as row`,
    view,
  };
  const { before, after, counts } = await reader.around<Neighbour>(source, from, principal);
  const nearest = (rows: Neighbour[]) => rows.find((other) => other.id !== id) ?? null;
  return { previous: nearest(before), next: nearest(after), ...counts };
}
