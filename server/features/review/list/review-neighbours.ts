import type { OutputOf } from '@lectern/contract/endpoint.ts';
import type { reviewNeighbours } from '@lectern/contract/features/review.ts';
import { sql } from 'kysely';
import type { Principal } from '../../../platform/http/principal.ts';
import type { ListReader } from '../../../platform/list/list-reader.ts';
import { reviewScope } from '../review-scope.ts';
import { reviewListSource } from './review-list.source.ts';

type Neighbours = OutputOf<typeof reviewNeighbours>;

/** The reviews before and after one in the order of a view of the queue. */
export async function findReviewNeighbours(
  reader: ListReader,
  principal: Principal,
  { id, view }: { id: string; view: string },
): Promise<Neighbours> {
  const from = {
    at: sql`(sensitive_reviews.resource_id = ${id} and ${reviewScope(principal)})`,
    columns: sql`sensitive_reviews.resource_id as id, sensitive_reviews.resource_kind as kind`,
    view,
  };
  type Neighbour = NonNullable<Neighbours['next']>;
  const { before, after, counts } = await reader.around<Neighbour>(reviewListSource, from, principal);
  return { previous: before[0] ?? null, next: after[0] ?? null, ...counts };
}
