import { listGroupChoices, saveDefaultGroups } from '@lectern/contract/features/default-group.ts';
import { listPermissionGroups } from '@lectern/contract/features/permission-group.ts';
import type { DefaultGroupRole } from '@lectern/contract/permission-presets.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';
import { choosingDefaults } from './group-dialog.ts';

const close = () => choosingDefaults.set(false);

/** The groups that new users get by role. */
export function DefaultGroupsDialog() {
  const { permissionGroup, words } = useTexts();
  const { defaults } = permissionGroup;
  const asked = useQuery(queryOf(listGroupChoices, {}, { quiet: true }));
  const [chosen, setChosen] = useState<Partial<Record<DefaultGroupRole, string>>>({});
  const save = useMutationOf(saveDefaultGroups, {
    quiet: true,
    invalidates: [listGroupChoices, listPermissionGroups],
  });
  const groups = asked.data ?? [];
  const storedOf = (role: DefaultGroupRole) => groups.find(({ defaultFor }) => defaultFor.includes(role))?.id ?? '';
  const chosenOf = (role: DefaultGroupRole) => chosen[role] ?? storedOf(role);
  const changed = ([3, 4] as const).some((role) => chosenOf(role) !== storedOf(role));
  const submit = () => {
    if (!changed) return close();
    save.mutate(
      { body: { defaultGroupSpecialist: chosenOf(3) || null, defaultGroupUser: chosenOf(4) || null } },
      {
        onSuccess: () => {
          close();
          notify({ level: 'success', title: defaults.saved });
        },
      },
    );
  };
  return (
    <FormDialog
      title={defaults.title}
      confirmLabel={save.isPending ? words.saving : words.save}
      busy={save.isPending}
      unsaved={false}
      errorTitle={defaults.notSaved}
      error={save.error}
      onClose={close}
      onConfirm={submit}
    >
      <p>{defaults.text}</p>
      {asked.error && <ErrorPanel error={asked.error} onRetry={() => void asked.refetch()} />}
      {([4, 3] as const).map((role) => (
        <SelectField
          key={role}
          label={fillText(defaults.role, { role: words.roles[role] })}
          value={chosenOf(role)}
          options={[{ value: '', label: defaults.none }, ...groups.map(({ id, name }) => ({ value: id, label: name }))]}
          disabled={!asked.data}
          onChange={(id) => setChosen({ ...chosen, [role]: id })}
        />
      ))}
    </FormDialog>
  );
}
