import { useEffect } from 'react';
import { ListPage } from '../../components/list-page/list-page.tsx';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { useStore } from '../../lib/use-store.ts';
import { closeGroupDialog, deletingGroups } from './group-dialog.ts';
import { groupListDefinition } from './group-list.tsx';
import { useAskedId } from './request/asked-address.ts';

/** Their code comes when the first is opened. */
const DeleteGroupsDialog = lazyPage(async () => (await import('./delete-groups-dialog.tsx')).DeleteGroupsDialog);
const DecideDialog = lazyPage(async () => (await import('./request/decide-dialog.tsx')).DecideDialog);

/** Permission groups, and the requests for pages that wait for an answer. */
export function GroupListPage() {
  const deleting = useStore(deletingGroups) !== null;
  const asked = useAskedId();
  useEffect(() => closeGroupDialog, []);
  return (
    <>
      <ListPage definition={groupListDefinition} />
      {deleting && <DeleteGroupsDialog />}
      {asked && <DecideDialog />}
    </>
  );
}
