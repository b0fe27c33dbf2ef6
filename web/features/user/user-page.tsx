import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ListPage } from '../../components/list-page/list-page.tsx';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { useStore } from '../../lib/store.ts';
import { closeUserDialog, userDialog } from './user-dialog.ts';
import { userListDefinition } from './user-list.tsx';

const UserDialogs = lazyPage(() => import('./user-dialogs.tsx').then((module) => module.UserDialogs));
const UserDetail = lazyPage(() => import('./detail/user-detail.tsx').then((module) => module.UserDetail));

export function UserPage() {
  const { searchStr } = useLocation();
  const asking = useStore(userDialog) !== null;
  // Close the dialog on leaving, so that a one-time password isn't shown to the next person who opens the page.
  useEffect(() => closeUserDialog, []);
  return (
    <>
      <ListPage definition={userListDefinition} />
      {new URLSearchParams(searchStr).has('id') && <UserDetail />}
      {asking && <UserDialogs />}
    </>
  );
}
