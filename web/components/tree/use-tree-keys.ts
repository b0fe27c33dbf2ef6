import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import type { TreeAction } from './tree-menu.tsx';
import {
  allowsPlace,
  lineOf,
  type Step,
  stepPlace,
  type TreeMoves,
  type TreeNode,
  type TreePlace,
  type TreeRow,
} from './tree-model.ts';

type Options<Node extends TreeNode> = {
  tree: RefObject<HTMLElement | null>;
  rows: readonly TreeRow<Node>[];
  nodes: readonly Node[];
  nameOf: (node: Node) => string;
  onFocus: (id: string) => void;
  onChoose: (node: Node) => void;
  onToggle: (id: string, open: boolean) => void;
  onRename: ((id: string) => void) | undefined;
  actionsOf: ((node: Node) => readonly TreeAction[]) | undefined;
  onMenu: (node: Node, anchor: HTMLElement) => void;
  moves: TreeMoves<Node> | undefined;
};

const steps: Record<string, Step> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' };

/**
 * Keyboard control of a tree: arrows, Home, End and type-ahead move, Enter opens, F2 renames, Alt+arrow moves the
 * node, and menu shortcuts run their actions.
 */
export function useTreeKeys<Node extends TreeNode>(options: Options<Node>) {
  const { tree, rows, nodes, nameOf, onFocus, onChoose, onToggle, onRename, actionsOf, onMenu, moves } = options;
  const within = useFocusInRows(tree, rows, nodes);

  const focus = (row: TreeRow<Node> | undefined): boolean => {
    if (!row) return true;
    onFocus(row.node.id);
    rowElement(tree.current, row.node.id)?.focus();
    return true;
  };
  const toggle = (id: string, open: boolean): boolean => {
    onToggle(id, open);
    return true;
  };
  const move = ({ node }: TreeRow<Node>, step: Step, { onPlace, sorted }: TreeMoves<Node>): boolean => {
    const to: TreePlace | null = sorted && (step === 'up' || step === 'down') ? null : stepPlace(nodes, node.id, step);
    if (!to || !moves || !allowsPlace(nodes, moves, node.id, to)) return true;
    within.current = { id: node.id, moved: true };
    if (step === 'in' && to.parentId) onToggle(to.parentId, true);
    onPlace(node.id, to);
    return true;
  };
  const act = ({ key, shiftKey, currentTarget }: KeyboardEvent, row: TreeRow<Node>): boolean => {
    if (key === 'F2' && onRename) onRename(row.node.id);
    else if (actionsOf && (key === 'ContextMenu' || (key === 'F10' && shiftKey))) {
      onMenu(row.node, rowElement(tree.current, row.node.id) ?? (currentTarget as HTMLElement));
    } else {
      const action = actionsOf?.(row.node).find(({ keys }) => keys?.toLowerCase() === key.toLowerCase());
      if (!action) return false;
      action.run();
    }
    return true;
  };
  const walk = (key: string, at: number, { node, open }: TreeRow<Node>): boolean => {
    switch (key) {
      case 'ArrowDown':
        return focus(rows[at + 1]);
      case 'ArrowUp':
        return focus(rows[at - 1]);
      case 'Home':
        return focus(rows[0]);
      case 'End':
        return focus(rows.at(-1));
      case 'ArrowRight':
        return open === false ? toggle(node.id, true) : !open || focus(rows[at + 1]);
      case 'ArrowLeft':
        return open ? toggle(node.id, false) : focus(rows.find((row) => row.node.id === node.parentId));
      case 'Enter':
      case ' ':
        onChoose(node);
        return true;
    }
    return jump(key, at);
  };
  /** Type-ahead: moves to the next row whose name begins with the letter. */
  const jump = (letter: string, at: number): boolean => {
    if (letter.length !== 1) return false;
    const after = [...rows.slice(at + 1), ...rows.slice(0, at)];
    const next = after.find(({ node }) => nameOf(node).toLowerCase().startsWith(letter.toLowerCase()));
    return next !== undefined && focus(next);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const id = (event.target as HTMLElement).dataset.node;
    const at = rows.findIndex(({ node }) => node.id === id);
    const row = rows[at];
    if (!row || event.ctrlKey || event.metaKey) return;
    const step = steps[event.key];
    const isHandled = event.altKey
      ? moves && step && move(row, step, moves)
      : act(event, row) || walk(event.key, at, row);
    if (!isHandled) return;
    event.preventDefault();
    // The page may use the same shortcut for something else.
    event.stopPropagation();
  };
  return {
    onKeyDown,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      within.current = target.dataset.node ? { id: target.dataset.node, moved: false } : null;
    },
    onBlur: ({ target }: FocusEvent) => {
      if (target.isConnected && !within.current?.moved) within.current = null;
    },
  };
}

/** Restores the focus to a row that moved in the page; if the row is gone, focuses the row above it. */
function useFocusInRows<Node extends TreeNode>(
  tree: RefObject<HTMLElement | null>,
  rows: readonly TreeRow<Node>[],
  nodes: readonly Node[],
) {
  const within = useRef<{ id: string; moved: boolean } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of rows can remove the focus
  useEffect(() => {
    const held = within.current;
    if (!held || rows.length === 0 || !(held.moved || document.activeElement === document.body)) return;
    const seen = lineOf(nodes, held.id).findLast(({ id }) => rowElement(tree.current, id));
    const next = seen ? rowElement(tree.current, seen.id) : tree.current?.querySelector<HTMLElement>('[tabindex="0"]');
    within.current = null;
    next?.focus();
  }, [rows, tree]);
  return within;
}

export function rowElement(tree: HTMLElement | null, id: string): HTMLElement | null {
  return tree?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`) ?? null;
}
