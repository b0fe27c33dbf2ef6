import type { OutputOf } from '@lectern/contract/endpoint.ts';
import type { summaryNeighbours } from '@lectern/contract/features/summary.ts';
import { sql } from 'kysely';
import type { Principal } from '../../../platform/http/principal.ts';
import type { ListReader } from '../../../platform/list/list-reader.ts';
import { summaryScope } from '../summary-scope.ts';
import { summaryListSource } from './summary-list.source.ts';

type Neighbours = OutputOf<typeof summaryNeighbours>;

/** The summaries before and after one in the order of a view of the list. */
export async function findSummaryNeighbours(
  reader: ListReader,
  principal: Principal,
  { id, view }: { id: string; view: string },
): Promise<Neighbours> {
  const from = {
    at: sql`(resource_summaries.resource_id = ${id} and ${summaryScope(principal)})`,
    columns: sql`resource_summaries.resource_id as id, resource_summaries.resource_kind as kind`,
    view,
  };
  type Neighbour = NonNullable<Neighbours['next']>;
  const { before, after, counts } = await reader.around<Neighbour>(summaryListSource, from, principal);
  return { previous: before[0] ?? null, next: after[0] ?? null, ...counts };
}
