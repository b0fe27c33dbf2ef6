import { reviewList } from '@lectern/contract/features/review.ts';
import { reviewActionInputs, reviewDecisions } from '@lectern/contract/features/review-decision.ts';
import { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { messagesIn } from '../../platform/messages.ts';
import { defineAction, type ItemOutcome, type OperationAction } from '../../platform/operation/operation-action.ts';
import type { DecisionService, UndoService } from './decision/decision.service.ts';
import type { LockedReview, ReviewedScans } from './review.repository.ts';
import type { ReviewService } from './review.service.ts';
import type { ReviewChangeService } from './review-change.service.ts';

type Dependencies = {
  changes: ReviewChangeService;
  reviews: ReviewService;
  decisions: DecisionService;
  undos: UndoService;
  scans: Pick<ReviewedScans, 'request'>;
};
type Claim = Pick<LockedReview, 'state' | 'claimed_by' | 'claimed_at'>;
type Batch = { batchId: string };

const decideSameInput = z.strictObject({
  ...reviewActionInputs.clear.shape,
  decision: z.enum(['clear', 'block', 'mask']),
  wordId: z.uuid(),
  fingerprint: z.string(),
});

export function reviewActions({ changes, reviews, decisions, undos, scans }: Dependencies): OperationAction[] {
  const on = <Input>(definition: ReviewActionDefinition<Input>) => reviewAction(changes, definition);
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
  const undo: NonNullable<ReviewActionDefinition<unknown>['undo']> = ({ transaction, actor, review }, before) =>
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
        await scans.request(transaction, review.resource_id);
        return { before: null, version: review.version };
      },
    }),
  ];
}

type Work = {
  transaction: Executor;
  actor: SignedInContext;
  review: LockedReview;
  operationId?: string | undefined;
};
type ReviewActionDefinition<Input> = {
  id: string;
  input: z.ZodType<Input>;
  /** Started only by a service, never from a list selection. */
  internal?: true;
  /** Returns what Undo needs and the review's version afterwards. */
  apply(work: Work, input: Input): Promise<{ before: unknown; version: number }>;
  undo?(work: Work, before: unknown): Promise<LockedReview>;
};

/** Defines an action on one review, locked with its resource. A refusal becomes a skip that names the resource. */
function reviewAction<Input>(changes: ReviewChangeService, definition: ReviewActionDefinition<Input>): OperationAction {
  const { undo } = definition;
  const onReview = async (
    transaction: Executor,
    objectId: string,
    actor: SignedInContext,
    act: (review: LockedReview) => Promise<Omit<Extract<ItemOutcome, { state: 'done' }>, 'label' | 'state'> | string>,
  ): Promise<ItemOutcome> => {
    const review = await changes.take(transaction, actor, { id: objectId });
    const label = review.title;
    try {
      const result = await act(review);
      return typeof result === 'string'
        ? { label, state: 'skipped', reason: result }
        : { label, state: 'done', ...result };
    } catch (error) {
      if (error instanceof AppError) return { label, state: 'skipped', reason: error.messageIn(actor.language) };
      throw error;
    }
  };
  return defineAction<Input>({
    id: definition.id,
    list: reviewList.id,
    page: reviewList.page,
    ability: 'editor',
    input: definition.input,
    undoable: undo !== undefined,
    ...(definition.internal && { internal: true as const }),
    apply: (transaction, objectId, input, actor, _details, operationId) =>
      onReview(transaction, objectId, actor, (review) =>
        definition.apply({ transaction, actor, review, operationId }, input),
      ),
    ...(undo && {
      undo: (transaction, item, actor) =>
        onReview(transaction, item.objectId, actor, async (review) => {
          if (review.version !== item.version) return messagesIn(actor.language).skipped.changedSince;
          const { version } = await undo({ transaction, actor, review }, item.before);
          return { before: null, version };
        }),
    }),
  });
}
