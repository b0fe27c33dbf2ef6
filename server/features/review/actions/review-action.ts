import { reviewList } from '@lectern/contract/features/review.ts';
import type { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { defineAction, type ItemOutcome, type OperationAction } from '../../../platform/operation/operation-action.ts';
import type { LockedReview } from '../review.repository.ts';
import type { ReviewChangeService } from '../review-change.service.ts';
import { changedSince } from './skip-texts.ts';

export type Work = {
  transaction: Executor;
  actor: SignedInContext;
  review: LockedReview;
  operationId?: string | undefined;
};
export type Deed<Input> = {
  id: string;
  input: z.ZodType<Input>;
  /** Not by a selection: a service starts it with what it is about. */
  internal?: true;
  /** What Undo needs, and the review's version after it. */
  apply(work: Work, input: Input): Promise<{ before: unknown; version: number }>;
  undo?(work: Work, before: unknown): Promise<LockedReview>;
};

/** An action on one review, which is locked with its resource. A refusal becomes a skip that names the resource. */
export function reviewAction<Input>(changes: ReviewChangeService, deed: Deed<Input>): OperationAction {
  const { undo } = deed;
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
    id: deed.id,
    list: reviewList.id,
    page: reviewList.page,
    ability: 'editor',
    input: deed.input,
    undoable: undo !== undefined,
    ...(deed.internal && { internal: true as const }),
    apply: (transaction, objectId, input, actor, _details, operationId) =>
      onReview(transaction, objectId, actor, (review) =>
        deed.apply({ transaction, actor, review, operationId }, input),
      ),
    ...(undo && {
      undo: (transaction, item, actor) =>
        onReview(transaction, item.objectId, actor, async (review) => {
          if (review.version !== item.version) return changedSince[actor.language];
          const { version } = await undo({ transaction, actor, review }, item.before);
          return { before: null, version };
        }),
    }),
  });
}
