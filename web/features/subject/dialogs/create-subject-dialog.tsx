import { createSubject } from '@lectern/contract/features/subject-management.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrorsOf } from '../../../components/field-errors.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { TextareaField } from '../../../components/textarea-field.tsx';
import { placeOf } from '../../../components/tree/tree.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { CollegesField } from '../detail/colleges-field.tsx';
import { bodyOf, noValues, problemsOf, textOf } from '../detail/subject-values.ts';
import { useSubjectAddress } from '../subject-address.ts';
import { closeSubjectDialog } from '../subject-dialog.ts';
import type { SubjectNode } from '../subject-node.ts';
import { useSubjectDeeds } from '../use-subject-deeds.ts';
import { refreshSubjects, setSubjects } from '../use-subjects.ts';

type Props = { parent: SubjectNode | null; after?: SubjectNode; nodes: readonly SubjectNode[] };

/** A new subject: below another one, right behind another one, or at the end of the top level. */
export function CreateSubjectDialog({ parent, after, nodes }: Props) {
  const texts = useTexts();
  const { form, dialog, done } = texts.subject;
  const client = useQueryClient();
  const deeds = useSubjectDeeds();
  const { open } = useSubjectAddress();
  const create = useMutationOf(createSubject, { quiet: true, idempotent: true });
  // What belongs to some colleges is divided among the same ones, mostly.
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
          if (behind) await deeds.place(made.id, { parentId: parent?.id ?? null, beforeId: behind });
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
