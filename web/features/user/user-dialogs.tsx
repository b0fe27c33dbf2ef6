import { loadPageTexts } from '../../lib/i18n/language.ts';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { useStore } from '../../lib/use-store.ts';
import { ConfirmActionDialog } from './confirm-action-dialog.tsx';
import { HandOnDialog } from './hand-on-dialog.tsx';
import { HandoverDialog } from './handover-dialog.tsx';
import { PermissionsDialog } from './permissions-dialog.tsx';
import { PlaceDialog } from './place-dialog.tsx';
import { ResetPasswordDialog } from './reset-password-dialog.tsx';
import { userDialog } from './user-dialog.ts';
import { CreateUserDialog, EditUserDialog } from './user-form-dialogs.tsx';
import { ViewAsDialog } from './view-as-dialog.tsx';

/** Its code comes when somebody imports. */
const ImportUsersDialog = lazyPage(() =>
  import('./import-users-dialog.tsx').then((module) => module.ImportUsersDialog),
);

/** Few need it: its code and its texts come when somebody does. */
const PersonalDataDialog = lazyPage(async () => {
  const [module] = await Promise.all([import('./personal-data-dialog.tsx'), loadPageTexts('personalData')]);
  return module.PersonalDataDialog;
});

/** Whatever an action on users needs to ask or to show. */
export function UserDialogs() {
  const open = useStore(userDialog);
  switch (open?.kind) {
    case 'create':
      return <CreateUserDialog />;
    case 'import':
      return <ImportUsersDialog />;
    case 'edit':
      return <EditUserDialog key={open.user.id} user={open.user} />;
    case 'confirm':
      return <ConfirmActionDialog action={open.action} target={open.target} />;
    case 'place':
      return <PlaceDialog action={open.action} target={open.target} />;
    case 'handOn':
      return <HandOnDialog action={open.action} target={open.target} />;
    case 'resetPassword':
      return <ResetPasswordDialog user={open.user} />;
    case 'permissions':
      return <PermissionsDialog user={open.user} />;
    case 'personalData':
      return <PersonalDataDialog />;
    case 'viewAs':
      return <ViewAsDialog user={open.user} />;
    case 'handover':
      return <HandoverDialog user={open.user} password={open.password} />;
    default:
      return null;
  }
}
