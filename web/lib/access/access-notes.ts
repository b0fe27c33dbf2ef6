import { takeOfficeEvents } from '@lectern/contract/features/office-event.ts';
import { call } from '../api-client.ts';
import { initialState } from '../initial-state.ts';
import { sendCall } from '../send-call.ts';
import { readSession } from '../session.ts';
import { createAccessQueue, isFirstView } from './access-queue.ts';

/** The viewed resource, with the course and chapter it was opened in. */
export type AccessSubject = { resourceId: string; courseId?: string; chapterId?: string };

const queue = createAccessQueue({
  now: Date.now,
  takes: () => {
    const { user } = initialState.get();
    return user !== null && !user.viewedBy;
  },
  async send(events, leaving) {
    const request = { body: { events: [...events] } };
    // While the page unloads there is no time to renew the session or report a failure.
    if (leaving) await sendCall(takeOfficeEvents, request, { token: readSession()?.token ?? null, keepalive: true });
    else await call(takeOfficeEvents, request, { quiet: true });
  },
});

const leavers = new Set<() => void>();

/** Calls the listener when the page is hidden or unloads, before the remaining events are sent. */
export function whenLeaving(listener: () => void): () => void {
  leavers.add(listener);
  return () => leavers.delete(listener);
}

function leave(): void {
  for (const listener of [...leavers]) listener();
  void queue.flush(true);
}

window.addEventListener('pagehide', leave);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') leave();
});

/** Counts a view once per subject and visit, however often it is opened or re-rendered. */
export function recordView(subject: AccessSubject): void {
  const key = [subject.resourceId, subject.chapterId ?? subject.courseId ?? ''].join(' ');
  if (isFirstView(key, Date.now())) queue.note({ action: 'view', ...subject });
}

export function notePlay(subject: AccessSubject, stretch: { positionMs: number; seconds: number }): void {
  queue.note({ action: 'play', ...subject, ...stretch });
}
