import type { OutputOf } from '@lectern/contract/endpoint.ts';
import type { listFavouriteFolders } from '@lectern/contract/features/favourite.ts';
import { useState } from 'react';
import { DragArea } from '../../components/drag/drag-area.tsx';
import type { Dragged, DropPlace } from '../../components/drag/drag-place.ts';
import { beforeIdOf } from '../../components/drag/sort-list.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { useFavouriteAddress } from './favourite-address.ts';
import { FolderPanel } from './folder/folder-panel.tsx';
import { useFolderDeeds } from './folder/use-folder-deeds.ts';
import { FavouriteList } from './list/favourite-list.tsx';
import { useFavouriteDeeds } from './use-favourite-deeds.ts';
import { useFavourites } from './use-favourites.ts';

type Props = { shelf: OutputOf<typeof listFavouriteFolders> };

/** Folders and favourites, with dragging from one to the other. */
export function FavouriteShelf({ shelf }: Props) {
  const { favourite: words } = useTexts();
  const { folder, search, query, setSearch } = useFavouriteAddress();
  const favourites = useFavourites(query);
  const { rows, show, pages } = favourites;
  const deeds = useFavouriteDeeds(rows, show, pages.hasNextPage);
  const folderDeeds = useFolderDeeds(shelf.folders);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());

  const drop = (dragged: Dragged, place: DropPlace) => {
    if (dragged.kind === 'folder') {
      const moved = shelf.folders.find((one) => one.id === dragged.id);
      if (moved) void folderDeeds.place(moved, beforeIdOf(shelf.folders, place));
      return;
    }
    const row = rows.find((one) => one.id === dragged.id);
    if (!row) return;
    if (place.kind === 'favourite') return void deeds.place(row, beforeIdOf(rows, place));
    const target = shelf.folders.find((one) => one.id === place.id);
    // One of those that are chosen takes the others along.
    const moving = chosen.has(row.id) ? rows.filter((one) => chosen.has(one.id)) : [row];
    setChosen(new Set());
    void deeds.move(moving, target ?? { id: null, name: words.unfiled });
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
          deeds={deeds}
          chosen={chosen}
          onChosen={setChosen}
        />
      </div>
    </DragArea>
  );
}
