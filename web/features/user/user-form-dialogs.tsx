import { createUser, getUser, listUsers, type UserRow, updateUser } from '@lectern/contract/features/user.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '../../components/banner.tsx';
import { fieldErrorsOf } from '../../components/field-errors.ts';
import { useDraft } from '../../components/use-draft.ts';
import { isApiError } from '../../lib/api-error.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';
import { FormDialog } from './form-dialog.tsx';
import { closeUserDialog, showHandover } from './user-dialog.ts';
import { UserFields } from './user-fields.tsx';
import { bodyOf, noUser, problemsOf, type UserProblems, type UserValues, valuesOf } from './user-values.ts';

/** Edits with what is wrong about them; a mistake is forgiven as soon as its field is touched. */
function useUserForm(stored: UserValues) {
  const texts = useTexts();
  const draft = useDraft(stored);
  const [problems, setProblems] = useState<UserProblems>({});
  return {
    ...draft,
    problems,
    set(name: keyof UserValues, value: string) {
      setProblems((known) => ({ ...known, [name]: undefined }));
      draft.set(name, value);
    },
    isFine(): boolean {
      const found = problemsOf(draft.values, texts);
      setProblems(found);
      return Object.keys(found).length === 0;
    },
    refuse: (error: unknown) => setProblems(fieldErrorsOf(error)),
  };
}

/** Only what no field explains is said above the form. */
function unexplained(error: unknown): unknown {
  return isApiError(error) && error.details?.fields ? null : error;
}

export function CreateUserDialog() {
  const { user: texts } = useTexts();
  const form = useUserForm(noUser);
  const create = useMutationOf(createUser, { invalidates: [listUsers], idempotent: true, quiet: true });
  const submit = () => {
    if (!form.isFine()) return;
    create.mutate(
      { body: bodyOf(form.values) },
      {
        onError: form.refuse,
        onSuccess: ({ user, handover }) =>
          showHandover(user, handover, (email) =>
            notify({ level: 'success', title: fillText(texts.handover.mailed, { name: user.name, email }) }),
          ),
      },
    );
  };
  return (
    <FormDialog
      title={texts.form.createTitle}
      submitLabel={create.isPending ? texts.form.creating : texts.form.create}
      busy={create.isPending}
      unsaved={form.changed.length > 0}
      error={unexplained(create.error)}
      onSubmit={submit}
    >
      <UserFields {...form} isNew />
    </FormDialog>
  );
}

export function EditUserDialog({ user: row }: { user: UserRow }) {
  const { user: texts, words } = useTexts();
  const client = useQueryClient();
  const key = queryOf(getUser, { params: { id: row.id } });
  // The row on screen will do until there is a newer one.
  const stored = useQuery({ ...key, initialData: row, staleTime: 60_000 }).data;
  const form = useUserForm(valuesOf(stored));
  const update = useMutationOf(updateUser, { invalidates: [listUsers], quiet: true });
  const submit = () => {
    if (form.changed.length === 0) return closeUserDialog();
    if (!form.isFine()) return;
    const { account: _account, ...values } = bodyOf(form.values);
    const changed = Object.fromEntries(Object.entries(values).filter(([name]) => form.changed.includes(name as never)));
    update.mutate(
      { params: { id: row.id }, body: { ...changed, version: stored.version } },
      {
        onSuccess: (saved) => {
          client.setQueryData(key.queryKey, saved);
          closeUserDialog();
          notify({ level: 'success', title: fillText(texts.form.saved, { name: saved.name }) });
        },
        onError: (error) => {
          form.refuse(error);
          // The newer version is needed both to show what changed and to be able to save over it.
          if (error.code === 'changedMeanwhile') void client.invalidateQueries({ queryKey: key.queryKey });
        },
      },
    );
  };
  const overtaken = update.error?.code === 'changedMeanwhile' || form.overtaken.length > 0;
  return (
    <FormDialog
      title={fillText(texts.form.editTitle, { name: stored.name })}
      submitLabel={update.isPending ? words.saving : words.save}
      busy={update.isPending}
      unsaved={form.changed.length > 0}
      error={overtaken ? null : unexplained(update.error)}
      onSubmit={submit}
    >
      {overtaken && <Banner tone="warning">{texts.form.overtaken}</Banner>}
      <UserFields {...form} isNew={false} />
    </FormDialog>
  );
}
