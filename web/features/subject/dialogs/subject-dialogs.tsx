import { useQueryClient } from '@tanstack/react-query';
import { useStore } from '../../../lib/use-store.ts';
import { subjectDialog } from '../subject-dialog.ts';
import { nodesOf } from '../subject-node.ts';
import { knownSubjects } from '../use-subjects.ts';
import { ConfirmSubjectDialog } from './confirm-subject-dialog.tsx';
import { CreateSubjectDialog } from './create-subject-dialog.tsx';
import { ImportSubjectsDialog } from './import-subjects-dialog.tsx';
import { MergeSubjectDialog } from './merge-subject-dialog.tsx';
import { MoveSubjectDialog } from './move-subject-dialog.tsx';

/** The question that is open, if one is. */
export function SubjectDialogs() {
  const dialog = useStore(subjectDialog);
  const nodes = nodesOf(knownSubjects(useQueryClient()));
  switch (dialog?.kind) {
    case 'create':
      return (
        <CreateSubjectDialog parent={dialog.parent} nodes={nodes} {...(dialog.after && { after: dialog.after })} />
      );
    case 'move':
      return <MoveSubjectDialog subject={dialog.subject} nodes={nodes} />;
    case 'merge':
      return <MergeSubjectDialog subject={dialog.subject} nodes={nodes} toDelete={dialog.toDelete === true} />;
    case 'delete':
    case 'disable':
      return <ConfirmSubjectDialog action={dialog.kind} subject={dialog.subject} />;
    case 'import':
      return <ImportSubjectsDialog />;
    default:
      return null;
  }
}
