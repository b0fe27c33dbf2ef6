import type { GateMove } from '../../resource/resource-gate.service.ts';
import type { LockedReview, ReviewColumns } from '../review.repository.ts';

/** What an Undo puts back, and the version of the review that the decision left. */
export type UndoBefore = { review: ReviewColumns; gate: NonNullable<GateMove> | null; version: number };

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

export function keptColumns(review: LockedReview): ReviewColumns {
  return Object.fromEntries(kept.map((column) => [column, review[column]]));
}
