import { undoOperation } from '@lectern/contract/features/operation.ts';
import { getReview } from '@lectern/contract/features/review.ts';
import { undoDecision } from '@lectern/contract/features/review-decision.ts';
import { call } from '../../../lib/api-client.ts';
import { dictionary } from '../../../lib/i18n/language.ts';
import { dismiss, type NotificationDraft, notify } from '../../../lib/notifications.ts';
import { createStore } from '../../../lib/store.ts';

/** What one decided last, in the queue or on a review's page: U takes it back. */
type LastDeed = { kind: 'operation'; id: string } | { kind: 'decision'; reviewId: string; id: string };

const lastDeed = createStore<LastDeed | null>(null);

export function rememberDeed(deed: LastDeed): void {
  lastDeed.set(deed);
}

let lastTold = 0;

/** Of decisions one after the other, the last is told: more would lie over the page, and undo what is undone. */
export function tellDeed(draft: NotificationDraft): void {
  dismiss(lastTold);
  lastTold = notify(draft);
}

/** Takes the last deed back. Gives the review that it was about, where it was one alone. Why not is told like any failure. */
export async function undoLast(): Promise<string | null> {
  const deed = lastDeed.get();
  const texts = dictionary.get().texts;
  if (!deed) {
    if (texts) notify({ level: 'info', title: texts.review.nothingToUndo });
    return null;
  }
  return undoDeed(deed);
}

export async function undoDeed(deed: LastDeed): Promise<string | null> {
  const texts = dictionary.get().texts;
  if (deed.kind === 'operation') {
    await call(undoOperation, { params: { id: deed.id } });
    if (texts) tellDeed({ level: 'info', title: texts.operation.undoBegun, text: texts.operation.undoBegunText });
  } else {
    const id = deed.reviewId;
    const { version } = await call(getReview, { params: { id } });
    await call(undoDecision, { params: { id, decisionId: deed.id }, body: { version } });
    if (texts) tellDeed({ level: 'success', title: texts.review.undone });
  }
  if (lastDeed.get()?.id === deed.id) lastDeed.set(null);
  return deed.kind === 'decision' ? deed.reviewId : null;
}
