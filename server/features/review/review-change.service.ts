import { insertActivity, recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { type LockedReview, lockReview, type ReviewColumns, updateReview } from './review.repository.ts';
import type { ReviewAnnouncer } from './review-announcer.ts';

type ReviewStep = { action: string; after?: Record<string, unknown> };

/** Locks reviews and saves their changes with activity, task and notifications. */
export class ReviewChangeService {
  readonly #announcer: ReviewAnnouncer;

  constructor(announcer: ReviewAnnouncer) {
    this.#announcer = announcer;
  }

  /**
   * Locks a review within this person's data scope, and its resource. Rejects it when it changed since the person saw
   * it.
   */
  async take(
    transaction: Executor,
    { principal }: SignedInContext,
    { id, version }: { id: string; version?: number },
  ): Promise<LockedReview> {
    const review = await lockReview(transaction, id, principal);
    if (!review) throw new AppError('notFound');
    if (version !== undefined && version !== review.version) {
      throw new AppError(review.scan_version === review.version ? 'textChanged' : 'decidedMeanwhile');
    }
    return review;
  }

  /** `context` is null for a scan. Returns the updated review. */
  async write(
    transaction: Executor,
    context: SignedInContext | null,
    review: LockedReview,
    columns: ReviewColumns,
    step: ReviewStep,
  ): Promise<LockedReview> {
    const id = review.resource_id;
    const version = await updateReview(transaction, id, columns);
    if (!context) await updateScanned(transaction, id, version);
    const written = await lockReview(transaction, id);
    if (!written) throw new AppError('notFound');
    const change = {
      ...{ action: step.action, objectType: 'review', objectId: id },
      before: { state: review.state },
      after: { state: written.state, ...step.after },
    };
    if (context) await recordActivity(transaction, context, change);
    else await insertActivity(transaction, { ...change, actorId: null, ip: null, requestId: null });
    const by = context?.principal.userId ?? null;
    await this.#announcer.changed(transaction, written, { by, before: review });
    return written;
  }
}

async function updateScanned(transaction: Executor, id: string, version: number): Promise<void> {
  await transaction
    .updateTable('sensitive_reviews')
    .set({ scan_version: version })
    .where('resource_id', '=', id)
    .execute();
}
