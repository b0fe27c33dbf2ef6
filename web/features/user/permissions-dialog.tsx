import type { UserRow } from '@lectern/contract/features/user.ts';
import { Dialog } from '../../components/dialog.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { PermissionsTable } from './permissions-table.tsx';
import { closeUserDialog } from './user-dialog.ts';
import './user-dialogs.css';

/** Which pages a user may open, and why. */
export function PermissionsDialog({ user }: { user: UserRow }) {
  const { permissions } = useTexts().user;
  const title = fillText(permissions.title, { name: user.name });
  return (
    <Dialog open className="user-permissions" title={title} onClose={closeUserDialog}>
      <p>{permissions.text}</p>
      <PermissionsTable userId={user.id} label={title} />
    </Dialog>
  );
}
