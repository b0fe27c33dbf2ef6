import type { ColumnNode } from '@lectern/contract/features/column.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { DragArea } from '../../../components/drag/drag-area.tsx';
import { FloatingPanel } from '../../../components/floating-panel.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { SearchBox } from '../../../components/list-page/search-box.tsx';
import { registerActions } from '../../../lib/actions.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useLatest } from '../../../lib/use-latest.ts';
import { useStore } from '../../../lib/use-store.ts';
import { useColumnDeeds } from '../use-column-deeds.ts';
import { columnMenu } from './column-menu.ts';
import { ColumnMenuItems } from './column-menu-items.tsx';
import { lineOf, placeAt, searchColumns, treeRows } from './column-tree.ts';
import { ColumnTreeRow } from './column-tree-row.tsx';
import { openColumns, setOpen } from './open-columns.ts';
import { useTreeKeys } from './use-tree-keys.ts';
import './column-tree.css';

type Props = {
  columns: readonly ColumnNode[];
  chosenId: string | null;
  mayManage: boolean;
  onChoose: (id: string) => void;
};

/** The tree: walked and put in order by keys, or by drag. */
export function ColumnTreePanel({ columns, chosenId, mayManage, onChoose }: Props) {
  const texts = useTexts();
  const { column: words } = texts;
  const deeds = useColumnDeeds();
  const tree = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [focusedId, setFocusedId] = useState<string | null>(chosenId);
  const [menu, setMenu] = useState<{ column: ColumnNode; anchor: HTMLElement } | null>(null);
  const stored = useStore(openColumns);
  const roots = useMemo(() => columns.filter((column) => !column.parentId).map(({ id }) => id), [columns]);

  const rows = useMemo(() => {
    if (text) return treeRows(searchColumns(columns, text), () => true);
    const open = stored ?? new Set(roots);
    return treeRows(columns, (id) => open.has(id));
  }, [columns, text, stored, roots]);
  const reachable = rows.some(({ column }) => column.id === focusedId) ? focusedId : rows[0]?.column.id;

  // What is chosen is seen, however deep it lies; later closing is the person's own wish.
  const latest = useLatest({ columns, roots });
  useEffect(() => {
    if (!chosenId) return;
    setFocusedId(chosenId);
    const above = lineOf(latest.current.columns, chosenId).slice(0, -1);
    if (above.length > 0)
      setOpen(
        latest.current.roots,
        above.map(({ id }) => id),
        true,
      );
  }, [chosenId]);
  useEffect(
    () =>
      registerActions([
        {
          id: 'column.find',
          label: ({ column }) => column.find,
          icon: 'search',
          group: 'view',
          keys: '/',
          run: () => search.current?.focus(),
        },
      ]),
    [],
  );

  const openMenu = (column: ColumnNode, anchor: HTMLElement) => setMenu({ column, anchor });
  const toggle = (id: string, open: boolean) => setOpen(roots, [id], open);
  const onKeyDown = useTreeKeys({
    tree,
    rows,
    columns,
    mayManage,
    onFocus: setFocusedId,
    onChoose,
    onToggle: toggle,
    onMenu: openMenu,
  });
  const parents = columns.filter((column) => columns.some((one) => one.parentId === column.id)).map(({ id }) => id);
  const allOpen = parents.every((id) => (stored ?? new Set(roots)).has(id));
  return (
    <section className="drag-panel column-tree" aria-label={words.tree}>
      <div className="column-tree-head">
        <SearchBox ref={search} value={text} placeholder={words.find} onSearch={setText} />
        <IconButton
          icon={allOpen ? 'rows' : 'rowsWide'}
          label={allOpen ? words.collapseAll : words.expandAll}
          disabled={parents.length === 0}
          onClick={() => setOpen(roots, parents, !allOpen)}
        />
      </div>
      <DragArea
        onDrop={(dragged, place) => {
          const open = rows.some((row) => row.column.id === place.id && row.open);
          const to = placeAt(columns, dragged.id, { ...place, open });
          if (!to) return;
          if (place.zone === 'inside') toggle(place.id, true);
          void deeds.place(dragged.id, to);
        }}
      >
        <div
          ref={tree}
          role="tree"
          tabIndex={-1}
          aria-label={words.tree}
          className="column-tree-rows"
          onKeyDown={onKeyDown}
        >
          {rows.map((row) => (
            <ColumnTreeRow
              key={row.column.id}
              row={row}
              columns={columns}
              chosen={row.column.id === chosenId}
              reachable={row.column.id === reachable}
              mayManage={mayManage}
              onChoose={onChoose}
              onToggle={toggle}
              onMenu={openMenu}
            />
          ))}
        </div>
      </DragArea>
      {rows.length === 0 && <p className="column-tree-hint">{words.foundNone}</p>}
      {mayManage && <p className="column-tree-hint">{words.keysHint}</p>}
      {menu && (
        <FloatingPanel
          anchor={menu.anchor}
          label={fillText(words.actionsOf, { name: menu.column.name })}
          role="menu"
          onClose={() => setMenu(null)}
        >
          <ColumnMenuItems deeds={columnMenu(menu.column, columns, deeds, texts)} />
        </FloatingPanel>
      )}
    </section>
  );
}
