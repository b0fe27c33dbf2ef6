import type { UserRow } from '@lectern/contract/features/user.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { closeUserDialog } from './user-dialog.ts';
import './user-dialogs.css';

type Props = { user: Pick<UserRow, 'name' | 'account'>; password: string };

/** The one time that a one-time password is seen. */
export function HandoverDialog({ user, password }: Props) {
  const { handover } = useTexts().user;
  const footer = (
    <Button look="primary" onClick={closeUserDialog}>
      {handover.done}
    </Button>
  );
  return (
    <Dialog open title={fillText(handover.title, { name: user.name })} onClose={closeUserDialog} footer={footer}>
      <p>{handover.text}</p>
      <dl className="user-handover">
        <dt>{handover.account}</dt>
        <dd>{user.account}</dd>
        <dt>{handover.password}</dt>
        <dd>
          <code>{password}</code>
        </dd>
        <CopyButton text={`${user.account}\n${password}`} label={handover.copy} />
      </dl>
    </Dialog>
  );
}
