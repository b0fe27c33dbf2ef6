import type { CatalogueNode } from '@lectern/contract/features/course-catalogue.ts';
import { chapterProblemWords } from '@lectern/contract/features/course-words.ts';
import { useMemo, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Icon } from '../../../components/icon.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { type OpenNodes, setOpen } from '../../../components/tree/open-nodes.ts';
import { placeOf, type TreePlace } from '../../../components/tree/tree.ts';
import { type Adding, TreeView } from '../../../components/tree/tree-view.tsx';
import { useFormat } from '../../../lib/format.ts';
import { inLanguage } from '../../../lib/i18n/in-language.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useStore } from '../../../lib/use-store.ts';
import { chapterMenu } from './chapter-menu.ts';
import type { CatalogueDeeds } from './use-catalogue-deeds.ts';

type Props = {
  nodes: readonly CatalogueNode[];
  open: OpenNodes;
  /** All of them: a catalogue is short enough to begin open. */
  usual: readonly string[];
  chosenId: string | null;
  editable: boolean;
  deeds: CatalogueDeeds;
  onChoose: (id: string) => void;
  onPreview: (id: string) => void;
};

/** The chapters of a course: named, added, moved and removed where they stand. */
export function ChapterTree({ nodes, open, usual, chosenId, editable, deeds, onChoose, onPreview }: Props) {
  const texts = useTexts();
  const { chapter: words, drag } = texts;
  const [renamingId, setRenamingId] = useState<string | null>(null);
  const [adding, setAdding] = useState<Adding | null>(null);
  const stored = useStore(open);
  const parents = useMemo(() => [...new Set(nodes.flatMap(({ parentId }) => parentId ?? []))], [nodes]);
  const allOpen = parents.every((id) => (stored ?? new Set(usual)).has(id));
  const add = (at: Adding) => {
    if (at.parentId) setOpen(open, usual, [at.parentId], true);
    setRenamingId(null);
    setAdding(at);
  };
  /** Behind the one it was asked at; the next one behind the one just made. */
  const onAdd = async (title: string, at: Adding) => {
    const place: TreePlace = {
      parentId: at.parentId,
      beforeId: at.afterId ? placeOf(nodes, at.afterId).beforeId : null,
    };
    const change = await deeds.add([title], place);
    const made = change?.chapterIds[0];
    if (!made) return;
    onChoose(made);
    setAdding((known) => known && { ...known, afterId: made });
  };
  const menu = { nodes, deeds, texts, editable, onRename: setRenamingId, onAdd: add, onPreview };
  const keys: Record<string, (node: CatalogueNode) => void> = {
    enter: ({ id }) => setRenamingId(id),
    f2: ({ id }) => setRenamingId(id),
    insert: ({ id, parentId }) => add({ parentId, afterId: id }),
    '+': ({ id }) => add({ parentId: id, afterId: null }),
    delete: (node) => {
      const at = nodes.findIndex(({ id }) => id === node.id);
      const next = nodes[at + 1] ?? nodes[at - 1];
      void deeds.remove(node).then((change) => change && next && onChoose(next.id));
    },
  };
  const newLast = () => add({ parentId: null, afterId: null });
  return (
    <section className="drag-panel catalogue-tree" aria-label={words.tree}>
      <div className="catalogue-head">
        <strong>{words.tree}</strong>
        <div className="catalogue-head-deeds">
          {editable && (
            <Button size="small" icon="plus" onClick={newLast}>
              {words.add}
            </Button>
          )}
          <IconButton
            icon={allOpen ? 'rows' : 'rowsWide'}
            label={allOpen ? drag.tree.collapseAll : drag.tree.expandAll}
            disabled={parents.length === 0}
            onClick={() => setOpen(open, usual, parents, !allOpen)}
          />
        </div>
      </div>
      {nodes.length === 0 && !adding ? (
        <EmptyState
          icon="list"
          title={words.emptyTitle}
          action={
            editable && (
              <Button look="primary" icon="plus" onClick={newLast}>
                {words.addFirst}
              </Button>
            )
          }
        >
          {editable ? words.emptyText : words.emptyReadOnly}
        </EmptyState>
      ) : (
        <TreeView<CatalogueNode>
          label={words.tree}
          kind="chapter"
          nodes={nodes}
          open={open}
          usual={usual}
          chosenId={chosenId}
          nameOf={({ title }) => title}
          isQuiet={({ visible }) => !visible}
          onChoose={({ id }) => onChoose(id)}
          maxLength={200}
          deedsOf={(node) => chapterMenu(node, menu)}
          {...(editable && {
            takes: ({ kind }) => kind === 'shelf' || kind === 'item',
            onPlace: (id: string, to: TreePlace) => deeds.place(id, to),
            keys,
            renamingId,
            onRenaming: setRenamingId,
            onRename: (node: CatalogueNode, title: string) => deeds.rename(node, title),
            adding,
            addLabel: words.newTitle,
            onAdd: (title: string, at: Adding) => void onAdd(title, at),
            onAddEnd: () => setAdding(null),
          })}
        >
          {({ node }) => <ChapterCells node={node} />}
        </TreeView>
      )}
      {editable && nodes.length > 0 && <p className="tree-hint">{words.keysHint}</p>}
    </section>
  );
}

function ChapterCells({ node }: { node: CatalogueNode }) {
  const { chapter: words } = useTexts();
  const format = useFormat();
  const counts = fillText(words.resourceCount, { count: format.number(node.resourcesBelow) });
  const wrong = [
    ...node.problems
      .filter((problem) => problem !== 'notVisible')
      .map((problem) => inLanguage(chapterProblemWords)[problem]),
    ...(node.warningsBelow > 0 ? [fillText(words.warnings, { count: format.number(node.warningsBelow) })] : []),
  ].join('\n');
  return (
    <>
      <span className="tree-name">
        <span className="chapter-number">{node.number}</span> {node.title}
      </span>
      {!node.visible && (
        <span className="tree-sign" title={words.hidden}>
          <Icon name="eyeOff" size={14} />
          <span className="visually-hidden">, {words.hidden}</span>
        </span>
      )}
      {wrong && (
        <span className="tree-sign chapter-warning" title={wrong}>
          <Icon name="warning" size={14} />
          <span className="visually-hidden">, {wrong}</span>
        </span>
      )}
      <span className="tree-count" title={counts}>
        <span aria-hidden="true">{format.number(node.resourcesBelow)}</span>
        <span className="visually-hidden">, {counts}</span>
      </span>
    </>
  );
}
