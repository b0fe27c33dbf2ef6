import { sql } from 'kysely';
import { AppError } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { newId } from '../../../platform/new-id.ts';
import { movesOf, settledState } from '../review.policy.ts';
import { countMatches, type LockedReview, type ReviewColumns } from '../review.repository.ts';
import { unasked } from '../review.service.ts';
import { type DecisionName, insertDecision } from './decision.repository.ts';
import type { DecisionDependencies } from './decision.service.ts';

type Dependencies = Pick<DecisionDependencies, 'changes' | 'reviews' | 'announcer' | 'gate'>;

/** Lifting a block takes two people: one requests it, another approves or rejects. */
export class UnblockService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async ask(
    transaction: Executor,
    context: SignedInContext,
    review: LockedReview,
    note: string,
  ): Promise<LockedReview> {
    await this.#dependencies.reviews.requireMine(transaction, context, review);
    await requireMove(transaction, context, review, 'askUnblock');
    const columns = {
      ...{ unblock_asked_by: context.principal.userId, unblock_asked_at: sql<Date>`now()` },
      unblock_asked_why: note,
    };
    const written = await this.#write(transaction, context, review, { decision: 'askUnblock', note, columns });
    const notice = { kind: 'unblockAsked', onlyAdmins: false } as const;
    await this.#dependencies.announcer.tellReviewers(transaction, context, written, notice);
    return written;
  }

  async confirm(
    transaction: Executor,
    context: SignedInContext,
    review: LockedReview,
    note: string,
  ): Promise<LockedReview> {
    const { gate, announcer } = this.#dependencies;
    requireSecond(context, review);
    await requireMove(transaction, context, review, 'confirmUnblock');
    const { resource_id: resourceId, unblock_asked_by: asker } = review;
    await gate.unblock(transaction, context, resourceId);
    const counts = await countMatches(transaction, resourceId);
    const state = settledState({ ...review, resource_state: 'ready' }, counts);
    const columns = { ...unasked, state, resource_state_before: null };
    const written = await this.#write(transaction, context, review, { decision: 'confirmUnblock', note, columns });
    if (asker !== review.owner_id) {
      await announcer.tell(transaction, context, written, { kind: 'resourceUnblocked', userId: asker });
    }
    return written;
  }

  async refuse(
    transaction: Executor,
    context: SignedInContext,
    review: LockedReview,
    note: string,
  ): Promise<LockedReview> {
    requireSecond(context, review);
    const asked = { decision: 'refuseUnblock', note, columns: unasked } as const;
    const written = await this.#write(transaction, context, review, asked);
    const notice = { kind: 'unblockRefused', reason: note, userId: review.unblock_asked_by } as const;
    await this.#dependencies.announcer.tell(transaction, context, written, notice);
    return written;
  }

  async withdraw(transaction: Executor, context: SignedInContext, review: LockedReview): Promise<LockedReview> {
    await requireMove(transaction, context, review, 'withdrawUnblock');
    return this.#write(transaction, context, review, { decision: 'withdrawUnblock', note: '', columns: unasked });
  }

  async #write(
    transaction: Executor,
    context: SignedInContext,
    review: LockedReview,
    { decision, note, columns }: { decision: DecisionName; note: string; columns: ReviewColumns },
  ): Promise<LockedReview> {
    const by = context.principal.userId;
    const row = {
      batchId: newId(),
      resourceId: review.resource_id,
      decision,
      reason: null,
      note,
      by,
      operationId: null,
    };
    await insertDecision(transaction, row);
    const step = { action: `review.${decision}`, ...(note && { after: { note } }) };
    return this.#dependencies.changes.write(transaction, context, review, columns, step);
  }
}

/** Runs before the general move check, so that the requester gets a specific error. */
function requireSecond({ principal }: SignedInContext, review: LockedReview): void {
  if (!review.unblock_asked_at) throw new AppError('illegalMove');
  if (review.unblock_asked_by === principal.userId) throw new AppError('secondPerson');
}

async function requireMove(
  transaction: Executor,
  { principal }: SignedInContext,
  review: LockedReview,
  move: 'askUnblock' | 'confirmUnblock' | 'withdrawUnblock',
): Promise<void> {
  const counts = await countMatches(transaction, review.resource_id);
  if (!movesOf(review, counts, principal).includes(move)) throw new AppError('illegalMove');
}
