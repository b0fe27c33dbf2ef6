import { stepDeeds, type TreeDeed } from '../../components/tree/tree-menu.tsx';
import type { Texts } from '../../lib/i18n/use-texts.ts';
import { askSubject } from './subject-dialog.ts';
import { isEmpty, type SubjectNode } from './subject-node.ts';
import type { SubjectDeeds } from './use-subject-deeds.ts';

/** What is empty goes; what is not hands on what it holds first. */
export function askDelete(subject: SubjectNode): void {
  askSubject(isEmpty(subject) ? { kind: 'delete', subject } : { kind: 'merge', subject, toDelete: true });
}

type Options = { nodes: readonly SubjectNode[]; deeds: SubjectDeeds; texts: Texts; onRename?: (id: string) => void };

/** Everything that can be done to a subject; moves only where they lead somewhere. */
export function subjectMenu(subject: SubjectNode, { nodes, deeds, texts, onRename }: Options): TreeDeed[] {
  const words = texts.subject.deeds;
  const steps = stepDeeds(nodes, subject.id, words, (to) => void deeds.place(subject.id, to));
  const parent = nodes.find(({ id }) => id === subject.parentId) ?? null;
  const moves: TreeDeed[] = [
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
    ...moves.map((deed, at) => (at === 0 ? { ...deed, separated: true as const } : deed)),
    {
      id: 'merge',
      label: words.merge,
      icon: 'convert',
      separated: true,
      run: () => askSubject({ kind: 'merge', subject }),
    },
    subject.disabled
      ? { id: 'enable', label: words.enable, icon: 'done', run: () => void deeds.begin('enable', subject) }
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
