import { useState } from 'react';

/** Runs a dialog's action and closes the dialog. It stays open when the action fails; the failure is shown globally. */
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
