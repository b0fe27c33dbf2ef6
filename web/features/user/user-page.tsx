import { ListPage } from '../../components/list-page/list-page.tsx';
import { UserDialogs } from './user-dialogs.tsx';
import { userListDefinition } from './user-list.tsx';

export function UserPage() {
  return (
    <>
      <ListPage definition={userListDefinition} />
      <UserDialogs />
    </>
  );
}
