import { mayOpenPath } from '@lectern/contract/access.ts';
import { reviewPath } from '@lectern/contract/features/review.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { sql } from 'kysely';
import { AppError, invalidField } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { NotificationService } from '../notification/public.ts';
import type { SettingsService } from '../settings/public.ts';
import type { TaskService } from '../task/public.ts';
import type { MaskService } from './mask/mask.service.ts';
import { isWorking, mayDecide, movesOf, settledState, waits } from './review.policy.ts';
import {
  countMatches,
  isReviewer,
  type LockedReview,
  listRescanRecipients,
  listReviewers,
  lockReview,
  type ReviewColumns,
} from './review.repository.ts';
import type { ReviewAnnouncer } from './review-announcer.ts';
import type { ReviewChangeService } from './review-change.service.ts';

type ScanResult = {
  /** New matches that need a decision. */
  opened: number;
  /** Gone matches that were found again and need a decision. */
  reopened: number;
  /** All open matches of severity *block*, new and old. */
  blockMatches: number;
  /** Matches whose text no longer exists. */
  vanished: number;
  /** Matches whose severity changed. */
  regraded: number;
  /** Part of a re-scan, which notifies people once for all items. */
  inRescan: boolean;
};

type Dependencies = {
  changes: ReviewChangeService;
  announcer: ReviewAnnouncer;
  found: Pick<FoundAnnouncer, 'found'>;
  settings: Pick<SettingsService, 'current'>;
  masks: Pick<MaskService, 'sync'>;
  actorOf(db: Executor, userId: string): Promise<{ principal: Principal; forbidden: boolean }>;
};

const page = '/app/sensitive/resource';
export const unclaimed: ReviewColumns = { claimed_by: null, claimed_at: null };
export const unasked: ReviewColumns = { unblock_asked_by: null, unblock_asked_at: null, unblock_asked_why: null };

/** Claims, assignments and the state of reviews, including changes caused by scans. */
export class ReviewService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Runs in the scan's transaction, after its matches are saved and the resource is blocked if necessary. Only new
   * matches reopen a decided review; vanished ones may leave nothing to decide.
   */
  async afterScan(transaction: Executor, resourceId: string, result: ScanResult): Promise<void> {
    const review = await lockReview(transaction, resourceId);
    const { opened, reopened, blockMatches, vanished, regraded } = result;
    if (!review) return;
    await this.#dependencies.masks.sync(transaction, resourceId);
    const counts = await countMatches(transaction, resourceId);
    const isAdded = counts.open > 0 && opened + reopened > 0;
    const isReopened = isAdded && (review.state === 'returned' || !isWorking(review.state));
    const base = isReopened ? { ...review, state: 'open' as const } : review;
    const state = settledState(base, counts);
    const isRegraded = counts.open > 0 && regraded > 0;
    if (!isAdded && !isRegraded && vanished === 0 && state === review.state) return;
    const due = isAdded || isRegraded ? await this.#dueAt(review) : undefined;
    const columns: ReviewColumns = {
      state,
      ...(isReopened && { ...reopenedColumns, opened_at: sql<Date>`now()` }),
      ...(due && { due_at: review.is_new || isReopened ? due : sql<Date>`least(due_at, ${due})` }),
      ...((blockMatches > 0 || review.resource_state !== 'blocked') && unasked),
      ...(!isWorking(state) && unclaimed),
    };
    const happened = { reopened: isReopened, found: isAdded, regraded: isRegraded, vanished: true };
    const what = Object.entries(happened).find(([, is]) => is)?.[0];
    const step = { action: `review.${what}`, after: { hits: counts.open } };
    const written = await this.#dependencies.changes.write(transaction, null, review, columns, step);
    // Reviewers already know about an open review; the person who claimed one is notified again.
    const isNews = review.is_new || isReopened || written.claimed_by !== null;
    if (isAdded && isNews && !result.inRescan) await this.#dependencies.found.found(transaction, written);
  }

  /** Runs in the transaction of a report. Reopens a decided review, because a reader disagrees. */
  async reported(transaction: Executor, resourceId: string, reason: string): Promise<void> {
    const review = await lockReview(transaction, resourceId);
    if (!review) return;
    const isReopened = !isWorking(review.state);
    const columns: ReviewColumns = {
      ...(isReopened && { ...reopenedColumns, state: 'open', opened_at: sql<Date>`now()` }),
      ...((review.is_new || isReopened) && { due_at: await this.#dueAt(review) }),
    };
    await this.#dependencies.changes.write(transaction, null, review, columns, {
      action: 'review.reported',
      after: { reason },
    });
  }

  async claim(transaction: Executor, context: SignedInContext, review: LockedReview): Promise<LockedReview> {
    const { userId } = context.principal;
    if (review.claimed_by === userId) throw new AppError('illegalMove');
    await this.requireMine(transaction, context, review);
    const counts = await countMatches(transaction, review.resource_id);
    if (!movesOf(review, counts, context.principal).includes('claim')) throw new AppError('illegalMove');
    return this.#give(transaction, context, review, userId);
  }

  /** Releases a person's own claim, or as an administrator anyone's. An escalated review stays escalated. */
  async release(transaction: Executor, context: SignedInContext, review: LockedReview): Promise<LockedReview> {
    const { principal } = context;
    if (!review.claimed_by) throw new AppError('illegalMove');
    if (review.claimed_by !== principal.userId && !hasAbility(principal.roleId, 'admin')) {
      await this.requireMine(transaction, context, review);
    }
    const state = review.state === 'claimed' ? (review.escalated_at ? 'escalated' : 'open') : review.state;
    const step = { action: 'review.released' };
    return this.#dependencies.changes.write(transaction, context, review, { ...unclaimed, state }, step);
  }

  /** Assigns the review to someone who may review it, and notifies them. */
  async assign(
    transaction: Executor,
    context: SignedInContext,
    review: LockedReview,
    userId: string,
  ): Promise<LockedReview> {
    const counts = await countMatches(transaction, review.resource_id);
    if (!waits(counts) || review.claimed_by === userId) throw new AppError('illegalMove');
    if (!hasAbility(context.principal.roleId, 'admin')) await this.requireMine(transaction, context, review);
    const { principal, forbidden } = await this.#dependencies.actorOf(transaction, userId);
    const mayReview =
      !forbidden &&
      hasAbility(principal.roleId, 'editor') &&
      mayOpenPath(principal, page) &&
      (await isReviewer(transaction, principal, review.resource_id)) &&
      mayDecide({ ...review, claimed_by: null }, principal);
    if (!mayReview) throw invalidField('userId', 'cannotReview');
    const written = await this.#give(transaction, context, review, userId);
    await this.#dependencies.announcer.tell(transaction, context, written, { kind: 'reviewAssigned', userId });
    return written;
  }

  /** Throws when someone else has claimed the review or it is escalated. */
  async requireMine(transaction: Executor, { principal }: SignedInContext, review: LockedReview): Promise<void> {
    if (mayDecide(review, principal)) return;
    if (!review.claimed_by) throw new AppError('abilityMissing');
    const { name } = (await this.#dependencies.actorOf(transaction, review.claimed_by)).principal;
    throw new AppError('reviewClaimed', { params: { person: name } });
  }

  #give(transaction: Executor, context: SignedInContext, review: LockedReview, userId: string): Promise<LockedReview> {
    const columns = { state: 'claimed', claimed_by: userId, claimed_at: sql<Date>`now()` };
    const action = userId === context.principal.userId ? 'review.claimed' : 'review.assigned';
    return this.#dependencies.changes.write(transaction, context, review, columns, {
      action,
      after: { reviewer: userId },
    });
  }

  async #dueAt({ severity }: LockedReview) {
    const { reviewDueDays } = await this.#dependencies.settings.current();
    return sql<Date>`now() + make_interval(days => ${reviewDueDays[severity ?? 'notice']}::int)`;
  }
}

/** Clears the escalation, return and decision that applied to the earlier text. */
const reopenedColumns: ReviewColumns = {
  ...{ escalated_by: null, escalated_at: null, escalated_why: null },
  ...{ returned_by: null, returned_at: null, returned_why: null },
  ...{ decided_by: null, decided_at: null },
};

type FoundAnnouncerDependencies = { notifications: NotificationService; tasks: TaskService };

const queue = '/app/sensitive/resource';

/**
 * Notifies the people who have the task about matches. While a notification is unread, further ones only raise its
 * counter.
 */
export class FoundAnnouncer {
  readonly #dependencies: FoundAnnouncerDependencies;

  constructor(dependencies: FoundAnnouncerDependencies) {
    this.#dependencies = dependencies;
  }

  async found(transaction: Executor, review: LockedReview): Promise<void> {
    const { notifications, tasks } = this.#dependencies;
    const { resource_id: id, kind, title, department_id: departmentId } = review;
    const task = await tasks.findOpen(transaction, `reviewDue:${id}`);
    if (!task) return;
    const recipients = task.assignee_id
      ? [task.assignee_id]
      : await listReviewers(transaction, { departmentId, onlyAdmins: false });
    for (const userId of recipients) {
      await notifications.notify(transaction, {
        ...{ userId, kind: 'hitsFound', params: { title }, link: reviewPath({ id, kind }) },
        ...{ group: 'hitsFound', groupLink: queue },
      });
    }
  }

  /** A re-scan may open hundreds of reviews, so each person gets one notification with their number. */
  async foundByRescan(transaction: Executor, rescanId: string): Promise<void> {
    for (const { userId, count } of await listRescanRecipients(transaction, rescanId)) {
      const params = { count: String(count) };
      await this.#dependencies.notifications.notify(transaction, {
        userId,
        kind: 'hitsFoundAgain',
        params,
        link: queue,
      });
    }
  }
}
