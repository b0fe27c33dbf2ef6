import type { ReviewRow } from '@lectern/contract/features/review.ts';
import type { ReviewAction, ReviewDecision } from '@lectern/contract/features/review-decision.ts';
import type { RowTarget } from '../../lib/actions.ts';
import { beginOperation } from '../../lib/begin-operation.ts';
import { createStore } from '../../lib/store.ts';
import { rememberAction } from './decide/last-action.ts';

export type ReviewTarget = RowTarget<ReviewRow>;

/** What lies over the queue. */
type ReviewDialog =
  | { kind: 'decide'; decision: ReviewDecision; target: ReviewTarget }
  | { kind: 'assign'; target: ReviewTarget };

export const reviewDialog = createStore<ReviewDialog | null>(null);

export function closeReviewDialog(): void {
  reviewDialog.set(null);
}

/** Looking again can't be taken back; the others can. */
const lasting: readonly ReviewAction[] = ['rescan'];

/** Carries out an action of the queue on its target; the choice has then served. */
export async function startOn(
  action: ReviewAction,
  { selection, count, done }: Pick<ReviewTarget, 'selection' | 'count' | 'done'>,
  input?: Record<string, unknown>,
): Promise<void> {
  const { id } = await beginOperation({ list: 'review', action, selection, count, ...(input && { input }) });
  if (!lasting.includes(action)) rememberAction({ kind: 'operation', id });
  done();
}
