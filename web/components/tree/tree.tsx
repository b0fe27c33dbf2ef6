import { Fragment, type HTMLAttributes, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useLatest } from '../../lib/use-latest.ts';
import type { Dragged, RowData, Zone } from '../drag/use-drag-row.ts';
import { FloatingPanel } from '../floating-panel.tsx';
import type { OpenState } from './open-nodes.ts';
import { indent, TreeItem } from './tree-item.tsx';
import { type TreeAction, TreeActionItems } from './tree-menu.tsx';
import { allowsPlace, lineOf, placeAt, type TreeMoves, type TreeNode, type TreeRow, treeRows } from './tree-model.ts';
import { rowElement, useTreeKeys } from './use-tree-keys.ts';
import './tree.css';
import '../visually-hidden.css';

/** Where the new node goes: after a sibling, at the end of a parent, or at the end of the top level. */
export type Adding = { parentId: string | null; afterId: string | null };

type TreeProps<Node extends TreeNode> = {
  label: string;
  /** All nodes, in order. While searching, `shown` has only the matches with their ancestors, all of them open. */
  nodes: readonly Node[];
  shown?: readonly Node[] | undefined;
  open: OpenState;
  chosenId: string | null;
  nameOf: (node: Node) => string;
  onChoose: (node: Node) => void;
  /** Menu actions of a node; their keys also work while it has the focus. */
  actionsOf?: ((node: Node) => readonly TreeAction[]) | undefined;
  /** Absent when every node has actions. */
  hasActions?: (node: Node) => boolean;
  /** Absent when the user may not reorder the tree. */
  moves?: TreeMoves<Node> | undefined;
  /** Whether something else from the drag area can be dropped into a node; the area handles the drop. */
  takes?: ((dragged: Dragged) => boolean) | undefined;
  renaming?:
    | {
        id: string | null;
        maxLength: number;
        onChange: (id: string | null) => void;
        onSave: (node: Node, name: string) => void;
      }
    | undefined;
  adding?:
    | { at: Adding; label: string; maxLength: number; onSave: (name: string, at: Adding) => void; onEnd: () => void }
    | undefined;
  attributesOf?: (node: Node) => HTMLAttributes<HTMLElement> & Record<`data-${string}`, unknown>;
  /** Content of a row. */
  children: (row: TreeRow<Node>) => ReactNode;
};

/** A tree that can be navigated, reordered and renamed by keyboard or pointer. Must be inside a drag area. */
export function Tree<Node extends TreeNode>(props: TreeProps<Node>) {
  const { label, nodes, shown, open, chosenId, nameOf, onChoose, actionsOf, moves, takes, renaming, adding } = props;
  const { tree: words } = useTexts().drag;
  const element = useRef<HTMLDivElement>(null);
  const [focusedId, setFocusedId] = useState<string | null>(chosenId);
  const [menu, setMenu] = useState<{ node: Node; anchor: HTMLElement } | null>(null);
  const rows = useMemo(
    () => (shown ? treeRows(shown, () => true) : treeRows(nodes, open.isOpen)),
    [nodes, shown, open],
  );
  const tabId = [focusedId, chosenId].find((id) => rows.some(({ node }) => node.id === id)) ?? rows[0]?.node.id;
  const toggle = (id: string, isOpen: boolean) => open.set([id], isOpen);
  useChosenInView(nodes, open, chosenId, setFocusedId);

  const hasMenu = (node: Node) => actionsOf !== undefined && (props.hasActions?.(node) ?? true);
  const openMenu = (node: Node, anchor: HTMLElement) => hasMenu(node) && setMenu({ node, anchor });
  const handlers = useTreeKeys({
    tree: element,
    rows,
    nodes,
    nameOf,
    onFocus: setFocusedId,
    onChoose,
    onToggle: toggle,
    onRename: renaming?.onChange,
    actionsOf,
    onMenu: openMenu,
    moves,
  });
  const focusAgain = (id: string) => requestAnimationFrame(() => rowElement(element.current, id)?.focus());
  const addRow = adding && placeOfNew(rows, nodes, adding.at);
  const addField = adding && addRow && (
    <div
      role="treeitem"
      aria-level={addRow.depth + 1}
      aria-selected={false}
      tabIndex={-1}
      className="tree-item"
      style={{ paddingLeft: 24 + addRow.depth * indent }}
    >
      <TreeNameField
        key={adding.at.parentId}
        label={adding.label}
        placeholder={adding.label}
        maxLength={adding.maxLength}
        goesOn
        onSave={(name) => adding.onSave(name, adding.at)}
        onClose={(byKey) => {
          adding.onEnd();
          const back = adding.at.afterId ?? adding.at.parentId;
          if (byKey && back) focusAgain(back);
        }}
      />
    </div>
  );
  return (
    <>
      <div ref={element} role="tree" tabIndex={-1} aria-label={label} className="tree-rows" {...handlers}>
        {addRow?.index === -1 && addField}
        {rows.map((row, at) => {
          const { node } = row;
          const name = nameOf(node);
          const isRenaming = renaming?.id === node.id;
          return (
            <Fragment key={node.id}>
              <TreeItem<Node>
                row={row}
                drag={dragOf(row, { nodes, name, open, moves, takes })}
                fixed={!moves || isRenaming || moves.isFixed?.(node) === true}
                chosen={node.id === chosenId}
                reachable={node.id === tabId}
                attributes={props.attributesOf?.(node)}
                onChoose={onChoose}
                onToggle={toggle}
                onDoubleClick={() => {
                  if (renaming) renaming.onChange(node.id);
                  else if (row.open !== undefined) toggle(node.id, !row.open);
                }}
                onMenu={!isRenaming && hasMenu(node) ? (anchor) => openMenu(node, anchor) : undefined}
              >
                {isRenaming ? (
                  <TreeNameField
                    label={fillText(words.rename, { name })}
                    value={name}
                    maxLength={renaming.maxLength}
                    onSave={(next) => renaming.onSave(node, next)}
                    onClose={(byKey) => {
                      renaming.onChange(null);
                      if (byKey) focusAgain(node.id);
                    }}
                  />
                ) : (
                  props.children(row)
                )}
              </TreeItem>
              {addRow?.index === at && addField}
            </Fragment>
          );
        })}
      </div>
      {menu && actionsOf && (
        <FloatingPanel
          anchor={menu.anchor}
          label={fillText(words.actionsOf, { name: nameOf(menu.node) })}
          role="menu"
          onClose={() => setMenu(null)}
        >
          <TreeActionItems actions={actionsOf(menu.node)} />
        </FloatingPanel>
      )}
    </>
  );
}

type DragOptions<Node extends TreeNode> = {
  nodes: readonly Node[];
  name: string;
  open: OpenState;
  moves: TreeMoves<Node> | undefined;
  takes: ((dragged: Dragged) => boolean) | undefined;
};

/** Drag data of a row: where other nodes and foreign items can be dropped on it. */
function dragOf<Node extends TreeNode>(row: TreeRow<Node>, options: DragOptions<Node>): RowData {
  const { nodes, name, open, moves, takes } = options;
  const { id } = row.node;
  const placeFor = (dragged: Dragged, zone: Zone) => {
    const to = placeAt(nodes, dragged.id, { id, zone, open: row.open === true });
    return to && moves && allowsPlace(nodes, moves, dragged.id, to) ? to : null;
  };
  const zones = (dragged: Dragged): Zone[] => {
    if (dragged.kind !== moves?.kind) return takes?.(dragged) ? ['inside'] : [];
    const all: Zone[] = moves.sorted ? ['inside'] : ['before', 'inside', 'after'];
    return all.filter((zone) => placeFor(dragged, zone));
  };
  const onDrop = (dragged: Dragged, zone: Zone) => {
    const to = placeFor(dragged, zone);
    if (!to || !moves) return false;
    if (zone === 'inside') open.set([id], true);
    moves.onPlace(dragged.id, to);
    return true;
  };
  return { kind: moves?.kind ?? 'node', id, name, zones, onDrop };
}

/** Opens the ancestors of the selected node; the user may close them again afterwards. */
function useChosenInView<Node extends TreeNode>(
  nodes: readonly Node[],
  open: OpenState,
  chosenId: string | null,
  onFocus: (id: string) => void,
): void {
  const latest = useLatest({ open, onFocus });
  const line = (chosenId ? lineOf(nodes, chosenId) : []).map(({ id }) => id).join(' ');
  useEffect(() => {
    if (!line) return;
    const above = line.split(' ');
    const chosen = above.pop();
    if (chosen) latest.current.onFocus(chosen);
    if (above.length > 0) latest.current.open.set(above, true);
  }, [line]);
}

/** Row after which the field for a new node appears, and its depth; -1 means before all rows. */
function placeOfNew<Node extends TreeNode>(
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

type NameFieldProps = {
  label: string;
  value?: string;
  placeholder?: string;
  maxLength: number;
  /** Called on Enter, or on blur if the name has changed; never with an empty name. */
  onSave: (name: string) => void;
  /** Called on Escape, or on blur without a change. `byKey` returns the focus to the tree. */
  onClose: (byKey: boolean) => void;
  /** Stays open after Enter to add another node. */
  goesOn?: boolean;
};

/** Inline field for naming a node. */
function TreeNameField({ label, value = '', placeholder, maxLength, onSave, onClose, goesOn = false }: NameFieldProps) {
  const [text, setText] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const closed = useRef(false);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
    field.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  const close = (byKey: boolean) => {
    if (closed.current) return;
    closed.current = true;
    onClose(byKey);
  };
  const save = (byKey: boolean) => {
    const name = text.trim();
    const isOther = name !== '' && name !== value;
    if (isOther && !closed.current) onSave(name);
    if (goesOn && isOther && byKey) setText('');
    else close(byKey);
  };
  return (
    <input
      ref={field}
      className="tree-name-field"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      maxLength={maxLength}
      autoComplete="off"
      onChange={(event) => setText(event.target.value)}
      onBlur={() => save(false)}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') save(true);
        else if (event.key === 'Escape') close(true);
        else return;
        event.preventDefault();
      }}
    />
  );
}
