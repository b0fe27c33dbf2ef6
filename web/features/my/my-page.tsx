import { listLibraries } from '@lectern/contract/features/library.ts';
import { exportMyResources, listMyResources, myResourceList } from '@lectern/contract/features/resource.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ListPage } from '../../components/list-page/list-page.tsx';
import { ResourceDialogsHost } from '../../components/resource/list/resource-dialogs-host.tsx';
import { resourceListDefinition } from '../../components/resource/list/resource-list-definition.tsx';
import { DropArea, FileDrop, type UploadPlace } from '../../components/upload/drop-area.tsx';
import { UploadMenu } from '../../components/upload/upload-menu.tsx';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { startUpload } from '../../lib/uploads.ts';
import { MyAside } from './my-aside.tsx';
import './my-page.css';

/** Where one's first files are dropped. */
function NothingOfMine() {
  const { resourceDialogs } = useTexts();
  const place = useMyLibrary();
  return (
    <div className="my-empty">
      <FileDrop
        title={resourceDialogs.my.drop}
        label={resourceDialogs.my.choose}
        text={resourceDialogs.my.dropText}
        disabled={!place}
        onFiles={(files) => place && startUpload({ files, libraryId: place.libraryId, folderId: place.folderId })}
      />
    </div>
  );
}

/** One's personal library, where new files go; null until it is known. */
function useMyLibrary(): UploadPlace | null {
  const me = useCurrentUser();
  const libraries = useQuery({ ...queryOf(listLibraries, {}, { quiet: true }), staleTime: 60_000 });
  const own = libraries.data?.find(({ kind, owner }) => kind === 'personal' && owner?.id === me.id);
  return useMemo(() => (own ? { libraryId: own.id, folderId: null, name: own.name } : null), [own]);
}

function MyUpload() {
  const place = useMyLibrary();
  return place && <UploadMenu place={place} />;
}

/** What is one's own, with storage and to-dos beside it. Files can be dropped anywhere. */
export function MyPage() {
  return (
    <DropArea place={useMyLibrary()} className="my-page">
      <ListPage definition={myListView} />
      <ResourceDialogsHost />
    </DropArea>
  );
}

const myListView = resourceListDefinition({
  list: myResourceList,
  endpoint: listMyResources,
  exportEndpoint: exportMyResources,
  icon: 'home',
  HeaderEnd: MyUpload,
  Aside: MyAside,
  FirstEmpty: NothingOfMine,
});
