import type { DecisionReason, HitDecision, ReviewDecision } from '@lectern/contract/features/review-decision.ts';
import { fillText } from '@lectern/contract/messages/fill-text.ts';
import { sql } from 'kysely';
import { AppError } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { messagesIn } from '../../../platform/messages.ts';
import { newId } from '../../../platform/new-id.ts';
import type { GateMove } from '../../resource/public.ts';
import type { SettingsService } from '../../settings/public.ts';
import type { MaskService } from '../mask/mask.service.ts';
import type { PublicationGate } from '../publication-gate.ts';
import { reopenReports, settleReports } from '../report.repository.ts';
import { isLiftable, isMaskable, isWorking, movesOf, settledState, stateAfter } from '../review.policy.ts';
import {
  countMatches,
  type LockedReview,
  type ReviewColumns,
  type ReviewedScans,
  sumReview,
} from '../review.repository.ts';
import { type ReviewService, unasked, unclaimed } from '../review.service.ts';
import type { ReviewAnnouncer } from '../review-announcer.ts';
import type { ReviewChangeService } from '../review-change.service.ts';
import {
  type DecidedMatch,
  findHead,
  insertDecision,
  insertVerdicts,
  listMatchesAtHand,
  listMatchesOfText,
  listSimilarMatches,
  renewLast,
  stands,
  undoBatch,
  updateBefore,
} from './decision.repository.ts';

export type DecisionDependencies = {
  changes: ReviewChangeService;
  reviews: Pick<ReviewService, 'requireMine'>;
  announcer: ReviewAnnouncer;
  scans: Pick<ReviewedScans, 'decide' | 'revert'>;
  gate: Pick<PublicationGate, 'block' | 'unblock' | 'giveBack' | 'putBack'>;
  settings: Pick<SettingsService, 'current'>;
  masks: Pick<MaskService, 'sync'>;
};
/** The matches to decide: given ones with their like, those of one text, or all open ones. */
type Which = { ids: readonly string[] } | { wordId: string; fingerprint: string } | 'all';
type Why = { reason: DecisionReason; note: string; operationId?: string | undefined };
type Decided = { batchId: string; review: LockedReview };

/** Decisions about matches and resources. The caller has locked the review in the version that the person saw. */
export class DecisionService {
  readonly #dependencies: DecisionDependencies;

  constructor(dependencies: DecisionDependencies) {
    this.#dependencies = dependencies;
  }

  async decideHits(
    transaction: Executor,
    context: SignedInContext,
    review: LockedReview,
    { which, decision, ...why }: Why & { which: Which; decision: HitDecision },
  ): Promise<Decided> {
    const { changes, reviews, scans, gate, announcer, masks } = this.#dependencies;
    const { resource_id: resourceId } = review;
    await reviews.requireMine(transaction, context, review);
    const matches = (await pick(transaction, resourceId, which)).filter(
      (match) => match.state !== stateAfter[decision],
    );
    const { reports } = await countMatches(transaction, resourceId);
    // Reader reports without matches: the decision is about the resource as a whole.
    const isOfReports = which === 'all' && matches.length === 0 && reports > 0 && decision !== 'mask';
    if (!isOfReports) judge(matches, decision);
    const batchId = newId();
    const row = this.#rowOf(context, review, batchId, decision, why);
    if (isOfReports) await insertDecision(transaction, row);
    else {
      const verdicts = await insertVerdicts(transaction, row, matches);
      await scans.decide(transaction, stateAfter[decision], verdicts);
    }
    await sumReview(transaction, resourceId);
    if (which === 'all') await settleReports(transaction, resourceId, { by: context.principal.userId, batchId });
    await masks.sync(transaction, resourceId);
    const moved =
      decision === 'block'
        ? await gate.block(transaction, context, resourceId, await this.#inWords(why), { isReported: reports > 0 })
        : undefined;
    const after = { ...review, resource_state: moved?.state ?? review.resource_state };
    const counts = await countMatches(transaction, resourceId);
    const liftsBlock = matches.some((match) => match.severity === 'block' || match.state === 'confirmed');
    const asks = liftsBlock && !review.unblock_asked_at && isLiftable(after, counts);
    const { userId } = context.principal;
    const columns: ReviewColumns = {
      ...settled(settledState(after, counts), userId),
      ...(decision === 'block' && unasked),
      ...(moved && { resource_state_before: moved.before.state as string }),
      ...(asks && {
        ...{ unblock_asked_by: userId, unblock_asked_at: sql<Date>`now()` },
        unblock_asked_why: await this.#inWords(why),
      }),
    };
    const step = { action: `review.${doneWords[decision]}`, after: { hits: matches.length, ...reasonOf(why) } };
    const written = await changes.write(transaction, context, review, columns, step);
    await this.#keep(transaction, batchId, review, written, moved);
    if (asks) await announcer.tellReviewers(transaction, context, written, { kind: 'unblockAsked', onlyAdmins: false });
    return { batchId, review: written };
  }

  /** Decides about the whole resource. */
  decide(
    transaction: Executor,
    context: SignedInContext,
    review: LockedReview,
    { decision, ...why }: Why & { decision: ReviewDecision },
  ): Promise<Decided> {
    if (decision === 'return') return this.#return(transaction, context, review, why);
    if (decision === 'escalate') return this.#escalate(transaction, context, review, why);
    return this.decideHits(transaction, context, review, { ...why, decision, which: 'all' });
  }

  async #return(transaction: Executor, context: SignedInContext, review: LockedReview, why: Why): Promise<Decided> {
    const { gate } = this.#dependencies;
    const batchId = await this.#begin(transaction, context, review, 'return', why);
    await settleReports(transaction, review.resource_id, { by: context.principal.userId, batchId });
    const moved = await gate.giveBack(transaction, context, review.resource_id, why.note);
    const columns = {
      ...unclaimed,
      ...{ state: 'returned', returned_by: context.principal.userId, returned_at: sql<Date>`now()` },
      returned_why: why.note,
    };
    return this.#end(transaction, context, review, { batchId, columns, moved, action: 'review.returned', why });
  }

  async #escalate(transaction: Executor, context: SignedInContext, review: LockedReview, why: Why): Promise<Decided> {
    const batchId = await this.#begin(transaction, context, review, 'escalate', why);
    const columns = {
      ...unclaimed,
      ...{ state: 'escalated', escalated_by: context.principal.userId, escalated_at: sql<Date>`now()` },
      escalated_why: why.note,
    };
    const ended = { batchId, columns, moved: undefined, action: 'review.escalated', why };
    const decided = await this.#end(transaction, context, review, ended);
    const notice = { kind: 'reviewEscalated', reason: why.note, onlyAdmins: true } as const;
    await this.#dependencies.announcer.tellReviewers(transaction, context, decided.review, notice);
    return decided;
  }

  async #begin(
    transaction: Executor,
    context: SignedInContext,
    review: LockedReview,
    decision: 'return' | 'escalate',
    why: Why,
  ): Promise<string> {
    await this.#dependencies.reviews.requireMine(transaction, context, review);
    const counts = await countMatches(transaction, review.resource_id);
    if (!movesOf(review, counts, context.principal).includes(decision)) throw new AppError('illegalMove');
    const batchId = newId();
    await insertDecision(transaction, this.#rowOf(context, review, batchId, decision, why));
    return batchId;
  }

  async #end(
    transaction: Executor,
    context: SignedInContext,
    review: LockedReview,
    {
      batchId,
      columns,
      moved,
      action,
      why,
    }: { batchId: string; columns: ReviewColumns; moved: GateMove; action: string; why: Why },
  ): Promise<Decided> {
    const step = { action, after: reasonOf(why) };
    const written = await this.#dependencies.changes.write(transaction, context, review, columns, step);
    await this.#keep(transaction, batchId, review, written, moved);
    return { batchId, review: written };
  }

  async #keep(
    transaction: Executor,
    batchId: string,
    review: LockedReview,
    written: LockedReview,
    moved: GateMove,
  ): Promise<void> {
    const before: UndoBefore = { review: keptColumns(review), gate: moved ?? null, version: written.version };
    await updateBefore(transaction, batchId, before);
  }

  #rowOf<Name extends ReviewDecision>(
    { principal }: SignedInContext,
    { resource_id: resourceId }: LockedReview,
    batchId: string,
    decision: Name,
    { reason, note, operationId }: Why,
  ) {
    return { batchId, resourceId, decision, reason, note, by: principal.userId, operationId: operationId ?? null };
  }

  /** The reason as text, shown with the resource and to the second person. */
  async #inWords({ reason, note }: Why): Promise<string> {
    const { defaultLanguage } = await this.#dependencies.settings.current();
    const { errorReasons, review } = messagesIn(defaultLanguage);
    const field = review.reasons[reason];
    return note ? fillText(errorReasons.ofField, { field, problem: note }, defaultLanguage) : field;
  }
}

const doneWords: Record<HitDecision, string> = { clear: 'cleared', block: 'blocked', mask: 'masked' };

async function pick(transaction: Executor, resourceId: string, which: Which): Promise<DecidedMatch[]> {
  if (which === 'all') return listMatchesAtHand(transaction, resourceId);
  if (!('ids' in which)) return listMatchesOfText(transaction, resourceId, which);
  const found = await listSimilarMatches(transaction, resourceId, which.ids);
  const known = new Set(found.map((match) => match.id));
  if (which.ids.some((id) => !known.has(id))) throw new AppError('textChanged');
  return found;
}

function judge(matches: readonly DecidedMatch[], decision: HitDecision): void {
  if (matches.length === 0) throw new AppError('illegalMove');
  if (matches.some((match) => !stands(match))) throw new AppError('textChanged');
  if (decision === 'mask' && matches.some((match) => !isMaskable(match.source))) throw new AppError('notMaskable');
}

/** A finished review is no longer claimed by anyone. */
function settled(state: LockedReview['state'], userId: string): ReviewColumns {
  if (isWorking(state)) return { state };
  return { ...unclaimed, state, decided_by: userId, decided_at: sql<Date>`now()` };
}

function reasonOf({ reason, note }: Why): Record<string, unknown> {
  return { reason, ...(note && { note }) };
}

/** What Undo restores, and the review's version after the decision. */
type UndoBefore = { review: ReviewColumns; gate: NonNullable<GateMove> | null; version: number };

const kept = [
  'state',
  'claimed_by',
  'claimed_at',
  'escalated_by',
  'escalated_at',
  'escalated_why',
  'returned_by',
  'returned_at',
  'returned_why',
  'unblock_asked_by',
  'unblock_asked_at',
  'unblock_asked_why',
  'decided_by',
  'decided_at',
  'resource_state_before',
] as const satisfies readonly (keyof LockedReview)[];

function keptColumns(review: LockedReview): ReviewColumns {
  return Object.fromEntries(kept.map((column) => [column, review[column]]));
}

type Dependencies = Pick<DecisionDependencies, 'changes' | 'scans' | 'gate' | 'masks'>;

/** Undoes the person's latest decision. Its record stays in the history. */
export class UndoService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async undo(
    transaction: Executor,
    context: SignedInContext,
    review: LockedReview,
    { batchId, inOperation }: { batchId: string; inOperation: boolean },
  ): Promise<LockedReview> {
    const { changes, scans, gate, masks } = this.#dependencies;
    const { resource_id: resourceId } = review;
    const head = await findHead(transaction, { batchId, resourceId });
    if (!head) throw new AppError('notFound');
    const { userId } = context.principal;
    const isTheirs = head.by === userId && (head.operation_id !== null) === inOperation;
    if (!isTheirs || head.undone_at || head.before === null) throw new AppError('undoNotPossible');
    const before = head.before as UndoBefore;
    if (before.version !== review.version) {
      throw new AppError(review.scan_version > before.version ? 'textChanged' : 'decidedMeanwhile');
    }
    await scans.revert(transaction, batchId);
    await undoBatch(transaction, batchId, userId);
    await sumReview(transaction, resourceId);
    await reopenReports(transaction, batchId);
    await masks.sync(transaction, resourceId);
    if (before.gate && !(await gate.putBack(transaction, context, resourceId, before.gate))) {
      throw new AppError('decidedMeanwhile');
    }
    const step = { action: 'review.decisionUndone', after: { decision: head.decision } };
    const written = await changes.write(transaction, context, review, before.review, step);
    await renewLast(transaction, resourceId, { from: before.version - 1, to: written.version });
    return written;
  }
}
