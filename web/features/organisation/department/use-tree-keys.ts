import type { DepartmentTree } from '@lectern/contract/features/department.ts';
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import type { TreeDeed } from './department-menu.ts';
import { lineOf, type Step, stepPlace, type TreeNode, type TreeRow } from './department-tree.ts';
import { useDepartmentDeeds } from './use-department-deeds.ts';

type Options = {
  tree: RefObject<HTMLElement | null>;
  rows: readonly TreeRow[];
  all: DepartmentTree;
  mayManage: boolean;
  deedsOf: (node: TreeNode) => readonly TreeDeed[];
  onFocus: (id: string) => void;
  onChoose: (node: TreeNode) => void;
  onToggle: (id: string, open: boolean) => void;
  onMenu: (node: TreeNode, anchor: HTMLElement) => void;
};

const steps: Record<string, Step> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' };
const deedKeys: Record<string, string> = { Delete: 'department.delete', n: 'below', e: 'edit' };

/** Keys of a tree as everywhere, and with Alt the same keys move the department itself. */
export function useTreeKeys(options: Options) {
  const { tree, rows, all, mayManage, deedsOf, onFocus, onChoose, onToggle, onMenu } = options;
  const deeds = useDepartmentDeeds();
  const moved = useRef<string | null>(null);
  const elementOf = (id: string) => tree.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`);
  const within = useRef<string | null>(null);
  // A row that changes its place in the page loses the focus; one that is seen no longer leaves it to what is above it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other rows can take it away
  useEffect(() => {
    const id = moved.current ?? (document.activeElement === document.body ? within.current : null);
    if (!id || rows.length === 0) return;
    moved.current = null;
    const seen = lineOf(all, id).findLast((node) => elementOf(node.id));
    const next = seen ? elementOf(seen.id) : tree.current?.querySelector<HTMLElement>('[tabindex="0"]');
    next?.focus();
  }, [rows, tree]);

  const focus = (row: TreeRow | undefined) => {
    if (!row) return;
    onFocus(row.node.id);
    elementOf(row.node.id)?.focus();
  };
  const manage = (event: KeyboardEvent, { node }: TreeRow): boolean => {
    const step = event.altKey ? steps[event.key] : undefined;
    const place = step && stepPlace(all, node.id, step);
    const deed = event.altKey ? undefined : deedsOf(node).find(({ id }) => id === deedKeys[event.key]);
    if (place) {
      moved.current = node.id;
      if (step === 'in') onToggle(place.parentId ?? place.collegeId, true);
      void deeds.place(node.id, place);
    } else if (step) return true;
    else if (deed) deed.run();
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      const anchor = elementOf(node.id);
      if (anchor) onMenu(node, anchor);
    } else return false;
    return true;
  };
  const walk = (event: KeyboardEvent, at: number, row: TreeRow): boolean => {
    if (event.altKey) return false;
    const { id, aboveId } = row.node;
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
        else focus(rows.find(({ node }) => node.id === aboveId));
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

  const onKeyDown = (event: KeyboardEvent) => {
    const id = (event.target as HTMLElement).dataset.node;
    const at = rows.findIndex(({ node }) => node.id === id);
    const row = rows[at];
    if (!row || event.ctrlKey || event.metaKey) return;
    if ((mayManage && manage(event, row)) || walk(event, at, row)) {
      event.preventDefault();
      // The list beside it has keys of the same name.
      event.stopPropagation();
    }
  };
  const onFocusIn = ({ target }: FocusEvent<HTMLElement>) => {
    within.current = target.dataset.node ?? null;
  };
  const onFocusOut = ({ target }: FocusEvent) => {
    if (target.isConnected) within.current = null;
  };
  return { onKeyDown, onFocus: onFocusIn, onBlur: onFocusOut };
}
