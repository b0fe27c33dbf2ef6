import type { ResourceState } from '@lectern/contract/features/resource-state.ts';
import { isItemType, type ReviewKind, type ReviewMove, type ReviewState } from '@lectern/contract/features/review.ts';
import { type HitDecision, maskableSources } from '@lectern/contract/features/review-decision.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { type RawBuilder, sql } from 'kysely';
import { dataScopeOf } from '../../platform/access/data-scope.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { isInScope } from '../../platform/list/meanings.ts';

/** Number of matches per state. `openBlock` counts open matches of severity *block*. */
export type MatchCounts = {
  open: number;
  openBlock: number;
  cleared: number;
  confirmed: number;
  masked: number;
  /** Reader reports that nobody has settled. */
  reports: number;
};

/** The fields of a review that checks of moves need. */
type Judged = {
  kind: ReviewKind;
  /** Null when there is no owner to return it to. */
  owner_id: string | null;
  state: ReviewState;
  resource_state: ResourceState;
  claimed_by: string | null;
  escalated_at: Date | null;
  unblock_asked_by: string | null;
  unblock_asked_at: Date | null;
  /** When making the redacted files failed; null when it didn't. */
  mask_failed_at: Date | null;
};

type Reviewer = { userId: string; roleId: number };

/** The match state that results from each decision. */
export const stateAfter = { clear: 'cleared', block: 'confirmed', mask: 'masked' } as const satisfies Record<
  HitDecision,
  string
>;

/** Metadata and file names are edited instead of masked. */
export function isMaskable(source: string): boolean {
  return (maskableSources as readonly string[]).includes(source);
}

const working: readonly ReviewState[] = ['open', 'claimed', 'escalated', 'returned'];

/** Whether matches or reader reports are waiting for a decision. */
export function waits(counts: MatchCounts): boolean {
  return counts.open + counts.reports > 0;
}

/**
 * The state of a review that follows from its matches. A blocked resource stays blocked until two people agree,
 * whatever becomes of its matches.
 */
export function settledState(review: Judged, counts: MatchCounts): ReviewState {
  if (waits(counts)) {
    if (working.includes(review.state)) return review.state;
    return review.claimed_by ? 'claimed' : 'open';
  }
  if (counts.confirmed > 0 || review.resource_state === 'blocked') return 'blocked';
  return counts.masked > 0 ? 'masked' : 'cleared';
}

export function isWorking(state: ReviewState): boolean {
  return working.includes(state);
}

/**
 * Whether someone has to act: decide, handle a failed mask, or lift a block without remaining reasons. Never for
 * resources in Trash.
 */
export function isDue(review: Judged, counts: MatchCounts): boolean {
  if (review.resource_state === 'trashed' || review.resource_state === 'purged') return false;
  return (
    (isWorking(review.state) && review.state !== 'returned') ||
    review.unblock_asked_at !== null ||
    review.mask_failed_at !== null ||
    isLiftable(review, counts)
  );
}

/** A block can be lifted when no match of severity *block* is open and none was confirmed. */
export function isLiftable(review: Judged, counts: MatchCounts): boolean {
  return review.resource_state === 'blocked' && counts.openBlock === 0 && counts.confirmed === 0;
}

/** Escalated reviews are for administrators, claimed ones for the person who claimed them. */
export function mayDecide(review: Judged, { userId, roleId }: Reviewer): boolean {
  if (review.claimed_by !== null) return review.claimed_by === userId;
  return review.state !== 'escalated' || hasAbility(roleId, 'admin');
}

/** What this person may do now. The page offers exactly what the server accepts. */
export function movesOf(review: Judged, counts: MatchCounts, person: Reviewer): ReviewMove[] {
  const isAdmin = hasAbility(person.roleId, 'admin');
  const may = mayDecide(review, person);
  const decided = counts.cleared + counts.confirmed + counts.masked;
  const others = (state: 'cleared' | 'confirmed' | 'masked') => counts.open > 0 || decided > counts[state];
  const isAsked = review.unblock_asked_at !== null;
  const isAsker = review.unblock_asked_by === person.userId;
  const offered: Record<ReviewMove, boolean> = {
    claim: may && review.claimed_by === null && waits(counts),
    release: review.claimed_by !== null && (review.claimed_by === person.userId || isAdmin),
    clear: may && (counts.reports > 0 || others('cleared')),
    block: may && (counts.reports > 0 || others('confirmed')),
    mask: may && !isItemType(review.kind) && others('masked'),
    return: may && review.owner_id !== null && review.state !== 'returned' && (waits(counts) || counts.confirmed > 0),
    escalate: may && review.state !== 'escalated' && waits(counts),
    askUnblock: may && !isAsked && isLiftable(review, counts),
    confirmUnblock: isAsked && !isAsker && isLiftable(review, counts),
    refuseUnblock: isAsked && !isAsker,
    withdrawUnblock: isAsked && isAsker,
    maskAgain: review.mask_failed_at !== null,
  };
  return (Object.keys(offered) as ReviewMove[]).filter((move) => offered[move]);
}

/** Reviews are visible within the data scope of their resources, but not while those are in Trash. */
export function reviewScope(principal: Principal): RawBuilder<unknown> {
  const scope = isInScope(dataScopeOf(principal), {
    departmentId: sql`sensitive_reviews.department_id`,
    ownerId: sql`sensitive_reviews.owner_id`,
  });
  return sql`(sensitive_reviews.live and ${scope})`;
}
