import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { type Step, stepPlace, type TreeNode, type TreePlace, type TreeRow } from './tree.ts';

type Options<Node extends TreeNode> = {
  tree: RefObject<HTMLElement | null>;
  rows: readonly TreeRow<Node>[];
  nodes: readonly Node[];
  onFocus: (id: string) => void;
  onChoose: (node: Node) => void;
  onToggle: (id: string, open: boolean) => void;
  onMenu?: ((node: Node, anchor: HTMLElement) => void) | undefined;
  /** Absent: the order is not for these people to change. */
  onPlace?: ((id: string, to: TreePlace) => void) | undefined;
  /** What other keys, in small letters, do to the one in focus. */
  keys?: Readonly<Record<string, (node: Node) => void>> | undefined;
};

const steps: Record<string, Step> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' };

/** Keys of a tree as everywhere, and with Alt the same keys move what is in focus. */
export function useTreeKeys<Node extends TreeNode>(options: Options<Node>) {
  const { tree, rows, nodes, onFocus, onChoose, onToggle, onMenu, onPlace, keys } = options;
  const moved = useRef<string | null>(null);
  const elementOf = (id: string) => rowElement(tree.current, id);
  // A row that changes its place in the page loses the focus.
  useEffect(() => {
    if (!moved.current || rows.length === 0) return;
    rowElement(tree.current, moved.current)?.focus();
    moved.current = null;
  }, [rows, tree]);

  const focus = (row: TreeRow<Node> | undefined) => {
    if (!row) return;
    onFocus(row.node.id);
    elementOf(row.node.id)?.focus();
  };
  const move = (row: TreeRow<Node>, step: Step) => {
    const place = stepPlace(nodes, row.node.id, step);
    if (!place || !onPlace) return;
    moved.current = row.node.id;
    if (step === 'in' && place.parentId) onToggle(place.parentId, true);
    onPlace(row.node.id, place);
  };
  const deed = (event: KeyboardEvent, row: TreeRow<Node>): boolean => {
    const step = event.altKey && onPlace ? steps[event.key] : undefined;
    const own = event.altKey ? undefined : keys?.[event.key.toLowerCase()];
    if (step) move(row, step);
    else if (own) own(row.node);
    else if (onMenu && (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey))) {
      const anchor = elementOf(row.node.id);
      if (anchor) onMenu(row.node, anchor);
    } else return false;
    return true;
  };
  const walk = (event: KeyboardEvent, at: number, row: TreeRow<Node>): boolean => {
    if (event.altKey) return false;
    const { id, parentId } = row.node;
    switch (event.key) {
      case 'ArrowDown':
        focus(rows[at + 1]);
        break;
      case 'ArrowUp':
        focus(rows[at - 1]);
        break;
      case 'Home':
        focus(rows[0]);
        break;
      case 'End':
        focus(rows.at(-1));
        break;
      case 'ArrowRight':
        if (row.open) focus(rows[at + 1]);
        else if (row.children > 0) onToggle(id, true);
        break;
      case 'ArrowLeft':
        if (row.open) onToggle(id, false);
        else focus(rows.find(({ node }) => node.id === parentId));
        break;
      case 'Enter':
      case ' ':
        onChoose(row.node);
        break;
      default:
        return false;
    }
    return true;
  };

  return (event: KeyboardEvent) => {
    const id = (event.target as HTMLElement).dataset.node;
    const at = rows.findIndex(({ node }) => node.id === id);
    const row = rows[at];
    if (!row || event.ctrlKey || event.metaKey) return;
    if (deed(event, row) || walk(event, at, row)) event.preventDefault();
  };
}

export function rowElement(tree: HTMLElement | null, id: string): HTMLElement | null {
  return tree?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`) ?? null;
}
