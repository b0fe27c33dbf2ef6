import { useMemo, useState } from 'react';
import { createOpenNodes, useOpenNodes } from '../../components/tree/open-nodes.ts';
import { Tree } from '../../components/tree/tree.tsx';
import { TreeCount, TreeSign } from '../../components/tree/tree-item.tsx';
import { separated, stepActions, type TreeAction } from '../../components/tree/tree-menu.tsx';
import type { TreePlace } from '../../components/tree/tree-model.ts';
import { TreePanel } from '../../components/tree/tree-panel.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { askSubject } from './subject-dialog.ts';
import { isEmpty, type SubjectNode } from './subject-node.ts';
import { type SubjectActions, useSubjectActions } from './use-subject-actions.ts';

export const openSubjects = createOpenNodes();

type Props = {
  nodes: readonly SubjectNode[];
  chosenId: string | null;
  mayManage: boolean;
  onChoose: (id: string) => void;
};

/** The subject tree; course counts include subordinate subjects. */
export function SubjectTreePanel({ nodes, chosenId, mayManage, onChoose }: Props) {
  const texts = useTexts();
  const { subject: words } = texts;
  const format = useFormat();
  const actions = useSubjectActions();
  const [renamingId, setRenamingId] = useState<string | null>(null);
  const roots = useMemo(() => nodes.filter(({ parentId }) => !parentId).map(({ id }) => id), [nodes]);
  const open = useOpenNodes(openSubjects, roots);
  const managed = mayManage && {
    actionsOf: (node: SubjectNode) => subjectMenu(node, { nodes, actions, texts, onRename: setRenamingId }),
    moves: { kind: 'subject', onPlace: (id: string, to: TreePlace) => void actions.place(id, to) },
    renaming: {
      id: renamingId,
      maxLength: 100,
      onChange: setRenamingId,
      onSave: (node: SubjectNode, name: string) => void actions.rename(node, name),
    },
  };
  return (
    <TreePanel
      label={words.tree}
      nodes={nodes}
      open={open}
      find={{
        placeholder: words.find,
        none: words.foundNone,
        textOf: ({ name, code }) => `${name} ${code}`,
        action: { id: 'subject.find', label: ({ list }) => list.focusSearch },
      }}
      hint={mayManage && words.keysHint}
    >
      {(shown) => (
        <Tree<SubjectNode>
          label={words.tree}
          nodes={nodes}
          shown={shown}
          open={open}
          chosenId={chosenId}
          nameOf={({ name }) => name}
          onChoose={({ id }) => onChoose(id)}
          attributesOf={({ disabled }) => ({ 'data-quiet': disabled || undefined })}
          {...managed}
        >
          {({ node }) => (
            <>
              <span className="tree-name">
                {node.name} <code className="subject-code">{node.code}</code>
              </span>
              {node.disabled && <TreeSign icon="ban" label={words.disabled} />}
              <TreeCount
                count={format.number(node.coursesBelow)}
                label={fillText(words.courseCount, { count: format.number(node.coursesBelow) })}
              />
            </>
          )}
        </Tree>
      )}
    </TreePanel>
  );
}

/** An empty subject is deleted; otherwise its content is merged into another one first. */
function askDelete(subject: SubjectNode): void {
  askSubject(isEmpty(subject) ? { kind: 'delete', subject } : { kind: 'merge', subject, toDelete: true });
}

type Options = {
  nodes: readonly SubjectNode[];
  actions: SubjectActions;
  texts: Texts;
  onRename?: (id: string) => void;
};

/** All actions on a subject; moves are offered only where they change something. */
export function subjectMenu(subject: SubjectNode, { nodes, actions, texts, onRename }: Options): TreeAction[] {
  const words = texts.subject.menu;
  const steps = stepActions(nodes, subject.id, words, (to) => void actions.place(subject.id, to));
  const parent = nodes.find(({ id }) => id === subject.parentId) ?? null;
  const moves: TreeAction[] = [
    ...steps,
    { id: 'move', label: words.move, icon: 'moveTo', run: () => askSubject({ kind: 'move', subject }) },
  ];
  return [
    {
      id: 'below',
      label: words.below,
      icon: 'plus',
      keys: 'n',
      run: () => askSubject({ kind: 'create', parent: subject }),
    },
    {
      id: 'beside',
      label: words.beside,
      icon: 'plus',
      keys: 'Insert',
      run: () => askSubject({ kind: 'create', parent, after: subject }),
    },
    ...(onRename
      ? [{ id: 'rename', label: words.rename, icon: 'edit' as const, keys: 'F2', run: () => onRename(subject.id) }]
      : []),
    ...separated(moves),
    {
      id: 'merge',
      label: words.merge,
      icon: 'convert',
      separated: true,
      run: () => askSubject({ kind: 'merge', subject }),
    },
    subject.disabled
      ? { id: 'enable', label: words.enable, icon: 'done', run: () => void actions.begin('enable', subject) }
      : { id: 'disable', label: words.disable, icon: 'ban', run: () => askSubject({ kind: 'disable', subject }) },
    {
      id: 'delete',
      label: words.delete,
      icon: 'trash',
      keys: 'Delete',
      look: 'danger',
      run: () => askDelete(subject),
    },
  ];
}
