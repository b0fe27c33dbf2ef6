import type { UserRow } from '@lectern/contract/features/user.ts';
import { beginViewAs } from '@lectern/contract/features/view-as.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { openAfresh } from '../../lib/open-afresh.ts';
import { useMutationOf } from '../../lib/queries.ts';
import { closeUserDialog } from './user-dialog.ts';

/** Seeing what somebody sees begins with a fresh window: nothing of one's own stays in it. */
export function ViewAsDialog({ user }: { user: UserRow }) {
  const texts = useTexts();
  const begin = useMutationOf(beginViewAs);
  const { title, text } = texts.user.confirm.viewAs;
  return (
    <ConfirmDialog
      open
      title={fillText(title, { who: user.name })}
      confirmLabel={texts.user.actions.viewAs}
      busy={begin.isPending}
      onConfirm={() => begin.mutate({ params: { id: user.id } }, { onSuccess: () => openAfresh('/') })}
      onClose={closeUserDialog}
    >
      {text}
    </ConfirmDialog>
  );
}
