import type { OutputOf } from '@lectern/contract/endpoint.ts';
import {
  createFavouriteFolder,
  deleteFavouriteFolder,
  type FavouriteFolder,
  type listFavouriteFolders,
  listFavourites,
  updateFavouriteFolder,
  updateFavourites,
} from '@lectern/contract/features/favourite.ts';
import { type KeyboardEvent, useRef, useState } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import type { Dragged, Zone } from '../../../components/drag/use-drag-row.ts';
import { useDragRow } from '../../../components/drag/use-drag-row.ts';
import { FloatingPanel } from '../../../components/floating-panel.tsx';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { MenuItem, MenuSeparator } from '../../../components/menu-item.tsx';
import { call } from '../../../lib/api-client.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { favouriteHref, useFavouriteAddress } from '../favourite-address.ts';
import { askFavourite } from '../favourite-dialog.ts';
import { told, useSettle } from '../use-favourite-actions.ts';
import './folder-panel.css';

type Props = { shelf: OutputOf<typeof listFavouriteFolders>; opened: string };

/** All favourites, unfiled ones, changed ones, and the user's folders in their order. */
export function FolderPanel({ shelf, opened }: Props) {
  const { favourite: words } = useTexts();
  const actions = useFolderActions(shelf.folders);
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
                step: (by) => actions.step(folder, by),
                rename: () => askFavourite({ kind: 'renameFolder', folder }),
                remove: () => void actions.remove(folder),
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
            <MenuItem icon="arrowUp" keys="Alt+ArrowUp" onSelect={() => void actions.step(menu.folder, -1)}>
              {words.folderUp}
            </MenuItem>
          )}
          {at < shelf.folders.length - 1 && (
            <MenuItem icon="arrowDown" keys="Alt+ArrowDown" onSelect={() => void actions.step(menu.folder, 1)}>
              {words.folderDown}
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem icon="trash" look="danger" keys="Delete" onSelect={() => void actions.remove(menu.folder)}>
            {words.deleteFolder}
          </MenuItem>
        </FloatingPanel>
      )}
    </nav>
  );
}

type FolderEntryProps = {
  id: string;
  name: string;
  icon: IconName;
  count: number;
  opened: string;
  /** Whether favourites can be dropped here. */
  takes?: boolean;
  /** Highlights the count. */
  alert?: boolean;
  /** Actions of a user-made folder; absent for the built-in entries. */
  own?: {
    step: (by: -1 | 1) => Promise<void>;
    rename: () => void;
    remove: () => void;
    openMenu: (anchor: HTMLElement) => void;
  };
};

function FolderEntry({ id, name, icon, count, opened, takes, alert, own }: FolderEntryProps) {
  const { favourite: words } = useTexts();
  const format = useFormat();
  const link = useRef<HTMLAnchorElement>(null);
  const zones = (dragged: Dragged): Zone[] => {
    if (dragged.kind === 'favourite') return takes ? ['inside'] : [];
    return own && dragged.id !== id ? ['before', 'after'] : [];
  };
  const drag = useDragRow({ kind: 'folder', id, name, zones }, { fixed: !own });
  const step = async (by: -1 | 1) => {
    await own?.step(by);
    // A reordered DOM element loses the focus, so restore it.
    requestAnimationFrame(() => document.activeElement === document.body && link.current?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!own) return;
    const by = event.altKey ? ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key] : undefined;
    if (by) void step(by);
    else if (event.key === 'F2') own.rename();
    else if (event.key === 'Delete') own.remove();
    else return;
    event.preventDefault();
  };
  return (
    <li ref={drag.ref} {...drag.handlers} {...drag.marks} className="folder-entry drag-row" onKeyDown={onKeyDown}>
      <AppLink
        ref={link}
        to={favouriteHref(id)}
        aria-current={opened === id ? 'page' : undefined}
        {...(own && { 'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown F2 Delete' })}
      >
        <Icon name={icon} />
        <span className="folder-entry-name">{name}</span>
        <span className={alert && count > 0 ? 'folder-entry-count folder-entry-alert' : 'folder-entry-count'}>
          {format.number(count)}
        </span>
      </AppLink>
      {own && (
        <button
          type="button"
          className="folder-entry-more"
          aria-label={fillText(words.folderActions, { name })}
          aria-haspopup="menu"
          onClick={(event) => own.openMenu(event.currentTarget)}
        >
          <Icon name="more" size={14} />
        </button>
      )}
    </li>
  );
}

const atOnce = 200;

/** Folder actions, each with Undo. */
export function useFolderActions(folders: readonly FavouriteFolder[]) {
  const { favourite: words } = useTexts();
  const { folder: opened } = useFavouriteAddress();
  const settle = useSettle();
  const put = (id: string, beforeId: string | null) =>
    call(updateFavouriteFolder, { params: { id }, body: { beforeId } });
  const nextOf = (id: string) => folders[folders.findIndex((folder) => folder.id === id) + 1]?.id ?? null;

  const place = async (folder: FavouriteFolder, beforeId: string | null) => {
    const before = nextOf(folder.id);
    if (beforeId === folder.id || beforeId === before) return;
    const done = await settle(put(folder.id, beforeId));
    const title = fillText(words.done.folderMoved, { name: folder.name });
    if (done) told(title, () => settle(put(folder.id, before)));
  };

  return {
    place,
    /** Moves a folder one place up or down. */
    async step(folder: FavouriteFolder, by: -1 | 1) {
      const at = folders.findIndex((one) => one.id === folder.id);
      const other = folders[at + by];
      if (other) await place(folder, by < 0 ? other.id : (folders[at + 2]?.id ?? null));
    },
    /** Deletes a folder; its favourites become unfiled, and Undo puts them back. */
    async remove(folder: FavouriteFolder) {
      const before = nextOf(folder.id);
      const inside = await idsIn(folder.id);
      const done = await settle(call(deleteFavouriteFolder, { params: { id: folder.id } }));
      if (!done) return;
      if (opened === folder.id) navigate(favouriteHref('all'));
      const undo = async () => {
        const made = await call(createFavouriteFolder, { body: { name: folder.name } });
        await put(made.id, before);
        for (let from = 0; from < inside.length; from += atOnce) {
          const ids = inside.slice(from, from + atOnce);
          await call(updateFavourites, { body: { ids, folderId: made.id } });
        }
      };
      const text = inside.length > 0 ? words.done.folderDeletedText : undefined;
      told(fillText(words.done.folderDeleted, { name: folder.name }), () => settle(undo()), text);
    },
  };
}
async function idsIn(folder: string): Promise<string[]> {
  const ids: string[] = [];
  for (let more = true; more; ) {
    const after = ids.at(-1);
    const page = await call(listFavourites, { query: { folder, size: String(atOnce), ...(after && { after }) } });
    ids.push(...page.rows.map((row) => row.id));
    more = page.more;
  }
  return ids;
}
