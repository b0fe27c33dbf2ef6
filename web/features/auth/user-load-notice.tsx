import { useEffect, useState } from 'react';
import type { ApiError } from '../../lib/api-error.ts';
import { noticeOf } from '../../lib/failure-listener.ts';
import { useCoreTexts } from '../../lib/i18n/use-texts.ts';
import { refreshUser } from '../../lib/initial-state.ts';
import { LoginNotice } from './login-notice.tsx';

const firstPauseMs = 2_000;
const longestPauseMs = 30_000;

/** A session is there but its user could not be loaded: tries again by itself, less and less often, and on demand. */
export function UserLoadNotice({ error }: { error: ApiError }) {
  const { login } = useCoreTexts();
  const [pauseMs, setPauseMs] = useState(firstPauseMs);
  const [trying, setTrying] = useState(false);

  async function tryAgain(): Promise<void> {
    setTrying(true);
    await refreshUser({ quiet: true });
    setTrying(false);
    setPauseMs((pause) => Math.min(pause * 2, longestPauseMs));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each failed try sets the next pause, and that the next timer
  useEffect(() => {
    if (trying) return;
    const timer = setTimeout(() => void tryAgain(), pauseMs);
    return () => clearTimeout(timer);
  }, [pauseMs, trying]);

  return (
    <LoginNotice tone="warn" text={login.userLoadFailed} hint={noticeOf(error)?.title} requestId={error.requestId}>
      <button type="button" className="action" aria-disabled={trying || undefined} onClick={() => void tryAgain()}>
        {trying ? login.retrying : login.retry}
      </button>
    </LoginNotice>
  );
}
