import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { type Action, registerActions } from '../../lib/actions.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { Button, IconButton } from '../button.tsx';
import { DragArea } from '../drag/drag-area.tsx';
import { EmptyState } from '../empty-state.tsx';
import { SearchBox } from '../list-page/search-box.tsx';
import type { OpenState } from './open-nodes.ts';
import { type TreeNode, withLines } from './tree-model.ts';
import './tree.css';

type Props<Node extends TreeNode> = {
  label: string;
  nodes: readonly Node[];
  open: OpenState;
  find: {
    placeholder: string;
    none: string;
    textOf: (node: Node) => string;
    /** The slash key leads into the search box; absent: it leads to another box of the page. */
    action?: Pick<Action, 'id' | 'label'>;
  };
  /** Beside the search box. */
  tools?: ReactNode;
  /** Between the search box and the tree. */
  above?: ReactNode;
  hint?: ReactNode;
  /** The tree, with the nodes that a search leaves. */
  children: (shown: readonly Node[] | undefined) => ReactNode;
};

/** A tree with its search box, beside what it opens. */
export function TreePanel<Node extends TreeNode>(props: Props<Node>) {
  const { label, nodes, open, find, tools, above, hint, children } = props;
  const { list } = useTexts();
  const search = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const latest = useLatest(find);
  const shown = useMemo(() => {
    const wanted = text.trim().toLowerCase();
    return wanted ? withLines(nodes, (node) => latest.current.textOf(node).toLowerCase().includes(wanted)) : undefined;
  }, [nodes, text]);
  useEffect(() => {
    const { action } = latest.current;
    if (!action) return;
    return registerActions([
      { ...action, icon: 'search', group: 'view', keys: '/', run: () => search.current?.focus() },
    ]);
  }, []);
  const clear = () => {
    setText('');
    search.current?.focus();
  };
  return (
    <section className="drag-panel tree-panel" aria-label={label}>
      <div className="tree-head">
        <SearchBox ref={search} value={text} placeholder={find.placeholder} keyless={!find.action} onSearch={setText} />
        {tools}
        <ExpandAllButton nodes={nodes} open={open} />
      </div>
      {above}
      <DragArea>{children(shown)}</DragArea>
      {shown?.length === 0 && (
        <EmptyState icon="search" title={find.none} action={<Button onClick={clear}>{list.clearSearch}</Button>} />
      )}
      {hint && <p className="tree-hint">{hint}</p>}
    </section>
  );
}

/** Opens every node, or closes all. */
export function ExpandAllButton({ nodes, open }: { nodes: readonly TreeNode[]; open: OpenState }) {
  const { tree: words } = useTexts().drag;
  const parents = useMemo(() => [...new Set(nodes.flatMap(({ parentId }) => parentId ?? []))], [nodes]);
  const allOpen = parents.every(open.isOpen);
  return (
    <IconButton
      icon={allOpen ? 'rows' : 'rowsWide'}
      label={allOpen ? words.collapseAll : words.expandAll}
      disabled={parents.length === 0}
      onClick={() => open.set(parents, !allOpen)}
    />
  );
}
