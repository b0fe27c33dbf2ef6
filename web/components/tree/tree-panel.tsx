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
    /** Shortcut that focuses this search box; absent when another search box on the page has it. */
    action?: Pick<Action, 'id' | 'label'>;
  };
  tools?: ReactNode;
  above?: ReactNode;
  hint?: ReactNode;
  /** Renders the tree. `shown` is undefined while nothing is searched. */
  children: (shown: readonly Node[] | undefined) => ReactNode;
};

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
