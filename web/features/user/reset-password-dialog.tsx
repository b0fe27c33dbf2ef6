import { listUsers, resetUserPassword, type UserRow } from '@lectern/contract/features/user.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { useMutationOf } from '../../lib/queries.ts';
import { closeUserDialog, showHandover } from './user-dialog.ts';

export function ResetPasswordDialog({ user }: { user: UserRow }) {
  const texts = useTexts().user;
  const reset = useMutationOf(resetUserPassword, { invalidates: [listUsers] });
  const tellMailed = (email: string) =>
    notify({ level: 'success', title: fillText(texts.handover.mailed, { name: user.name, email }) });
  return (
    <ConfirmDialog
      open
      title={fillText(texts.confirm.resetPassword.title, { who: user.name })}
      confirmLabel={texts.actions.resetPassword}
      look="danger"
      busy={reset.isPending}
      onConfirm={() =>
        reset.mutate({ params: { id: user.id } }, { onSuccess: (handover) => showHandover(user, handover, tellMailed) })
      }
      onClose={closeUserDialog}
    >
      {texts.confirm.resetPassword.text}
    </ConfirmDialog>
  );
}
