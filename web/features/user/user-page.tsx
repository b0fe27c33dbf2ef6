import { useLocation } from '@tanstack/react-router';
import { ListPage } from '../../components/list-page/list-page.tsx';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { UserDialogs } from './user-dialogs.tsx';
import { userListDefinition } from './user-list.tsx';

/** Its code comes when the first user is opened. */
const UserDetail = lazyPage(() => import('./detail/user-detail.tsx').then((module) => module.UserDetail));

export function UserPage() {
  const { searchStr } = useLocation();
  return (
    <>
      <ListPage definition={userListDefinition} />
      {new URLSearchParams(searchStr).has('id') && <UserDetail />}
      <UserDialogs />
    </>
  );
}
