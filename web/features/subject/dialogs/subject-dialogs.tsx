import { createSubject, subjectImport, subjectImportEndpoints } from '@lectern/contract/features/subject-management.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { fieldErrorsOf } from '../../../components/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import type { ImportDefinition } from '../../../components/import/import-definition.ts';
import { ImportDialog } from '../../../components/import/import-dialog.tsx';
import { TextareaField, TextField } from '../../../components/text-field.tsx';
import { placeOf, subtreeIds } from '../../../components/tree/tree-model.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { useStore } from '../../../lib/store.ts';
import { bodyOf, CollegesField, noValues, problemsOf, textOf } from '../detail/colleges-field.tsx';
import { closeSubjectDialog, subjectDialog } from '../subject-dialog.ts';
import { nodesOf, type SubjectNode, useSubjectAddress } from '../subject-node.ts';
import {
  knownSubjects,
  refreshSubjects,
  setSubjects,
  subjectAnswers,
  useSubjectActions,
} from '../use-subject-actions.ts';
import { MergeSubjectDialog, SubjectTargetField, type Target } from './merge-subject-dialog.tsx';

/** Shows the open dialog, if any. */
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

const definition: ImportDefinition = {
  declaration: subjectImport,
  endpoints: subjectImportEndpoints,
  title: ({ subject }) => subject.import,
  fieldName: (field, { subject }) => {
    const names: Record<string, string> = subject.importFields;
    return names[field] ?? field;
  },
  existing: ({ subject }) => subject.importExisting,
  note: ({ subject }) => subject.importNote,
  invalidates: subjectAnswers,
};

function ImportSubjectsDialog() {
  return <ImportDialog definition={definition} onClose={closeSubjectDialog} />;
}

type Props = { action: 'delete' | 'disable'; subject: SubjectNode };

function ConfirmSubjectDialog({ action, subject }: Props) {
  const { dialog: words, actions } = useTexts().subject;
  const subjectActions = useSubjectActions();
  const { id: openId, open } = useSubjectAddress();
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    // The shared failure handler reports why it didn't start.
    const begun = await subjectActions.begin(action, subject).then(
      () => true,
      () => false,
    );
    closeSubjectDialog();
    if (begun && action === 'delete' && openId === subject.id) open(subject.parentId, 'about');
  };
  const isDelete = action === 'delete';
  return (
    <ConfirmDialog
      open
      title={fillText(isDelete ? words.deleteTitle : words.disableTitle, { name: subject.name })}
      confirmLabel={actions[action]}
      look={isDelete ? 'danger' : 'primary'}
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={closeSubjectDialog}
    >
      {isDelete ? words.deleteText : words.disableText}
    </ConfirmDialog>
  );
}

/** Moves a subject, as an alternative to dragging. */
function MoveSubjectDialog({ subject, nodes }: { subject: SubjectNode; nodes: readonly SubjectNode[] }) {
  const words = useTexts().subject.dialog;
  const subjectActions = useSubjectActions();
  const [target, setTarget] = useState<Target | null>(null);
  const [tried, setTried] = useState(false);
  const own = subtreeIds(nodes, subject.id);
  const confirm = () => {
    setTried(true);
    if (!target) return;
    closeSubjectDialog();
    void subjectActions.place(subject.id, { parentId: target.id, beforeId: null });
  };
  return (
    <FormDialog
      title={fillText(words.moveTitle, { name: subject.name })}
      confirmLabel={words.move}
      onConfirm={confirm}
      onClose={closeSubjectDialog}
    >
      <p>{words.moveText}</p>
      <SubjectTargetField
        label={words.moveInto}
        nodes={nodes}
        fits={({ id }) => !own.has(id)}
        withTop
        error={tried && !target ? words.needTarget : undefined}
        onChange={setTarget}
      />
    </FormDialog>
  );
}

type CreateSubjectDialogProps = { parent: SubjectNode | null; after?: SubjectNode; nodes: readonly SubjectNode[] };

/** Creates a subject: below a parent, directly after another subject, or at the end of the top level. */
function CreateSubjectDialog({ parent, after, nodes }: CreateSubjectDialogProps) {
  const texts = useTexts();
  const { form, dialog, done } = texts.subject;
  const client = useQueryClient();
  const subjectActions = useSubjectActions();
  const { open } = useSubjectAddress();
  const create = useMutationOf(createSubject, { quiet: true, idempotent: true });
  // Preselects the parent's colleges, which are usually the same.
  const [values, setValues] = useState({ ...noValues, collegeIds: textOf(parent?.colleges.map(({ id }) => id) ?? []) });
  const [tried, setTried] = useState(false);
  const refused = fieldErrorsOf(create.error);
  const problems = tried ? problemsOf(values, texts) : {};
  const set = (change: Partial<typeof values>) => setValues((known) => ({ ...known, ...change }));
  const confirm = () => {
    setTried(true);
    if (Object.keys(problemsOf(values, texts)).length > 0) return;
    create.mutate(
      { body: { ...bodyOf(values), parentId: parent?.id ?? null } },
      {
        onSuccess: async (made) => {
          setSubjects(client, (rows) => [...rows, made]);
          const behind = after && placeOf(nodes, after.id).beforeId;
          closeSubjectDialog();
          open(made.id, 'about');
          if (behind) await subjectActions.place(made.id, { parentId: parent?.id ?? null, beforeId: behind });
          else notify({ level: 'success', title: fillText(done.created, { name: made.name }) });
          void refreshSubjects(client);
        },
      },
    );
  };
  const field = (name: 'name' | 'code' | 'description') => ({
    value: values[name],
    error: refused[name] ?? problems[name],
    onChange: (value: string) => set({ [name]: value }),
  });
  return (
    <FormDialog
      title={parent ? fillText(dialog.createBelow, { name: parent.name }) : dialog.createTitle}
      confirmLabel={dialog.create}
      busy={create.isPending}
      error={Object.keys(refused).length === 0 ? create.error : null}
      onConfirm={confirm}
      onClose={closeSubjectDialog}
    >
      <div className="form-dialog-pair">
        <TextField label={form.name} maxLength={100} autoComplete="off" data-first-focus {...field('name')} />
        <TextField label={form.code} maxLength={40} autoComplete="off" spellCheck={false} {...field('code')} />
      </div>
      <TextareaField label={form.description} maxLength={2000} rows={2} {...field('description')} />
      <CollegesField
        value={values.collegeIds}
        known={parent?.colleges ?? []}
        editable
        onChange={(collegeIds) => set({ collegeIds })}
      />
    </FormDialog>
  );
}
