import { undoOperation } from '@lectern/contract/features/operation.ts';
import { getReview } from '@lectern/contract/features/review.ts';
import { undoDecision } from '@lectern/contract/features/review-decision.ts';
import { call } from '../../../lib/api-client.ts';
import { dictionary } from '../../../lib/i18n/language.ts';
import { dismiss, type NotificationDraft, notify } from '../../../lib/notifications.ts';
import { createStore } from '../../../lib/store.ts';

/** The last decision in the queue or on a review page, which U undoes. */
type LastAction = { kind: 'operation'; id: string } | { kind: 'decision'; reviewId: string; id: string };

const lastAction = createStore<LastAction | null>(null);

export function rememberAction(action: LastAction): void {
  lastAction.set(action);
}

let lastNotice = 0;

/** Replaces the previous notification, so that they don't pile up and nobody undoes the same action twice. */
export function notifyAction(draft: NotificationDraft): void {
  dismiss(lastNotice);
  lastNotice = notify(draft);
}

/** Undoes the last action; returns the id of its review if it concerned a single one, otherwise null. */
export async function undoLast(): Promise<string | null> {
  const action = lastAction.get();
  const texts = dictionary.get().texts;
  if (!action) {
    if (texts) notify({ level: 'info', title: texts.review.nothingToUndo });
    return null;
  }
  return undoAction(action);
}

export async function undoAction(action: LastAction): Promise<string | null> {
  const texts = dictionary.get().texts;
  if (action.kind === 'operation') {
    await call(undoOperation, { params: { id: action.id } });
    if (texts) notifyAction({ level: 'info', title: texts.operation.undoBegun, text: texts.operation.undoBegunText });
  } else {
    const id = action.reviewId;
    const { version } = await call(getReview, { params: { id } });
    await call(undoDecision, { params: { id, decisionId: action.id }, body: { version } });
    if (texts) notifyAction({ level: 'success', title: texts.review.undone });
  }
  if (lastAction.get()?.id === action.id) lastAction.set(null);
  return action.kind === 'decision' ? action.reviewId : null;
}
