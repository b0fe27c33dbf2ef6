import type { ColumnNode } from '@lectern/contract/features/column.ts';
import { useMemo } from 'react';
import { createOpenNodes, useOpenNodes } from '../../components/tree/open-nodes.ts';
import { Tree } from '../../components/tree/tree.tsx';
import { TreeCount, TreeSign } from '../../components/tree/tree-item.tsx';
import { separated, stepActions, type TreeAction } from '../../components/tree/tree-menu.tsx';
import { type TreePlace, treeRows } from '../../components/tree/tree-model.ts';
import { TreePanel } from '../../components/tree/tree-panel.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { askColumn } from './column-dialog.ts';
import { type ColumnActions, useColumnActions } from './use-column-actions.ts';

export const openColumns = createOpenNodes();

type Props = {
  columns: readonly ColumnNode[];
  chosenId: string | null;
  mayManage: boolean;
  onChoose: (id: string) => void;
};

/** The column tree, with the number of visible resources per column. */
export function ColumnTreePanel({ columns, chosenId, mayManage, onChoose }: Props) {
  const texts = useTexts();
  const { column: words } = texts;
  const format = useFormat();
  const actions = useColumnActions();
  const roots = useMemo(() => columns.filter((column) => !column.parentId).map(({ id }) => id), [columns]);
  const open = useOpenNodes(openColumns, roots);
  const hiddenAbove = useMemo(() => hiddenFromAbove(columns), [columns]);
  const hiddenWord = ({ id, visible }: ColumnNode) => {
    if (!visible) return words.hidden;
    return hiddenAbove.has(id) ? words.hiddenAbove : undefined;
  };
  const countWords = ({ shown, held }: ColumnNode) =>
    fillText(words.counts, { shown: format.number(shown), held: format.number(held) });
  const managed = mayManage && {
    actionsOf: (column: ColumnNode) => columnMenu(column, columns, actions, texts),
    moves: { kind: 'column', onPlace: (id: string, to: TreePlace) => void actions.place(id, to) },
  };
  return (
    <TreePanel
      label={words.tree}
      nodes={columns}
      open={open}
      find={{
        placeholder: words.find,
        none: words.foundNone,
        textOf: columnText,
        action: { id: 'column.find', label: ({ list }) => list.focusSearch },
      }}
      hint={mayManage && words.keysHint}
    >
      {(shown) => (
        <Tree<ColumnNode>
          label={words.tree}
          nodes={columns}
          shown={shown}
          open={open}
          chosenId={chosenId}
          nameOf={({ name }) => name}
          onChoose={({ id }) => onChoose(id)}
          attributesOf={(column) => ({ 'data-quiet': hiddenWord(column) ? true : undefined })}
          {...managed}
        >
          {({ node: column }) => {
            const hidden = hiddenWord(column);
            return (
              <>
                <span className="tree-name">{column.name}</span>
                {column.mode === 'rule' && <TreeSign icon="filter" label={words.byRule} />}
                {hidden && <TreeSign icon="eyeOff" label={hidden} />}
                <TreeCount count={format.number(column.shown)} label={countWords(column)} />
              </>
            );
          }}
        </Tree>
      )}
    </TreePanel>
  );
}

/** Columns hidden from visitors because an ancestor is hidden. */
export function hiddenFromAbove(columns: readonly ColumnNode[]): ReadonlySet<string> {
  const hidden = new Set<string>();
  const below = new Set<string>();
  for (const { node } of treeRows(columns, () => true)) {
    const isBelow = node.parentId !== null && hidden.has(node.parentId);
    if (isBelow) below.add(node.id);
    if (isBelow || !node.visible) hidden.add(node.id);
  }
  return below;
}

/** The text that search matches. */
export function columnText({ name, slug }: ColumnNode): string {
  return `${name} ${slug}`;
}

/** Menu of a column; impossible moves are left out. */
export function columnMenu(
  column: ColumnNode,
  columns: readonly ColumnNode[],
  actions: ColumnActions,
  { column: texts }: Texts,
): TreeAction[] {
  const words = texts.menu;
  const moves: TreeAction[] = [
    ...stepActions(columns, column.id, words, (to) => void actions.place(column.id, to)),
    { id: 'move', label: words.move, icon: 'moveTo', run: () => askColumn({ kind: 'move', column }) },
  ];
  return [
    {
      id: 'below',
      label: words.below,
      icon: 'plus',
      keys: 'n',
      run: () => askColumn({ kind: 'create', parent: column }),
    },
    {
      id: 'show',
      label: column.visible ? words.hide : words.show,
      icon: column.visible ? 'eyeOff' : 'eye',
      run: () => void actions.show(column, !column.visible),
    },
    ...separated(moves),
    {
      id: 'merge',
      label: words.merge,
      icon: 'convert',
      separated: true,
      run: () => askColumn({ kind: 'merge', column }),
    },
    {
      id: 'delete',
      label: words.delete,
      icon: 'trash',
      keys: 'Delete',
      look: 'danger',
      run: () => askColumn({ kind: 'delete', column }),
    },
  ];
}
