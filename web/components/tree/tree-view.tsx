import { Fragment, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { useStore } from '../../lib/use-store.ts';
import type { Dragged, Zone } from '../drag/drag-place.ts';
import { type OpenNodes, setOpen } from './open-nodes.ts';
import { lineOf, placeAt, type TreeNode, type TreePlace, type TreeRow, treeRows } from './tree.ts';
import { indent, TreeItem } from './tree-item.tsx';
import { type TreeDeed, TreeMenu } from './tree-menu.tsx';
import { TreeNameField } from './tree-name-field.tsx';
import { rowElement, useTreeKeys } from './use-tree-keys.ts';
import './tree.css';
import '../visually-hidden.css';

/** Where somebody writes the name of a new one: below another one, behind a sibling or at the end. */
export type Adding = { parentId: string | null; afterId: string | null };

export type TreeViewProps<Node extends TreeNode> = {
  label: string;
  /** Tells it from other lists within the same drag area. */
  kind: string;
  /** All of them, in their order; `shown` are those that a search leaves, all open. */
  nodes: readonly Node[];
  shown?: readonly Node[] | undefined;
  open: OpenNodes;
  /** What is open until somebody opens or closes one. */
  usual: readonly string[];
  chosenId: string | null;
  nameOf: (node: Node) => string;
  isQuiet?: (node: Node) => boolean;
  onChoose: (node: Node) => void;
  deedsOf?: ((node: Node) => readonly TreeDeed[]) | undefined;
  onPlace?: ((id: string, to: TreePlace) => void) | undefined;
  /** Rows of other lists that may be put into one of this tree. */
  takes?: (dragged: Dragged) => boolean;
  keys?: Readonly<Record<string, (node: Node) => void>> | undefined;
  maxLength: number;
  renamingId?: string | null;
  onRename?: ((node: Node, name: string) => void) | undefined;
  onRenaming?: ((id: string | null) => void) | undefined;
  adding?: Adding | null;
  addLabel?: string;
  onAdd?: (name: string, at: Adding) => void;
  onAddEnd?: () => void;
  children: (row: TreeRow<Node>) => ReactNode;
};

/** Things below one another: walked and put in order by keys or by drag, named where they stand. */
export function TreeView<Node extends TreeNode>(props: TreeViewProps<Node>) {
  const { label, kind, nodes, shown, chosenId, nameOf, onChoose, deedsOf, onPlace, takes } = props;
  const { tree: words } = useTexts().drag;
  const element = useRef<HTMLDivElement>(null);
  const [focusedId, setFocusedId] = useState<string | null>(chosenId);
  const [menu, setMenu] = useState<{ node: Node; anchor: HTMLElement } | null>(null);
  const stored = useStore(props.open);
  const rows = useMemo(() => {
    if (shown) return treeRows(shown, () => true);
    const isOpen = stored ?? new Set(props.usual);
    return treeRows(nodes, (id) => isOpen.has(id));
  }, [nodes, shown, stored, props.usual]);
  const reachable = rows.some(({ node }) => node.id === focusedId) ? focusedId : rows[0]?.node.id;
  const toggle = (id: string, isOpen: boolean) => setOpen(props.open, props.usual, [id], isOpen);
  useChosenInView(props, setFocusedId);

  const onMenu = deedsOf && ((node: Node, anchor: HTMLElement) => setMenu({ node, anchor }));
  const onKeyDown = useTreeKeys({
    tree: element,
    rows,
    nodes,
    onFocus: setFocusedId,
    onChoose,
    onToggle: toggle,
    onMenu,
    onPlace,
    keys: props.keys,
  });
  const zonesOf =
    (row: TreeRow<Node>) =>
    (dragged: Dragged): Zone[] => {
      if (dragged.kind !== kind) return takes?.(dragged) ? ['inside'] : [];
      const fits = placeAt(nodes, dragged.id, { id: row.node.id, zone: 'inside', open: row.open });
      return fits && onPlace ? ['before', 'inside', 'after'] : [];
    };
  const focusAgain = (id: string) => requestAnimationFrame(() => rowElement(element.current, id)?.focus());
  const fieldOf = (node: Node) =>
    props.renamingId === node.id && (
      <TreeNameField
        label={fillText(words.rename, { name: nameOf(node) })}
        value={nameOf(node)}
        maxLength={props.maxLength}
        onSave={(name) => props.onRename?.(node, name)}
        onClose={(byKey) => {
          props.onRenaming?.(null);
          if (byKey) focusAgain(node.id);
        }}
      />
    );
  const { adding } = props;
  const addAt = adding ? addingRow(rows, nodes, adding) : null;
  const addField = adding && addAt && (
    <div
      role="treeitem"
      aria-level={addAt.depth + 1}
      aria-selected={false}
      tabIndex={-1}
      className="tree-item"
      style={{ paddingLeft: 24 + addAt.depth * indent }}
    >
      <TreeNameField
        key={adding.parentId}
        label={props.addLabel ?? ''}
        placeholder={props.addLabel ?? ''}
        maxLength={props.maxLength}
        goesOn
        onSave={(name) => props.onAdd?.(name, adding)}
        onClose={(byKey) => {
          props.onAddEnd?.();
          const back = adding.afterId ?? adding.parentId;
          if (byKey && back) focusAgain(back);
        }}
      />
    </div>
  );
  return (
    <>
      <div ref={element} role="tree" tabIndex={-1} aria-label={label} className="tree-rows" onKeyDown={onKeyDown}>
        {addAt?.index === -1 && addField}
        {rows.map((row, at) => (
          <Fragment key={row.node.id}>
            <TreeItem<Node>
              kind={kind}
              row={row}
              name={nameOf(row.node)}
              zones={zonesOf(row)}
              chosen={row.node.id === chosenId}
              reachable={row.node.id === reachable}
              fixed={!onPlace}
              quiet={props.isQuiet?.(row.node)}
              field={fieldOf(row.node) || undefined}
              onChoose={onChoose}
              onToggle={toggle}
              onMenu={onMenu}
              onRename={props.onRename && (({ id }) => props.onRenaming?.(id))}
            >
              {props.children(row)}
            </TreeItem>
            {addAt?.index === at && addField}
          </Fragment>
        ))}
      </div>
      {menu && deedsOf && (
        <TreeMenu
          anchor={menu.anchor}
          label={fillText(words.actionsOf, { name: nameOf(menu.node) })}
          deeds={deedsOf(menu.node)}
          onClose={() => setMenu(null)}
        />
      )}
    </>
  );
}

/** What is chosen is seen, however deep it lies; later closing is the person's own wish. */
function useChosenInView<Node extends TreeNode>(props: TreeViewProps<Node>, onFocus: (id: string) => void): void {
  const latest = useLatest({ props, onFocus });
  const { chosenId } = props;
  useEffect(() => {
    if (!chosenId) return;
    const { nodes, open, usual } = latest.current.props;
    latest.current.onFocus(chosenId);
    const above = lineOf(nodes, chosenId).slice(0, -1);
    if (above.length === 0) return;
    setOpen(
      open,
      usual,
      above.map(({ id }) => id),
      true,
    );
  }, [chosenId]);
}

/** Behind which row the field for a new one stands, and how deep; -1: before all of them. */
function addingRow<Node extends TreeNode>(
  rows: readonly TreeRow<Node>[],
  nodes: readonly Node[],
  { parentId, afterId }: Adding,
): { index: number; depth: number } {
  const behind = afterId ?? parentId;
  if (!behind) return { index: rows.length - 1, depth: 0 };
  const isWithin = ({ node }: TreeRow<Node>) => lineOf(nodes, node.id).some(({ id }) => id === behind);
  const own = rows.find(({ node }) => node.id === behind);
  return { index: rows.findLastIndex(isWithin), depth: (own?.depth ?? 0) + (afterId ? 0 : 1) };
}
