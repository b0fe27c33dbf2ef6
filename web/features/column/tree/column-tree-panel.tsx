import type { ColumnNode } from '@lectern/contract/features/column.ts';
import { useMemo } from 'react';
import { createOpenNodes, useOpenNodes } from '../../../components/tree/open-nodes.ts';
import { Tree } from '../../../components/tree/tree.tsx';
import { TreeCount, TreeSign } from '../../../components/tree/tree-item.tsx';
import type { TreePlace } from '../../../components/tree/tree-model.ts';
import { TreePanel } from '../../../components/tree/tree-panel.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useColumnDeeds } from '../use-column-deeds.ts';
import { columnMenu } from './column-menu.ts';
import { columnText, hiddenFromAbove } from './column-tree.ts';

export const openColumns = createOpenNodes();

type Props = {
  columns: readonly ColumnNode[];
  chosenId: string | null;
  mayManage: boolean;
  onChoose: (id: string) => void;
};

/** The tree of columns, with how many resources of each are visible. */
export function ColumnTreePanel({ columns, chosenId, mayManage, onChoose }: Props) {
  const texts = useTexts();
  const { column: words } = texts;
  const format = useFormat();
  const deeds = useColumnDeeds();
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
    actionsOf: (column: ColumnNode) => columnMenu(column, columns, deeds, texts),
    moves: { kind: 'column', onPlace: (id: string, to: TreePlace) => void deeds.place(id, to) },
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
        action: { id: 'column.find', label: ({ column }) => column.find },
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
