import { useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { DragArea } from '../../components/drag/drag-area.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { SearchBox } from '../../components/list-page/search-box.tsx';
import { createOpenNodes, setOpen } from '../../components/tree/open-nodes.ts';
import { placeAt, withLines } from '../../components/tree/tree.ts';
import { TreeView } from '../../components/tree/tree-view.tsx';
import { registerActions } from '../../lib/actions.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useStore } from '../../lib/use-store.ts';
import { askSubject } from './subject-dialog.ts';
import { askDelete, subjectMenu } from './subject-menu.ts';
import type { SubjectNode } from './subject-node.ts';
import { useSubjectDeeds } from './use-subject-deeds.ts';

export const openSubjects = createOpenNodes();

type Props = {
  nodes: readonly SubjectNode[];
  chosenId: string | null;
  mayManage: boolean;
  onChoose: (id: string) => void;
};

/** The tree of subjects, with how many courses each has with those below it. */
export function SubjectTreePanel({ nodes, chosenId, mayManage, onChoose }: Props) {
  const texts = useTexts();
  const { subject: words, drag, list } = texts;
  const format = useFormat();
  const deeds = useSubjectDeeds();
  const search = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [renamingId, setRenamingId] = useState<string | null>(null);
  const stored = useStore(openSubjects);
  const roots = useMemo(() => nodes.filter(({ parentId }) => !parentId).map(({ id }) => id), [nodes]);
  const shown = useMemo(() => {
    const wanted = text.trim().toLowerCase();
    if (!wanted) return undefined;
    return withLines(nodes, ({ name, code }) => `${name} ${code}`.toLowerCase().includes(wanted));
  }, [nodes, text]);
  useEffect(
    () =>
      registerActions([
        {
          id: 'subject.find',
          label: ({ subject }) => subject.find,
          icon: 'search',
          group: 'view',
          keys: '/',
          run: () => search.current?.focus(),
        },
      ]),
    [],
  );
  const parents = nodes.filter(({ subjects }) => subjects > 0).map(({ id }) => id);
  const clear = () => {
    setText('');
    search.current?.focus();
  };
  const allOpen = parents.every((id) => (stored ?? new Set(roots)).has(id));
  const keys: Record<string, (node: SubjectNode) => void> = {
    n: (parent) => askSubject({ kind: 'create', parent }),
    insert: (after) =>
      askSubject({ kind: 'create', parent: nodes.find(({ id }) => id === after.parentId) ?? null, after }),
    f2: ({ id }) => setRenamingId(id),
    delete: askDelete,
  };
  return (
    <section className="drag-panel subject-tree" aria-label={words.tree}>
      <div className="subject-tree-head">
        <SearchBox ref={search} value={text} placeholder={words.find} onSearch={setText} />
        <IconButton
          icon={allOpen ? 'rows' : 'rowsWide'}
          label={allOpen ? drag.tree.collapseAll : drag.tree.expandAll}
          disabled={parents.length === 0}
          onClick={() => setOpen(openSubjects, roots, parents, !allOpen)}
        />
      </div>
      <DragArea
        onDrop={(dragged, place) => {
          const open = (stored ?? new Set(roots)).has(place.id) && parents.includes(place.id);
          const to = placeAt(nodes, dragged.id, { ...place, open });
          if (!to) return;
          if (place.zone === 'inside') setOpen(openSubjects, roots, [place.id], true);
          void deeds.place(dragged.id, to);
        }}
      >
        <TreeView<SubjectNode>
          label={words.tree}
          kind="subject"
          nodes={nodes}
          shown={shown}
          open={openSubjects}
          usual={roots}
          chosenId={chosenId}
          nameOf={({ name }) => name}
          isQuiet={({ disabled }) => disabled}
          onChoose={({ id }) => onChoose(id)}
          maxLength={100}
          {...(mayManage && {
            deedsOf: (node: SubjectNode) => subjectMenu(node, { nodes, deeds, texts, onRename: setRenamingId }),
            onPlace: (id: string, to: Parameters<typeof deeds.place>[1]) => void deeds.place(id, to),
            keys,
            renamingId,
            onRenaming: setRenamingId,
            onRename: (node: SubjectNode, name: string) => void deeds.rename(node, name),
          })}
        >
          {({ node }) => (
            <>
              <span className="tree-name">
                {node.name} <code className="subject-code">{node.code}</code>
              </span>
              {node.disabled && (
                <span className="tree-sign" title={words.disabled}>
                  <Icon name="ban" size={13} />
                  <span className="visually-hidden">, {words.disabled}</span>
                </span>
              )}
              <span
                className="tree-count"
                title={fillText(words.courseCount, { count: format.number(node.coursesBelow) })}
              >
                <span aria-hidden="true">{format.number(node.coursesBelow)}</span>
                <span className="visually-hidden">
                  , {fillText(words.courseCount, { count: format.number(node.coursesBelow) })}
                </span>
              </span>
            </>
          )}
        </TreeView>
      </DragArea>
      {shown?.length === 0 && (
        <EmptyState
          icon="search"
          title={words.foundNone}
          action={<Button onClick={clear}>{list.clearSearch}</Button>}
        />
      )}
      {mayManage && <p className="tree-hint">{words.keysHint}</p>}
    </section>
  );
}
