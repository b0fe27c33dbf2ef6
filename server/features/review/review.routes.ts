import type { OutputOf } from '@lectern/contract/endpoint.ts';
import { getHitText, getReview, listHits, reviewNeighbours } from '@lectern/contract/features/review.ts';
import {
  addExceptionFromHit,
  answerUnblock,
  askUnblock,
  claimReview,
  countSameHits,
  decideHits,
  decideReview,
  decideSameHits,
  ignoreLikelyFalse,
  listDecisions,
  listMasks,
  listWordDecisions,
  maskAgain,
  releaseReview,
  revealReview,
  undoDecision,
  withdrawUnblock,
} from '@lectern/contract/features/review-decision.ts';
import { sql } from 'kysely';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { ListReader } from '../../platform/list/list-reader.ts';
import { reviewScope } from './review.policy.ts';
import type { ReviewCommandService } from './review-command.service.ts';
import { reviewListSource } from './review-list.source.ts';
import type { ReviewViewService } from './review-view.service.ts';

type Services = {
  commands: ReviewCommandService;
  views: ReviewViewService;
  reader: ListReader;
};

export function registerReviews(registry: EndpointRegistry, { commands, views, reader }: Services): void {
  registry.handle(reviewNeighbours, ({ params, query }, { principal }) =>
    findReviewNeighbours(reader, principal, { ...params, ...query }),
  );
  registry.handle(getReview, ({ params }, { principal }) => views.get(principal, params.id));
  registry.handle(listHits, ({ params, query }, context) => views.listHits(context, params.id, query));
  registry.handle(getHitText, ({ params }, context) => views.getText(context, params));
  registry.handle(listDecisions, ({ params, query }, context) => views.listDecisions(context, params.id, query));
  registry.handle(listWordDecisions, ({ params, query }, context) =>
    views.listWordDecisions(context, params.id, query),
  );
  registry.handle(listMasks, ({ params }, context) => views.listMasks(context, params.id));
  registry.handle(claimReview, ({ params, body }, context) => commands.claim(context, { ...params, ...body }));
  registry.handle(releaseReview, ({ params, body }, context) => commands.release(context, { ...params, ...body }));
  registry.handle(decideHits, ({ params, body }, context) => commands.decideHits(context, params.id, body));
  registry.handle(decideReview, ({ params, body }, context) => commands.decide(context, params.id, body));
  registry.handle(undoDecision, ({ params, body }, context) => commands.undo(context, { ...params, ...body }));
  registry.handle(askUnblock, ({ params, body }, context) => commands.askUnblock(context, { ...params, ...body }));
  registry.handle(answerUnblock, ({ params, body }, context) => commands.answerUnblock(context, params.id, body));
  registry.handle(withdrawUnblock, ({ params, body }, context) =>
    commands.withdrawUnblock(context, { ...params, ...body }),
  );
  registry.handle(addExceptionFromHit, ({ params, body }, context) => commands.addException(context, params, body));
  registry.handle(ignoreLikelyFalse, ({ params, body }, context) => commands.ignoreLikelyFalse(context, params, body));
  registry.handle(countSameHits, ({ params }, context) => commands.countSame(context, params));
  registry.handle(decideSameHits, ({ params, body }, context) => commands.decideSame(context, params, body));
  registry.handle(maskAgain, ({ params }, context) => commands.maskAgain(context, params.id));
  registry.handle(revealReview, ({ params }, context) => commands.reveal(context, params.id));
}

type Neighbours = OutputOf<typeof reviewNeighbours>;

/** The previous and next review in the order of a view of the queue. */
async function findReviewNeighbours(
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
