import type { OutputOf } from '@lectern/contract/endpoint.ts';
import type { Favourite, listFavouriteFolders } from '@lectern/contract/features/favourite.ts';
import { useEffect, useRef, useState } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { Button } from '../../../components/button.tsx';
import { SortList } from '../../../components/drag/sort-list.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { QueryError } from '../../../components/error-panel.tsx';
import { FloatingPanel } from '../../../components/floating-panel.tsx';
import { toggled } from '../../../components/list-page/check-list.tsx';
import { SearchBox } from '../../../components/list-page/search-box.tsx';
import { MenuItem, MenuSeparator } from '../../../components/menu-item.tsx';
import { resourceHref } from '../../../components/resource/resource-href.ts';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { registerActions } from '../../../lib/actions.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { askFavourite } from '../favourite-dialog.ts';
import type { FavouriteActions } from '../use-favourite-actions.ts';
import type { useFavourites } from '../use-favourites.ts';
import { FavouriteRow } from './favourite-row.tsx';
import '../../../components/data-grid/grid-checkbox.css';
import '../../../components/list-page/selection-bar.css';

type Props = {
  shelf: OutputOf<typeof listFavouriteFolders>;
  folder: string;
  search: string;
  onSearch: (text: string) => void;
  favourites: ReturnType<typeof useFavourites>;
  actions: FavouriteActions;
  chosen: ReadonlySet<string>;
  onChosen: (chosen: ReadonlySet<string>) => void;
};

export function FavouriteList(props: Props) {
  const { shelf, folder, search, onSearch, favourites, actions, chosen, onChosen } = props;
  const { favourite: words } = useTexts();
  const { pages, rows } = favourites;
  const box = useRef<HTMLInputElement>(null);
  const [menu, setMenu] = useState<{ row: Favourite; anchor: HTMLElement } | null>(null);
  useEffect(
    () =>
      registerActions([
        {
          id: 'list.search',
          label: ({ list }) => list.focusSearch,
          group: 'rows',
          keys: '/',
          keysOnly: true,
          run: () => box.current?.focus(),
        },
      ]),
    [],
  );
  const names: Record<string, string> = { all: words.all, unfiled: words.unfiled, flagged: words.flagged };
  const name = names[folder] ?? shelf.folders.find((one) => one.id === folder)?.name ?? words.goneFolder;
  const picked = rows.filter((row) => chosen.has(row.id));
  const toggle = (row: Favourite) => onChosen(toggled(chosen, row.id));
  const move = (moved: readonly Favourite[]) =>
    askFavourite({ kind: 'move', favourites: moved, done: () => onChosen(new Set()) });
  const keys: Record<string, (row: Favourite) => void> = {
    x: toggle,
    n: (row) => askFavourite({ kind: 'note', favourite: row }),
    m: (row) => move([row]),
    delete: (row) => void actions.remove([row]),
  };
  // A filtered list can't be reordered, because hidden rows may lie in between.
  const ordered = search === '' && folder !== 'flagged';
  return (
    <section className="drag-panel favourite-card" aria-label={name}>
      <div className="favourite-toolbar">
        <SearchBox ref={box} value={search} placeholder={words.search} onSearch={onSearch} />
      </div>
      {picked.length > 0 && (
        <FavouriteBar
          picked={picked}
          actions={actions}
          onMove={() => move(picked)}
          onDone={() => onChosen(new Set())}
        />
      )}
      {pages.error && (
        <div className="favourite-error">
          <QueryError query={pages} keepsOld={rows.length > 0} />
        </div>
      )}
      <div className="favourite-rows">
        {pages.isPending && (
          <SkeletonRegion className="favourite-skeleton">
            <Skeleton width="48%" height={22} />
            <Skeleton width="40%" height={22} />
            <Skeleton width="52%" height={22} />
          </SkeletonRegion>
        )}
        {pages.isSuccess && rows.length === 0 && (
          <FavouriteEmpty folder={folder} search={search} none={shelf.all === 0} onClear={() => onSearch('')} />
        )}
        <SortList
          label={fillText(words.list, { folder: name })}
          kind="favourite"
          rows={rows}
          nameOf={(row) => row.title}
          more={pages.hasNextPage}
          fixed={false}
          onPlace={ordered ? (row, beforeId) => void actions.place(row, beforeId) : undefined}
          keys={keys}
          markOf={(row) => (chosen.has(row.id) ? 'selected' : undefined)}
        >
          {(row) => (
            <FavouriteRow
              row={row}
              folder={shelf.folders.find((one) => one.id === row.folderId)}
              showsFolder={folder === 'all' || folder === 'flagged'}
              chosen={chosen.has(row.id)}
              onToggle={() => toggle(row)}
              onMenu={(anchor) => setMenu({ row, anchor })}
            />
          )}
        </SortList>
        {pages.hasNextPage && (
          <div className="favourite-more">
            <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
              {words.more}
            </Button>
          </div>
        )}
      </div>
      {menu && (
        <FloatingPanel
          anchor={menu.anchor}
          label={fillText(words.actionsOf, { title: menu.row.title })}
          role="menu"
          align="end"
          onClose={() => setMenu(null)}
        >
          <FavouriteMenu row={menu.row} actions={actions} onMove={() => move([menu.row])} />
        </FloatingPanel>
      )}
    </section>
  );
}

type FavouriteBarProps = {
  picked: readonly Favourite[];
  actions: FavouriteActions;
  onMove: () => void;
  onDone: () => void;
};

/** Toolbar for the selected favourites. */
function FavouriteBar({ picked, actions, onMove, onDone }: FavouriteBarProps) {
  const { favourite: words, list } = useTexts();
  const renewed = picked.filter((row) => row.flags.includes('newVersion'));
  const then = (action: () => Promise<void>) => () => {
    onDone();
    void action();
  };
  return (
    <section className="selection-bar" aria-label={list.bulkBar}>
      <b>{fillText(words.selected, { count: picked.length })}</b>
      <button type="button" className="selection-link" onClick={onDone}>
        {list.clear}
      </button>
      <div className="selection-actions">
        <Button size="small" onClick={onMove}>
          {words.moveShort}
        </Button>
        {renewed.length > 0 && (
          <Button size="small" onClick={then(() => actions.seen(renewed))}>
            {words.seen}
          </Button>
        )}
        <Button size="small" onClick={then(() => actions.remove(picked))}>
          {words.removeShort}
        </Button>
      </div>
    </section>
  );
}

type FavouriteMenuProps = { row: Favourite; actions: FavouriteActions; onMove: () => void };

function FavouriteMenu({ row, actions, onMove }: FavouriteMenuProps) {
  const { favourite: words } = useTexts();
  const { resource } = row;
  return (
    <>
      {resource && (
        <MenuItem icon={resource.kind} onSelect={() => navigate(resourceHref(resource))}>
          {words.open}
        </MenuItem>
      )}
      <MenuItem icon="edit" keys="n" onSelect={() => askFavourite({ kind: 'note', favourite: row })}>
        {words.note}
      </MenuItem>
      <MenuItem icon="moveTo" keys="m" onSelect={onMove}>
        {words.move}
      </MenuItem>
      {row.flags.includes('newVersion') && (
        <MenuItem icon="check" onSelect={() => void actions.seen([row])}>
          {words.seen}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon="star" look="danger" keys="Delete" onSelect={() => void actions.remove([row])}>
        {words.remove}
      </MenuItem>
    </>
  );
}

type FavouriteEmptyProps = { folder: string; search: string; none: boolean; onClear: () => void };

/** Empty state, with what to do next. */
function FavouriteEmpty({ folder, search, none, onClear }: FavouriteEmptyProps) {
  const { favourite: words } = useTexts();
  if (search)
    return (
      <EmptyState
        icon="search"
        title={words.emptySearch}
        action={<Button onClick={onClear}>{words.clearSearch}</Button>}
      >
        {words.emptySearchText}
      </EmptyState>
    );
  if (folder === 'flagged')
    return (
      <EmptyState icon="done" title={words.emptyFlagged}>
        {words.emptyFlaggedText}
      </EmptyState>
    );
  if (none || folder === 'all')
    return (
      <EmptyState
        icon="star"
        title={words.emptyTitle}
        action={
          <AppLink className="button button-plain" to="/app/resource/info">
            {words.emptyAction}
          </AppLink>
        }
      >
        {words.emptyText}
      </EmptyState>
    );
  return (
    <EmptyState icon="folder" title={words.emptyFolder}>
      {words.emptyFolderText}
    </EmptyState>
  );
}
