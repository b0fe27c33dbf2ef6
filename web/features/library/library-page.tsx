import { useEffect } from 'react';
import { ListPage } from '../../components/list-page/list-page.tsx';
import { ResourceDialogsHost } from '../../components/resource/list/resource-dialogs-host.tsx';
import { useResourceRefresh } from '../../components/resource/list/use-resource-refresh.ts';
import { DropArea } from '../../components/upload/drop-area.tsx';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { useStore } from '../../lib/use-store.ts';
import { closeLibraryDialog, libraryDialog } from './library-dialog.ts';
import { libraryListDefinition } from './library-list.tsx';
import { LibrarySide } from './library-side.tsx';
import { useLibraryPlace } from './use-library-place.ts';
import './library-page.css';

/** Their code comes when the first is opened. */
const LibraryDialogs = lazyPage(() => import('./library-dialogs.tsx').then((module) => module.LibraryDialogs));

/** Where resources are brought in and kept: libraries and folders left, what is in them right. */
export function LibraryPage() {
  const place = useLibraryPlace();
  const asking = useStore(libraryDialog) !== null;
  useEffect(() => closeLibraryDialog, []);
  useResourceRefresh();
  return (
    <DropArea place={place.uploadPlace} className="library-page">
      <LibrarySide place={place} />
      <ListPage definition={libraryListDefinition} />
      {asking && <LibraryDialogs />}
      <ResourceDialogsHost />
    </DropArea>
  );
}
