import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import type { OrganisationUnits } from '@lectern/contract/features/organisation.ts';
import { roleIds } from '@lectern/contract/roles.ts';
import { treeNodes } from '../../components/list-page/use-tree.ts';
import type { Texts } from '../../lib/i18n/use-texts.ts';

type Option = { value: string; label: string };

/** Departments in their tree, those in use and the one that is chosen now; the depth is drawn by spaces, which a native list keeps. */
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

/** Nobody gives more power than they have. */
export function roleOptions(me: CurrentUser, { words }: Texts): Option[] {
  return roleIds
    .filter((roleId) => roleId >= me.roleId)
    .map((roleId) => ({ value: String(roleId), label: words.roles[roleId] }));
}
