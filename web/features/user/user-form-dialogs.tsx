import { accountLimits } from '@lectern/contract/features/auth.ts';
import { listUnits } from '@lectern/contract/features/organisation.ts';
import { createUser, getUser, listUsers, type UserRow, updateUser } from '@lectern/contract/features/user.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '../../components/banner.tsx';
import { fieldErrorsOf } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { isApiError } from '../../lib/api-error.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';
import { groupOptions, NewGroupField, newGroupOf, useGroupChoices } from './group-field.tsx';
import { closeUserDialog, reportNewPassword } from './user-dialog.ts';
import {
  bodyOf,
  departmentOptions,
  noUser,
  positionOptions,
  problemsOf,
  roleOptions,
  type UserProblems,
  type UserValues,
  valuesOf,
} from './user-values.ts';
import './user-dialogs.css';

/** Form values with their problems; editing a field clears its problem. */
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

/** The error, unless it is already shown at its fields. */
function unexplained(error: unknown): unknown {
  return isApiError(error) && error.details?.fields ? null : error;
}

export function CreateUserDialog() {
  const { user: texts } = useTexts();
  const form = useUserForm(noUser);
  const groups = useGroupChoices();
  const create = useMutationOf(createUser, { invalidates: [listUsers], idempotent: true, quiet: true });
  const submit = () => {
    if (!form.isFine()) return;
    create.mutate(
      { body: bodyOf({ ...form.values, groupId: newGroupOf(form.values, groups) }) },
      {
        onError: form.refuse,
        onSuccess: ({ user, handover }) =>
          reportNewPassword(user, handover, (email) =>
            notify({ level: 'success', title: fillText(texts.handover.mailed, { name: user.name, email }) }),
          ),
      },
    );
  };
  return (
    <FormDialog
      title={texts.form.createTitle}
      confirmLabel={create.isPending ? texts.form.creating : texts.form.create}
      busy={create.isPending}
      unsaved={form.changed.length > 0 && { title: texts.form.discardTitle, text: texts.form.discardText }}
      errorTitle={texts.form.notSaved}
      wide
      error={unexplained(create.error)}
      onClose={closeUserDialog}
      onConfirm={submit}
    >
      <UserFields {...form} isNew />
    </FormDialog>
  );
}

export function EditUserDialog({ user: row }: { user: UserRow }) {
  const { user: texts, words } = useTexts();
  const client = useQueryClient();
  const key = queryOf(getUser, { params: { id: row.id } });
  // The list row serves as initial data until the user has been refetched.
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
          // Refetch: the newer version is needed to show what changed and to save over it.
          if (error.code === 'changedMeanwhile') void client.invalidateQueries({ queryKey: key.queryKey });
        },
      },
    );
  };
  const overtaken = update.error?.code === 'changedMeanwhile' || form.overtaken.length > 0;
  return (
    <FormDialog
      title={fillText(texts.form.editTitle, { name: stored.name })}
      confirmLabel={update.isPending ? words.saving : words.save}
      busy={update.isPending}
      unsaved={form.changed.length > 0 && { title: texts.form.discardTitle, text: texts.form.discardText }}
      errorTitle={texts.form.notSaved}
      wide
      error={overtaken ? null : unexplained(update.error)}
      onClose={closeUserDialog}
      onConfirm={submit}
    >
      {overtaken && <Banner tone="warning">{texts.form.overtaken}</Banner>}
      <UserFields {...form} isNew={false} group={stored.group} />
    </FormDialog>
  );
}

const labels = {
  name: 'name',
  account: 'account',
  email: 'email',
  phone: 'phone',
  roleId: 'role',
  departmentId: 'department',
  positionId: 'position',
  groupId: 'group',
} as const;

type UserFieldsProps = {
  values: UserValues;
  problems: UserProblems;
  changed: readonly (keyof UserValues)[];
  /** The account name can be set only for new users. */
  isNew: boolean;
  /** The stored group. */
  group?: UserRow['group'];
  set: (name: keyof UserValues, value: string) => void;
};

function UserFields({ values, problems, changed, isNew, group, set }: UserFieldsProps) {
  const texts = useTexts();
  const { form } = texts.user;
  const me = useCurrentUser();
  const groups = useGroupChoices();
  const units = useQuery(queryOf(listUnits, {}, { quiet: true }));
  const field = (name: keyof UserValues) => ({
    label: form[labels[name]],
    value: values[name],
    error: problems[name],
    changed: !isNew && changed.includes(name),
    onChange: (value: string) => set(name, value),
  });
  return (
    <div className="user-form">
      <TextField {...field('name')} maxLength={100} autoComplete="off" data-first-focus />
      {isNew ? (
        <TextField
          {...field('account')}
          hint={form.accountHint}
          maxLength={accountLimits.account}
          autoComplete="off"
          spellCheck={false}
        />
      ) : (
        <TextField label={form.account} value={values.account} />
      )}
      <TextField {...field('email')} type="email" maxLength={254} autoComplete="off" />
      <TextField {...field('phone')} type="tel" maxLength={40} autoComplete="off" />
      <SelectField
        {...field('departmentId')}
        options={departmentOptions(units.data, texts, values.departmentId)}
        disabled={!units.data}
      />
      <SelectField
        {...field('positionId')}
        options={positionOptions(units.data, texts, values.positionId)}
        disabled={!units.data}
      />
      <SelectField {...field('roleId')} options={roleOptions(me, texts)} />
      {isNew ? (
        <NewGroupField values={values} error={problems.groupId} onChange={(groupId) => set('groupId', groupId)} />
      ) : (
        <SelectField {...field('groupId')} options={groupOptions(groups, texts, group)} disabled={!groups} />
      )}
    </div>
  );
}
