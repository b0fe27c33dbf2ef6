import type { UserAction } from '@lectern/contract/features/user.ts';
import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { startOn } from './user-actions.ts';
import { closeUserDialog, type UserTarget } from './user-dialog.ts';

/** Starts an action from its dialog, which closes once it is under way and stays when it is refused. */
export function useStart(action: UserAction, target: UserTarget) {
  const [busy, setBusy] = useState(false);
  const start = async (input?: Record<string, unknown>) => {
    if (busy) return;
    setBusy(true);
    try {
      await startOn(action, target, input);
      closeUserDialog();
    } catch {
      // Why it was refused is told by the shared handling of failures.
      setBusy(false);
    }
  };
  return { busy, start };
}

/** Who an action is for, in words. */
export function useWho({ row, count }: UserTarget): string {
  const { user } = useTexts();
  const format = useFormat();
  return row ? row.name : fillText(user.confirm.who, { count: format.number(count) });
}
