import { useState } from 'react';

/** Runs one request at a time and returns its error for the dialog to show. */
export function useSending() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const send = async (action: () => Promise<unknown>, then: () => void) => {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await action();
      then();
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
  };
  return { busy, error, send };
}
