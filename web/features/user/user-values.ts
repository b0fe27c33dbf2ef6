import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import type { OrganisationUnits } from '@lectern/contract/features/organisation.ts';
import { newUser, type UserRow } from '@lectern/contract/features/user.ts';
import { type RoleId, roleIds } from '@lectern/contract/roles.ts';
import { treeNodes } from '../../components/list-page/use-tree.ts';
import type { Texts } from '../../lib/i18n/use-texts.ts';

/** Form values; all strings, as inputs hold them. */
export type UserValues = {
  name: string;
  account: string;
  email: string;
  phone: string;
  roleId: string;
  departmentId: string;
  positionId: string;
  groupId: string;
};

/** The value of `groupId` for the default group of the role. */
export const defaultGroup = 'default';

export const noUser: UserValues = {
  name: '',
  account: '',
  email: '',
  phone: '',
  roleId: '4',
  departmentId: '',
  positionId: '',
  groupId: defaultGroup,
};

export function valuesOf(user: UserRow): UserValues {
  return {
    name: user.name,
    account: user.account,
    email: user.email ?? '',
    phone: user.phone ?? '',
    roleId: String(user.roleId),
    departmentId: user.department?.id ?? '',
    positionId: user.position?.id ?? '',
    groupId: user.group?.id ?? '',
  };
}

/** Converts form values to the API's format; empty optional fields become null. */
export function bodyOf(values: UserValues) {
  return {
    name: values.name.trim(),
    account: values.account.trim(),
    email: values.email.trim() || null,
    phone: values.phone.trim() || null,
    roleId: Number(values.roleId) as RoleId,
    departmentId: values.departmentId || null,
    positionId: values.positionId || null,
    ...(values.groupId !== defaultGroup && { groupId: values.groupId || null }),
  };
}

export type UserProblems = Partial<Record<keyof UserValues, string>>;

/** Problems the contract would report, by field, in the user's language. */
export function problemsOf(values: UserValues, { user, words }: Texts): UserProblems {
  const parsed = newUser.safeParse(bodyOf(values));
  if (parsed.success) return {};
  const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]));
  const problems: UserProblems = {};
  if (wrong.has('name')) problems.name = words.required;
  if (wrong.has('account')) problems.account = values.account.trim() ? user.form.badAccount : words.required;
  if (wrong.has('email')) problems.email = user.form.badEmail;
  return problems;
}

type Option = { value: string; label: string };

/**
 * Enabled departments plus the current one, in tree order. Depth is shown by em spaces, which a native select keeps.
 */
export function departmentOptions(units: OrganisationUnits | undefined, { user }: Texts, now?: string): Option[] {
  const none = { value: '', label: user.form.none };
  if (!units) return [none];
  const step = '\u2003';
  const shut = new Set(units.departments.filter(({ id, disabled }) => disabled && id !== now).map(({ id }) => id));
  const nodes = treeNodes(units, 'department').filter(({ id }) => !shut.has(id));
  return [none, ...nodes.map(({ id, name, depth }) => ({ value: id, label: `${step.repeat(depth)}${name}` }))];
}

export function positionOptions(units: OrganisationUnits | undefined, { user }: Texts, now?: string): Option[] {
  const positions = (units?.positions ?? []).filter(({ id, disabled }) => !disabled || id === now);
  return [{ value: '', label: user.form.none }, ...positions.map(({ id, name }) => ({ value: id, label: name }))];
}

/** Nobody can assign a role higher than their own. */
export function roleOptions(me: CurrentUser, { words }: Texts): Option[] {
  return roleIds
    .filter((roleId) => roleId >= me.roleId)
    .map((roleId) => ({ value: String(roleId), label: words.roles[roleId] }));
}
