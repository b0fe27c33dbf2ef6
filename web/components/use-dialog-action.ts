import { useState } from 'react';

/**
 * Runs a dialog's action and closes the dialog. If the action fails, the dialog stays open; the error is shown
 * globally.
 */
export function useDialogAction(close: () => void) {
  const [busy, setBusy] = useState(false);
  const carryOut = async (action: () => Promise<void>) => {
    setBusy(true);
    try {
      await action();
      close();
    } catch {
      setBusy(false);
    }
  };
  return { busy, carryOut };
}
