import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useStart, useWho } from './use-start.ts';
import { type ConfirmedAction, closeUserDialog, type UserTarget } from './user-dialog.ts';

export function ConfirmActionDialog({ action, target }: { action: ConfirmedAction; target: UserTarget }) {
  const { user } = useTexts();
  const who = useWho(target);
  const { busy, start } = useStart(action, target);
  const { title, text } = user.confirm[action];
  return (
    <ConfirmDialog
      open
      title={fillText(title, { who })}
      confirmLabel={user.actions[action]}
      look="danger"
      busy={busy}
      onConfirm={() => void start()}
      onClose={closeUserDialog}
    >
      {text}
    </ConfirmDialog>
  );
}
