import { useCallback, useState } from 'react';
import { type ApiError, isApiError } from '../../lib/api-error.ts';

/** Runs one change at a time and keeps the error of the last one. After a conflict it calls `refresh`. */
export function useAttempt(refresh: () => Promise<unknown>) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const attempt = async <Answer>(action: () => Promise<Answer>): Promise<Answer | undefined> => {
    if (busy) return undefined;
    setBusy(true);
    setError(null);
    try {
      return await action();
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown;
      setError(thrown);
      if (thrown.status === 409) void refresh();
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  const clearError = useCallback(() => setError(null), []);
  return { attempt, busy, error, clearError };
}
