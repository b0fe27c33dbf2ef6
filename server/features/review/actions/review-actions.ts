import { reviewActionInputs, reviewDecisions } from '@lectern/contract/features/review-decision.ts';
import { z } from 'zod';
import type { OperationAction } from '../../../platform/operation/operation-action.ts';
import type { DecisionService } from '../decision/decision.service.ts';
import type { UndoService } from '../decision/undo.service.ts';
import type { LockedReview } from '../review.repository.ts';
import type { ReviewService } from '../review.service.ts';
import type { ReviewChangeService } from '../review-change.service.ts';
import { askForScan } from './ask-for-scan.ts';
import { type Deed, reviewAction, type Work } from './review-action.ts';

export type ActionParts = {
  changes: ReviewChangeService;
  reviews: ReviewService;
  decisions: DecisionService;
  undos: UndoService;
};
type Claim = Pick<LockedReview, 'state' | 'claimed_by' | 'claimed_at'>;
type Batch = { batchId: string };

export const decideSameInput = z.strictObject({
  ...reviewActionInputs.clear.shape,
  decision: z.enum(['clear', 'block', 'mask']),
  wordId: z.uuid(),
  fingerprint: z.string(),
});

/** Everything one does to many reviews. */
export function reviewActions({ changes, reviews, decisions, undos }: ActionParts): OperationAction[] {
  const on = <Input>(deed: Deed<Input>) => reviewAction(changes, deed);
  const claims = <Input>(
    id: string,
    input: z.ZodType<Input>,
    claim: (work: Work, input: Input) => Promise<LockedReview>,
  ) =>
    on<Input>({
      ...{ id, input },
      apply: async (work, given) => {
        const { state, claimed_by, claimed_at } = work.review;
        const before: Claim = { state, claimed_by, claimed_at };
        const { version } = await claim(work, given);
        return { before, version };
      },
      undo: ({ transaction, actor, review }, before) =>
        changes.write(transaction, actor, review, before as Claim, { action: 'review.claimUndone' }),
    });
  const undo: NonNullable<Deed<unknown>['undo']> = ({ transaction, actor, review }, before) =>
    undos.undo(transaction, actor, review, { ...(before as Batch), inOperation: true });
  const done = ({ batchId, review: { version } }: { batchId: string; review: LockedReview }) => {
    const before: Batch = { batchId };
    return { before, version };
  };
  return [
    claims('claim', reviewActionInputs.claim, ({ transaction, actor, review }) =>
      reviews.claim(transaction, actor, review),
    ),
    claims('release', reviewActionInputs.release, ({ transaction, actor, review }) =>
      reviews.release(transaction, actor, review),
    ),
    claims('assign', reviewActionInputs.assign, ({ transaction, actor, review }, { userId }) =>
      reviews.assign(transaction, actor, review, userId),
    ),
    ...reviewDecisions.map((decision) =>
      on({
        id: decision,
        input: reviewActionInputs[decision],
        apply: async ({ transaction, actor, review, operationId }, why) =>
          done(await decisions.decide(transaction, actor, review, { ...why, decision, operationId })),
        undo,
      }),
    ),
    on({
      ...{ id: 'decideSame', internal: true, input: decideSameInput },
      apply: async ({ transaction, actor, review, operationId }, { wordId, fingerprint, ...why }) => {
        const which = { wordId, fingerprint };
        return done(await decisions.decideHits(transaction, actor, review, { ...why, which, operationId }));
      },
      undo,
    }),
    on({
      ...{ id: 'rescan', input: reviewActionInputs.rescan },
      apply: async ({ transaction, review }) => {
        await askForScan(transaction, review.resource_id);
        return { before: null, version: review.version };
      },
    }),
  ];
}
