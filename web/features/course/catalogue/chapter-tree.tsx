import type { CatalogueNode } from '@lectern/contract/features/course-catalogue.ts';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import type { OpenState } from '../../../components/tree/open-nodes.ts';
import { type Adding, Tree } from '../../../components/tree/tree.tsx';
import { TreeCount, TreeSign } from '../../../components/tree/tree-item.tsx';
import { separated, stepActions, type TreeAction } from '../../../components/tree/tree-menu.tsx';
import { placeOf, type TreePlace } from '../../../components/tree/tree-model.ts';
import { ExpandAllButton } from '../../../components/tree/tree-panel.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { chapterHref } from '../course-href.ts';
import type { CatalogueActions } from './use-catalogue-actions.ts';

type Props = {
  nodes: readonly CatalogueNode[];
  open: OpenState;
  chosenId: string | null;
  editable: boolean;
  actions: CatalogueActions;
  onChoose: (id: string) => void;
  onPreview: (id: string) => void;
};

/** Chapter tree of a course, with adding, renaming, moving and removing in place. */
export function ChapterTree({ nodes, open, chosenId, editable, actions, onChoose, onPreview }: Props) {
  const texts = useTexts();
  const { chapter: words } = texts;
  const [renamingId, setRenamingId] = useState<string | null>(null);
  const [adding, setAdding] = useState<Adding | null>(null);
  const add = (at: Adding) => {
    if (at.parentId) open.set([at.parentId], true);
    setRenamingId(null);
    setAdding(at);
  };
  /** Adds a chapter after the one the user chose; the next one goes after the new chapter. */
  const onAdd = async (title: string, at: Adding) => {
    const place: TreePlace = {
      parentId: at.parentId,
      beforeId: at.afterId ? placeOf(nodes, at.afterId).beforeId : null,
    };
    const change = await actions.add([title], place);
    const made = change?.chapterIds[0];
    if (!made) return;
    onChoose(made);
    setAdding((known) => known && { ...known, afterId: made });
  };
  const remove = async (node: CatalogueNode) => {
    const at = nodes.findIndex(({ id }) => id === node.id);
    const next = nodes[at + 1] ?? nodes[at - 1];
    if ((await actions.remove(node)) && next) onChoose(next.id);
  };
  const menu = { nodes, actions, texts, editable, onRename: setRenamingId, onAdd: add, onRemove: remove, onPreview };
  const newLast = () => add({ parentId: null, afterId: null });
  return (
    <section className="drag-panel catalogue-tree" aria-label={words.tree}>
      <div className="catalogue-head">
        <strong>{words.tree}</strong>
        <div className="catalogue-head-actions">
          {editable && (
            <Button size="small" icon="plus" onClick={newLast}>
              {words.add}
            </Button>
          )}
          <ExpandAllButton nodes={nodes} open={open} />
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
        <Tree<CatalogueNode>
          label={words.tree}
          nodes={nodes}
          open={open}
          chosenId={chosenId}
          nameOf={({ title }) => title}
          onChoose={({ id }) => onChoose(id)}
          attributesOf={({ visible }) => ({ 'data-quiet': !visible || undefined })}
          actionsOf={(node) => chapterMenu(node, menu)}
          {...(editable && {
            moves: { kind: 'chapter', onPlace: (id: string, to: TreePlace) => actions.place(id, to) },
            takes: ({ kind }) => kind === 'shelf' || kind === 'item',
            renaming: {
              id: renamingId,
              maxLength: 200,
              onChange: setRenamingId,
              onSave: (node: CatalogueNode, title: string) => actions.rename(node, title),
            },
            ...(adding && {
              adding: {
                at: adding,
                label: words.newTitle,
                maxLength: 200,
                onSave: (title: string, at: Adding) => void onAdd(title, at),
                onEnd: () => setAdding(null),
              },
            }),
          })}
        >
          {({ node }) => <ChapterCells node={node} />}
        </Tree>
      )}
      {editable && nodes.length > 0 && <p className="tree-hint">{words.keysHint}</p>}
    </section>
  );
}

function ChapterCells({ node }: { node: CatalogueNode }) {
  const { chapter: words, course } = useTexts();
  const format = useFormat();
  const counts = fillText(words.resourceCount, { count: format.number(node.resourcesBelow) });
  const wrong = [
    ...node.problems.filter((problem) => problem !== 'notVisible').map((problem) => course.chapterProblems[problem]),
    ...(node.warningsBelow > 0 ? [fillText(words.warnings, { count: format.number(node.warningsBelow) })] : []),
  ].join('\n');
  return (
    <>
      <span className="tree-name">
        <span className="chapter-number">{node.number}</span> {node.title}
      </span>
      {!node.visible && <TreeSign icon="eyeOff" label={words.hidden} />}
      {wrong && <TreeSign icon="warning" tone="warning" label={wrong} />}
      <TreeCount count={format.number(node.resourcesBelow)} label={counts} />
    </>
  );
}

type Options = {
  nodes: readonly CatalogueNode[];
  actions: CatalogueActions;
  texts: Texts;
  editable: boolean;
  onRename: (id: string) => void;
  onAdd: (adding: Adding) => void;
  onRemove: (node: CatalogueNode) => Promise<void>;
  onPreview: (id: string) => void;
};

/** Menu of a chapter; impossible moves are left out. */
function chapterMenu(node: CatalogueNode, options: Options): TreeAction[] {
  const { nodes, actions, texts, editable, onRename, onAdd, onRemove, onPreview } = options;
  const words = texts.chapter.menu;
  const { id, parentId } = node;
  const look: TreeAction[] = [
    { id: 'open', label: words.open, icon: 'edit', run: () => navigate(chapterHref(id)) },
    { id: 'preview', label: words.preview, icon: 'eye', run: () => onPreview(id) },
  ];
  if (!editable) return look;
  const steps = stepActions(nodes, id, words, (to) => actions.place(id, to));
  return [
    ...look,
    {
      id: 'beside',
      label: words.beside,
      icon: 'plus',
      keys: 'Insert',
      separated: true,
      run: () => onAdd({ parentId, afterId: id }),
    },
    { id: 'below', label: words.below, icon: 'plus', keys: '+', run: () => onAdd({ parentId: id, afterId: null }) },
    { id: 'rename', label: words.rename, icon: 'edit', keys: 'Enter', run: () => onRename(id) },
    {
      id: 'show',
      label: node.visible ? words.hide : words.show,
      icon: node.visible ? 'eyeOff' : 'eye',
      run: () => actions.show(node, !node.visible),
    },
    ...separated(steps),
    {
      id: 'remove',
      label: words.remove,
      icon: 'trash',
      keys: 'Delete',
      look: 'danger',
      separated: true,
      run: () => void onRemove(node),
    },
  ];
}
