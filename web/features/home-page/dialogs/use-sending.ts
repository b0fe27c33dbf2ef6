import { useState } from 'react';

/** Sends once at a time; what is refused is shown where it was asked. */
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
