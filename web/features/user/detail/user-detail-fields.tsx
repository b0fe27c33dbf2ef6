import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import { listUnits, type OrganisationUnits } from '@lectern/contract/features/organisation.ts';
import { getUser, listUsers, type UserRow, updateUser } from '@lectern/contract/features/user.ts';
import { listUserActivity, userDetailEndpoints } from '@lectern/contract/features/user-detail.ts';
import { hasAbility, type RoleId } from '@lectern/contract/roles.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FieldWords, namedField, plainValue } from '../../../components/detail/field-words.ts';
import { useDetailForm } from '../../../components/detail/use-detail-form.ts';
import { useEditing } from '../../../components/detail/use-editing.ts';
import { FactList } from '../../../components/fact-list.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { call } from '../../../lib/api-client.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../../lib/live-events.ts';
import { notify } from '../../../lib/notifications.ts';
import { isAnswerOf, queryOf } from '../../../lib/queries.ts';
import { groupOptions, useGroupChoices } from '../group-field.tsx';
import {
  bodyOf,
  departmentOptions,
  positionOptions,
  problemsOf,
  roleOptions,
  type UserValues,
  valuesOf,
} from '../user-values.ts';

type Edited = Exclude<keyof UserValues, 'name' | 'account'>;
const labels = {
  email: 'email',
  phone: 'phone',
  roleId: 'role',
  departmentId: 'department',
  positionId: 'position',
  groupId: 'group',
} as const;

/** Fields of a user; editable for people who may change them. */
export function UserDetailFields({ user, state }: { user: UserRow; state: UserSheetState }) {
  const texts = useTexts();
  const me = useCurrentUser();
  const format = useFormat();
  const units = useQuery(queryOf(listUnits, {}, { quiet: true })).data;
  const { form, editable } = state;
  const stored = valuesOf(user);
  const groups = useGroupChoices();
  const words = userWords(texts, units, groups);
  const field = (name: Edited) => ({
    label: texts.user.form[labels[name]],
    value: form.values[name],
    error: form.problems[name],
    changed: form.changed.includes(name),
    note: form.overtaken.includes(name)
      ? fillText(texts.detail.newerValue, {
          value: words.value(name, name === 'roleId' ? user.roleId : stored[name]),
        })
      : undefined,
  });
  const text = (name: 'email' | 'phone') => ({
    ...field(name),
    ...(editable && { onChange: (value: string) => form.set(name, value) }),
  });
  const choice = (name: 'roleId' | 'departmentId' | 'positionId' | 'groupId') => ({
    ...field(name),
    disabled: !editable || !units,
    onChange: (value: string) => form.set(name, value),
  });
  const roles = roleOptions(me, texts);
  const ownRole = { value: stored.roleId, label: texts.words.roles[user.roleId] };
  const { userDetail } = texts;
  return (
    <div className="detail-main">
      <div className="user-detail-fields">
        <TextField {...text('email')} type="email" maxLength={254} autoComplete="off" />
        <TextField {...text('phone')} type="tel" maxLength={40} autoComplete="off" />
        <SelectField {...choice('departmentId')} options={departmentOptions(units, texts, stored.departmentId)} />
        <SelectField {...choice('positionId')} options={positionOptions(units, texts, stored.positionId)} />
        <SelectField
          {...choice('roleId')}
          options={roles.some(({ value }) => value === stored.roleId) ? roles : [ownRole, ...roles]}
        />
        <SelectField {...choice('groupId')} options={groupOptions(groups, texts, user.group)} />
      </div>
      <FactList
        facts={[
          { label: userDetail.account, value: user.account },
          { label: userDetail.college, value: user.college?.name ?? texts.words.notSet },
          {
            label: userDetail.secondFactor,
            value: user.twoFactor ? texts.user.twoFactorOn : texts.user.twoFactorOff,
          },
          {
            label: userDetail.lastSignIn,
            value: user.lastSignInAt ? format.dateTime(user.lastSignInAt) : userDetail.never,
          },
          { label: userDetail.created, value: format.dateTime(user.createdAt) },
        ]}
      />
    </div>
  );
}

export function useStoredUser(id: string, row: UserRow | undefined) {
  const client = useQueryClient();
  const user = useQuery({
    ...queryOf(getUser, { params: { id } }, { quiet: true }),
    ...(row && { placeholderData: row }),
  });
  const refresh = () => client.invalidateQueries({ predicate: isAnswerOf([getUser, listUserActivity]) });
  // An operation on users may have changed this one.
  useLiveEvents('operation', ({ operation }) => {
    if (operation.list === 'user' && operation.finishedAt) void refresh();
  });
  return { user, refresh };
}

/** Edit state of a user: takes the edit lock, checks the version, and keeps edits through conflicts. */
export function useUserSheet(user: UserRow, refresh: () => Promise<void>) {
  const texts = useTexts();
  const me = useCurrentUser();
  const client = useQueryClient();
  const form = useDetailForm({
    id: user.id,
    stored: valuesOf(user),
    check: (values) => problemsOf(values, texts),
    reload: refresh,
    save: async (values, changed) => {
      const body = bodyOf(values);
      const changes = Object.fromEntries(changed.map((name) => [name, body[name]]));
      const request = { params: { id: user.id }, body: { ...changes, version: user.version } };
      const saved = await call(updateUser, request, { quiet: true });
      client.setQueryData(queryOf(getUser, { params: { id: user.id } }).queryKey, saved);
      void client.invalidateQueries({ predicate: isAnswerOf([listUsers, listUserActivity]) });
      notify({ level: 'success', title: fillText(texts.user.form.saved, { name: saved.name }) });
    },
  });
  const edit = useEditing({
    calls: userDetailEndpoints,
    id: user.id,
    form,
    mayEdit: mayEdit(user, me),
    reload: refresh,
  });
  return edit;
}
export type UserSheetState = ReturnType<typeof useUserSheet>;

/** Nobody may edit a user with a higher role. */
export function mayEdit(user: UserRow, me: CurrentUser): boolean {
  return hasAbility(me.roleId, 'editor') && user.roleId >= me.roleId && !user.erased;
}

/** Current values by the field names that activities use. */
export function currentFields(user: UserRow): Record<string, unknown> {
  return {
    name: user.name,
    email: user.email,
    phone: user.phone,
    roleId: user.roleId,
    departmentId: user.department?.id ?? null,
    positionId: user.position?.id ?? null,
    groupId: user.group?.id ?? null,
  };
}

/** Labels and values for the activity log; ids of units are shown as names. */
export function userWords(
  texts: Texts,
  units: OrganisationUnits | undefined,
  groups: ReturnType<typeof useGroupChoices>,
): FieldWords {
  const { form, access } = texts.user;
  const fields: Record<string, string> = {
    name: form.name,
    account: form.account,
    email: form.email,
    phone: form.phone,
    roleId: form.role,
    departmentId: form.department,
    positionId: form.position,
    groupId: form.group,
    access: texts.userDetail.access,
  };
  const unitName = (id: unknown) =>
    [...(units?.departments ?? []), ...(units?.positions ?? []), ...(groups ?? [])].find((unit) => unit.id === id)
      ?.name;
  return {
    field: (field) => namedField(fields, field),
    value(field, value) {
      if (field === 'roleId' && typeof value === 'number') return texts.words.roles[value as RoleId] ?? String(value);
      if (field === 'access' && typeof value === 'number') return value === 0 ? access.allow : access.forbid;
      return unitName(value) ?? plainValue(value, texts.words);
    },
    action: (action) => texts.userDetail.actions[action],
  };
}
