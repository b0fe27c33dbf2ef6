import type { OutputOf } from '@lectern/contract/endpoint.ts';
import type { FavouriteFolder, listFavouriteFolders } from '@lectern/contract/features/favourite.ts';
import { useState } from 'react';
import { FloatingPanel } from '../../../components/floating-panel.tsx';
import { MenuItem, MenuSeparator } from '../../../components/menu-item.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { askFavourite } from '../favourite-dialog.ts';
import { FolderEntry } from './folder-entry.tsx';
import { useFolderDeeds } from './use-folder-deeds.ts';
import './folder-panel.css';

type Props = { shelf: OutputOf<typeof listFavouriteFolders>; opened: string };

/** All favourites, those in no folder, those that changed, and the folders in their own order. */
export function FolderPanel({ shelf, opened }: Props) {
  const { favourite: words } = useTexts();
  const deeds = useFolderDeeds(shelf.folders);
  const [menu, setMenu] = useState<{ folder: FavouriteFolder; anchor: HTMLElement } | null>(null);
  const at = menu ? shelf.folders.findIndex((folder) => folder.id === menu.folder.id) : -1;
  return (
    <nav className="drag-panel folder-panel" aria-label={words.folders}>
      <ul>
        <FolderEntry id="all" name={words.all} icon="star" count={shelf.all} opened={opened} />
        <FolderEntry id="unfiled" name={words.unfiled} icon="list" count={shelf.unfiled} opened={opened} takes />
        <FolderEntry id="flagged" name={words.flagged} icon="warning" count={shelf.flagged} opened={opened} alert />
      </ul>
      {shelf.folders.length > 0 && (
        <ul>
          {shelf.folders.map((folder) => (
            <FolderEntry
              key={folder.id}
              id={folder.id}
              name={folder.name}
              icon="folder"
              count={folder.favourites}
              opened={opened}
              takes
              own={{
                step: (by) => deeds.step(folder, by),
                rename: () => askFavourite({ kind: 'renameFolder', folder }),
                remove: () => void deeds.remove(folder),
                openMenu: (anchor) => setMenu({ folder, anchor }),
              }}
            />
          ))}
        </ul>
      )}
      <p className="folder-panel-hint">{words.folderHint}</p>
      {menu && (
        <FloatingPanel
          anchor={menu.anchor}
          label={fillText(words.folderActions, { name: menu.folder.name })}
          role="menu"
          onClose={() => setMenu(null)}
        >
          <MenuItem icon="edit" keys="F2" onSelect={() => askFavourite({ kind: 'renameFolder', folder: menu.folder })}>
            {words.rename}
          </MenuItem>
          {at > 0 && (
            <MenuItem icon="arrowUp" keys="Alt+ArrowUp" onSelect={() => void deeds.step(menu.folder, -1)}>
              {words.folderUp}
            </MenuItem>
          )}
          {at < shelf.folders.length - 1 && (
            <MenuItem icon="arrowDown" keys="Alt+ArrowDown" onSelect={() => void deeds.step(menu.folder, 1)}>
              {words.folderDown}
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem icon="trash" look="danger" keys="Delete" onSelect={() => void deeds.remove(menu.folder)}>
            {words.deleteFolder}
          </MenuItem>
        </FloatingPanel>
      )}
    </nav>
  );
}
