import type { ResourceState } from '@lectern/contract/features/resource-state.ts';
import { isItemType, type ReviewKind, type ReviewMove, type ReviewState } from '@lectern/contract/features/review.ts';
import { type HitDecision, maskableSources } from '@lectern/contract/features/review-decision.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { type RawBuilder, sql } from 'kysely';
import { dataScopeOf } from '../../platform/access/data-scope.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { isInScope } from '../../platform/list/meanings.ts';

/** How many matches are in which state; `openBlock`, how many of the open ones are of the gravest kind; `reports`, of readers. */
export type MatchCounts = {
  open: number;
  openBlock: number;
  cleared: number;
  confirmed: number;
  masked: number;
  /** Of readers, that nobody has settled. */
  reports: number;
};

/** What moves of a review are judged by. */
type Judged = {
  kind: ReviewKind;
  /** null: nobody to give it back to. */
  owner_id: string | null;
  state: ReviewState;
  resource_state: ResourceState;
  claimed_by: string | null;
  escalated_at: Date | null;
  unblock_asked_by: string | null;
  unblock_asked_at: Date | null;
  /** What others get to see could not be covered. */
  mask_failed_at: Date | null;
};

type Reviewer = { userId: string; roleId: number };

/** What a decision makes of a match. */
export const stateAfter = { clear: 'cleared', block: 'confirmed', mask: 'masked' } as const satisfies Record<
  HitDecision,
  string
>;

/** What people say of a resource, and its file's name, are changed rather than covered. */
export function isMaskable(source: string): boolean {
  return (maskableSources as readonly string[]).includes(source);
}

const working: readonly ReviewState[] = ['open', 'claimed', 'escalated', 'returned'];

/** Something has to be decided: what a scan found, or what readers said. */
export function waits(counts: MatchCounts): boolean {
  return counts.open + counts.reports > 0;
}

/**
 * Where a review stands by what its matches say. A resource that is blocked stays so until two people agreed, whatever became
 * of its matches.
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
 * Someone has to act: decide, see to what could not be masked, or lift a block that nothing speaks for
 * any more. What is in the trash waits for nobody.
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

/** A block can be lifted when nobody wants it any more: no such match is open, and none was confirmed. */
export function isLiftable(review: Judged, counts: MatchCounts): boolean {
  return review.resource_state === 'blocked' && counts.openBlock === 0 && counts.confirmed === 0;
}

/** Escalated reviews are for administrators, claimed ones for their claimer. */
export function mayDecide(review: Judged, { userId, roleId }: Reviewer): boolean {
  if (review.claimed_by !== null) return review.claimed_by === userId;
  return review.state !== 'escalated' || hasAbility(roleId, 'admin');
}

/** What this person may do right now: what the page offers, and all that the server accepts. */
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

/** Reviews are seen with their resources, as far as the data scope goes; not while those are in the trash. */
export function reviewScope(principal: Principal): RawBuilder<unknown> {
  const scope = isInScope(dataScopeOf(principal), {
    departmentId: sql`sensitive_reviews.department_id`,
    ownerId: sql`sensitive_reviews.owner_id`,
  });
  return sql`(sensitive_reviews.live and ${scope})`;
}
