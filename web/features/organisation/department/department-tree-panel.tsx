import { type DepartmentTree, exportDepartments } from '@lectern/contract/features/department.ts';
import { Fragment, useEffect, useMemo, useRef, useState } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { DragArea } from '../../../components/drag/drag-area.tsx';
import { FloatingPanel } from '../../../components/floating-panel.tsx';
import { Icon } from '../../../components/icon.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { SearchBox } from '../../../components/list-page/search-box.tsx';
import { MenuItem, MenuSeparator } from '../../../components/menu-item.tsx';
import { addressOf } from '../../../lib/callable.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { createStore } from '../../../lib/store.ts';
import { useLatest } from '../../../lib/use-latest.ts';
import { useStore } from '../../../lib/use-store.ts';
import { mayManage as mayManageUnits } from '../unit-actions.ts';
import { treeMenu } from './department-menu.ts';
import { lineOf, placeAt, type TreeNode, treeRows } from './department-tree.ts';
import { DepartmentTreeRow } from './tree-row.tsx';
import { useDepartmentDeeds } from './use-department-deeds.ts';
import { useTreeKeys } from './use-tree-keys.ts';
import './department-tree.css';

/** Which nodes show what is below them; null: colleges alone. Kept while one looks at other pages. */
const openNodes = createStore<ReadonlySet<string> | null>(null);

/** A file that an import takes back as it is. */
const exportHref = addressOf(exportDepartments, {
  query: { format: 'csv', columns: 'code,name,collegeCode,parentCode,headAccount,description' },
});

type Props = { tree: DepartmentTree; chosenId: string | null; onChoose: (node: TreeNode | null) => void };

/** Colleges and departments: walked and put in order by keys, or by drag. */
export function DepartmentTreePanel({ tree, chosenId, onChoose }: Props) {
  const texts = useTexts();
  const { tree: words } = texts.department;
  const me = useCurrentUser();
  const mayManage = mayManageUnits(me);
  const deeds = useDepartmentDeeds();
  const element = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [focusedId, setFocusedId] = useState<string | null>(chosenId);
  const [menu, setMenu] = useState<{ node: TreeNode; anchor: HTMLElement } | null>(null);
  const stored = useStore(openNodes);
  const open = useMemo(() => stored ?? new Set(tree.colleges.map(({ id }) => id)), [stored, tree]);
  const rows = useMemo(() => treeRows(tree, (id) => open.has(id), text.trim()), [tree, open, text]);
  const reachable = rows.some(({ node }) => node.id === focusedId) ? focusedId : rows[0]?.node.id;
  const setOpen = (ids: Iterable<string>, isOpen: boolean) => {
    const next = new Set(openNodes.get() ?? tree.colleges.map(({ id }) => id));
    for (const id of ids) isOpen ? next.add(id) : next.delete(id);
    openNodes.set(next);
  };
  // What is chosen is seen, however deep it lies; later closing is the person's own wish.
  const latest = useLatest({ tree, setOpen });
  useEffect(() => {
    if (!chosenId) return;
    setFocusedId(chosenId);
    const above = lineOf(latest.current.tree, chosenId).slice(0, -1);
    latest.current.setOpen(
      above.map(({ id }) => id),
      true,
    );
  }, [chosenId]);
  const deedsOf = (node: TreeNode) => treeMenu(node, { tree, deeds, texts, me });
  const openMenu = (node: TreeNode, anchor: HTMLElement) => setMenu({ node, anchor });
  const toggle = (id: string, isOpen: boolean) => setOpen([id], isOpen);
  const handlers = useTreeKeys({
    tree: element,
    rows,
    all: tree,
    mayManage,
    deedsOf,
    onFocus: setFocusedId,
    onChoose,
    onToggle: toggle,
    onMenu: openMenu,
  });
  const parents = [
    ...tree.colleges.map(({ id }) => id),
    ...tree.departments.filter(({ departments }) => departments > 0).map(({ id }) => id),
  ];
  const allOpen = parents.every((id) => open.has(id));
  return (
    <aside className="drag-panel department-tree" aria-label={words.label}>
      <div className="department-tree-head">
        <SearchBox keyless ref={search} value={text} placeholder={words.find} onSearch={setText} />
        <a
          className="icon-button"
          href={exportHref}
          download
          title={texts.department.exportTree}
          aria-label={texts.department.exportTree}
        >
          <Icon name="download" />
        </a>
        <IconButton
          icon={allOpen ? 'rows' : 'rowsWide'}
          label={allOpen ? words.collapseAll : words.expandAll}
          disabled={parents.length === 0}
          onClick={() => setOpen(parents, !allOpen)}
        />
      </div>
      <button
        type="button"
        className="department-tree-all"
        aria-pressed={chosenId === null}
        onClick={() => onChoose(null)}
      >
        {words.everything}
      </button>
      {rows.length === 0 && (
        <p className="department-tree-none" role="status">
          {text.trim() ? words.foundNone : words.noColleges}
          {!text.trim() && <AppLink to="/app/system/subject">{words.toColleges}</AppLink>}
        </p>
      )}
      <DragArea
        onDrop={(dragged, place) => {
          const isOpen = rows.some((row) => row.node.id === place.id && row.open);
          const to = placeAt(tree, dragged.id, { ...place, open: isOpen });
          if (!to) return;
          if (place.zone === 'inside') toggle(place.id, true);
          void deeds.place(dragged.id, to);
        }}
      >
        <div
          ref={element}
          role="tree"
          tabIndex={-1}
          aria-label={words.label}
          className="department-tree-rows"
          {...handlers}
        >
          {rows.map((row) => (
            <DepartmentTreeRow
              key={row.node.id}
              row={row}
              tree={tree}
              chosen={row.node.id === chosenId}
              reachable={row.node.id === reachable}
              mayManage={mayManage}
              onChoose={onChoose}
              onToggle={toggle}
              onMenu={openMenu}
            />
          ))}
        </div>
      </DragArea>
      {mayManage && rows.length > 0 && <p className="department-tree-hint">{words.keysHint}</p>}
      {menu && (
        <FloatingPanel
          anchor={menu.anchor}
          label={fillText(words.actionsOf, { name: menu.node.name })}
          role="menu"
          onClose={() => setMenu(null)}
        >
          {deedsOf(menu.node).map(({ id, label, icon, keys, look, separated, run }) => (
            <Fragment key={id}>
              {separated && <MenuSeparator />}
              <MenuItem
                {...(icon && { icon })}
                {...(keys && { keys })}
                {...(look && { look })}
                onSelect={() => {
                  setMenu(null);
                  run();
                }}
              >
                {label}
              </MenuItem>
            </Fragment>
          ))}
        </FloatingPanel>
      )}
    </aside>
  );
}
