import { ListPage } from '../../components/list-page/list-page.tsx';
import { ResourceDialogsHost } from '../../components/resource/list/resource-dialogs-host.tsx';
import { DropArea } from '../../components/upload/drop-area.tsx';
import { myListView } from './my-list.ts';
import { useMyLibrary } from './use-my-library.ts';
import './my-page.css';

/** What is one's own, with storage and to-dos beside it. Files can be dropped anywhere. */
export function MyPage() {
  return (
    <DropArea place={useMyLibrary()} className="my-page">
      <ListPage definition={myListView} />
      <ResourceDialogsHost />
    </DropArea>
  );
}
