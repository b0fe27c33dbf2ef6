import type { SessionTokens } from '@lectern/contract/features/auth.ts';
import { ApiError } from '../../lib/api-error.ts';
import { noticeOf } from '../../lib/failure-listener.ts';
import type { CoreTexts } from '../../lib/i18n/use-texts.ts';
import { refreshUser } from '../../lib/initial-state.ts';
import { storeSession } from '../../lib/session.ts';

export type LoginMessage = {
  kind: 'wrongCredentials' | 'accountForbidden' | 'tooManyTries' | 'unreachable' | 'other';
  text: string;
  hint?: string;
  requestId?: string;
  /** When login is possible again, according to the server. */
  untilMs?: number;
};

/** Explains why a login failed. The message for too many tries is shown by `TriesNotice`. */
export function loginMessageOf(error: unknown, { login, request }: CoreTexts): LoginMessage {
  if (!(error instanceof ApiError)) return { kind: 'other', text: request.unreadable };
  const untilMs = Date.parse(error.details?.until ?? '');
  if (error.code === 'wrongCredentials') return { kind: 'wrongCredentials', text: login.wrongCredentials };
  if (error.code === 'accountForbidden') return { kind: 'accountForbidden', text: login.accountForbidden };
  if (error.status === 429 && !Number.isNaN(untilMs)) return { kind: 'tooManyTries', text: error.message, untilMs };
  const notice = noticeOf(error);
  const text = error.message || (notice?.title ?? '');
  if (error.kind === 'network' || error.kind === 'timeout') {
    return { kind: 'unreachable', text, hint: login.unreachableHint };
  }
  return {
    kind: 'other',
    text,
    ...(error.message || !notice?.text ? {} : { hint: notice.text }),
    ...(error.status >= 500 && error.requestId ? { hint: login.serverErrorHint } : {}),
    ...(error.requestId ? { requestId: error.requestId } : {}),
  };
}

/** Last step of every login: stores the session and loads the user, which opens the app. */
export async function enter(tokens: SessionTokens): Promise<void> {
  storeSession(tokens);
  await refreshUser();
}
