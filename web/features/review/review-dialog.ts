import type { ReviewRow } from '@lectern/contract/features/review.ts';
import type { ReviewAction, ReviewDecision } from '@lectern/contract/features/review-decision.ts';
import type { RowTarget } from '../../lib/actions.ts';
import { beginOperation } from '../../lib/begin-operation.ts';
import { createStore } from '../../lib/store.ts';
import { rememberAction } from './decide/last-action.ts';

export type ReviewTarget = RowTarget<ReviewRow>;

/** The dialog open over the queue. */
type ReviewDialog =
  | { kind: 'decide'; decision: ReviewDecision; target: ReviewTarget }
  | { kind: 'assign'; target: ReviewTarget };

export const reviewDialog = createStore<ReviewDialog | null>(null);

export function closeReviewDialog(): void {
  reviewDialog.set(null);
}

/** Actions that can't be undone. */
const lasting: readonly ReviewAction[] = ['rescan'];

/** Starts an operation on the selected reviews, then clears the selection. */
export async function startOn(
  action: ReviewAction,
  { selection, count, done }: Pick<ReviewTarget, 'selection' | 'count' | 'done'>,
  input?: Record<string, unknown>,
): Promise<void> {
  const { id } = await beginOperation({ list: 'review', action, selection, count, ...(input && { input }) });
  if (!lasting.includes(action)) rememberAction({ kind: 'operation', id });
  done();
}
