import { type Failure, onFailure } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { currentCoreTexts } from './i18n/language.ts';
import { fillText } from './i18n/use-texts.ts';
import { isLeaving } from './leave.ts';
import { type NotificationDraft, notify } from './notifications.ts';
import { emptyResponseCache } from './response-cache.ts';
import { clearSession, hadSession, readSession } from './session.ts';

/** Decides what a failed call shows, and ends the session when the login has expired. */
export function listenToFailures(): () => void {
  return onFailure((failure) => {
    if (failure.error.kind === 'loginExpired') endExpiredLogin(failure);
    else if (!isQuiet(failure)) show(failure.error);
  });
}

/**
 * Of many calls that expire together, the first ends the session; the others, and calls of an earlier login, stay
 * silent. The app then redirects to the login page.
 */
function endExpiredLogin({ token }: Failure): void {
  if (!hadSession() || (readSession()?.token ?? null) !== token) return;
  clearSession();
  emptyResponseCache();
  if (!isLeaving()) notify({ level: 'warning', title: currentCoreTexts().session.expired });
}

function isQuiet({ quiet, error }: Failure): boolean {
  return quiet === 'answered' ? error.kind === 'status' || error.kind === 'refused' : quiet;
}

function show(error: ApiError): void {
  const draft = noticeOf(error);
  if (draft) notify(draft);
}

function statusText(status: number): string {
  const { statuses } = currentCoreTexts();
  return statuses[status] ?? statuses[500] ?? '';
}

/** The notification for an error; undefined when nothing should be shown. Error panels use the same texts. */
export function noticeOf(error: ApiError): NotificationDraft | undefined {
  const { request, session } = currentCoreTexts();
  const common = { level: 'error', ...(error.requestId ? { requestId: error.requestId } : {}) } as const;
  switch (error.kind) {
    case 'refused':
      return { ...common, title: error.message || statusText(error.status) };
    case 'status': {
      const text = statusText(error.status);
      return error.message ? { ...common, title: error.message, text } : { ...common, title: text };
    }
    case 'http': {
      const readable = error.status < 200 || error.status > 299;
      const text = readable ? statusText(error.status) : request.unreadable;
      const title = fillText(request.httpErrorTitle, { status: error.status });
      return { ...common, title, text: `${error.url} ${text}` };
    }
    case 'network':
      return { ...common, title: request.network };
    case 'timeout':
      return { ...common, title: request.timeout, text: request.timeoutHint };
    case 'loginExpired':
      return { level: 'warning', title: session.expired };
    case 'aborted':
      return undefined;
  }
}
