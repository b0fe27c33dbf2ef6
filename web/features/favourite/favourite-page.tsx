import type { OutputOf } from '@lectern/contract/endpoint.ts';
import type { listFavouriteFolders } from '@lectern/contract/features/favourite.ts';
import { useEffect, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { DragArea } from '../../components/drag/drag-area.tsx';
import { beforeIdOf } from '../../components/drag/sort-list.tsx';
import type { Dragged, DropPlace } from '../../components/drag/use-drag-row.ts';
import { QueryError } from '../../components/error-panel.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { type Action, registerActions } from '../../lib/actions.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { useStore } from '../../lib/store.ts';
import { useFavouriteAddress } from './favourite-address.ts';
import { askFavourite, closeFavouriteDialog, favouriteDialog } from './favourite-dialog.ts';
import { FolderPanel, useFolderActions } from './folder/folder-panel.tsx';
import { FavouriteList } from './list/favourite-list.tsx';
import { useFavouriteActions } from './use-favourite-actions.ts';
import { useFavouriteFolders, useFavourites } from './use-favourites.ts';
import '../../components/tree/tree-page.css';
import './favourite-page.css';

/** Loaded when the first dialog opens. */
const FavouriteDialogs = lazyPage(() =>
  import('./dialogs/favourite-dialogs.tsx').then((module) => module.FavouriteDialogs),
);

const newFolder: Action = {
  id: 'favourite.newFolder',
  label: ({ favourite }) => favourite.newFolder,
  icon: 'folder',
  group: 'create',
  keys: 'Shift+n',
  run: () => askFavourite({ kind: 'newFolder' }),
};

/** The user's favourites: folders on the left, the open folder on the right. */
export function FavouritePage() {
  const { favourite: words, routes } = useTexts();
  const format = useFormat();
  const folders = useFavouriteFolders();
  const { folder } = useFavouriteAddress();
  const asking = useStore(favouriteDialog) !== null;
  const shelf = folders.data;
  useEffect(() => closeFavouriteDialog, []);
  useEffect(() => registerActions([newFolder]), []);
  return (
    <div className="tree-page">
      <PageHeader
        title={routes['home.collect']}
        meta={shelf && <span>{fillText(words.total, { count: format.number(shelf.all) })}</span>}
      >
        <Button look="primary" icon="plus" onClick={() => askFavourite({ kind: 'newFolder' })}>
          {words.newFolder}
        </Button>
      </PageHeader>
      {folders.error && <QueryError query={folders} keepsOld={shelf !== undefined} />}
      {!shelf && !folders.error && (
        <SkeletonRegion className="favourite-parts">
          <div className="drag-panel favourite-skeleton">
            <Skeleton width="70%" />
            <Skeleton width="54%" />
            <Skeleton width="62%" />
          </div>
          <div className="drag-panel favourite-skeleton">
            <Skeleton width={300} height={30} />
            <Skeleton width="48%" height={22} />
            <Skeleton width="40%" height={22} />
            <Skeleton width="52%" height={22} />
          </div>
        </SkeletonRegion>
      )}
      {shelf && <FavouriteShelf key={folder} shelf={shelf} />}
      {asking && <FavouriteDialogs />}
    </div>
  );
}

type Props = { shelf: OutputOf<typeof listFavouriteFolders> };

/** Folders and favourites, with drag and drop between them. */
function FavouriteShelf({ shelf }: Props) {
  const { favourite: words } = useTexts();
  const { folder, search, query, setSearch } = useFavouriteAddress();
  const favourites = useFavourites(query);
  const { rows, show, pages } = favourites;
  const actions = useFavouriteActions(rows, show, pages.hasNextPage);
  const folderActions = useFolderActions(shelf.folders);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());

  const drop = (dragged: Dragged, place: DropPlace) => {
    if (dragged.kind === 'folder') {
      const moved = shelf.folders.find((one) => one.id === dragged.id);
      if (moved) void folderActions.place(moved, beforeIdOf(shelf.folders, place));
      return;
    }
    const row = rows.find((one) => one.id === dragged.id);
    if (!row) return;
    if (place.kind === 'favourite') return void actions.place(row, beforeIdOf(rows, place));
    const target = shelf.folders.find((one) => one.id === place.id);
    // Dragging a selected favourite moves the whole selection.
    const moving = chosen.has(row.id) ? rows.filter((one) => chosen.has(one.id)) : [row];
    setChosen(new Set());
    void actions.move(moving, target ?? { id: null, name: words.unfiled });
  };
  return (
    <DragArea onDrop={drop}>
      <div className="favourite-parts">
        <FolderPanel shelf={shelf} opened={folder} />
        <FavouriteList
          shelf={shelf}
          folder={folder}
          search={search}
          onSearch={setSearch}
          favourites={favourites}
          actions={actions}
          chosen={chosen}
          onChosen={setChosen}
        />
      </div>
    </DragArea>
  );
}
