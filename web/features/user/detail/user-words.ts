import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import type { OrganisationUnits } from '@lectern/contract/features/organisation.ts';
import type { UserRow } from '@lectern/contract/features/user.ts';
import { hasAbility, type RoleId } from '@lectern/contract/roles.ts';
import { type FieldWords, namedField, plainValue } from '../../../components/detail/field-words.ts';
import type { Texts } from '../../../lib/i18n/use-texts.ts';

/** Nobody changes somebody with more power. */
export function mayEdit(user: UserRow, me: CurrentUser): boolean {
  return hasAbility(me.roleId, 'editor') && user.roleId >= me.roleId && !user.erased;
}

/** The fields of a user as activities call them. */
export function currentFields(user: UserRow): Record<string, unknown> {
  return {
    name: user.name,
    email: user.email,
    phone: user.phone,
    roleId: user.roleId,
    departmentId: user.department?.id ?? null,
    positionId: user.position?.id ?? null,
  };
}

/** Names for what activities hold: ids of units become their names. */
export function userWords(texts: Texts, units: OrganisationUnits | undefined): FieldWords {
  const { form, access } = texts.user;
  const fields: Record<string, string> = {
    name: form.name,
    account: form.account,
    email: form.email,
    phone: form.phone,
    roleId: form.role,
    departmentId: form.department,
    positionId: form.position,
    access: texts.userDetail.access,
  };
  const unitName = (id: unknown) =>
    [...(units?.departments ?? []), ...(units?.positions ?? [])].find((unit) => unit.id === id)?.name;
  return {
    field: (field) => namedField(fields, field),
    value(field, value) {
      if (field === 'roleId' && typeof value === 'number') return texts.words.roles[value as RoleId] ?? String(value);
      if (field === 'access' && typeof value === 'number') return value === 0 ? access.allow : access.forbid;
      return unitName(value) ?? plainValue(value, texts.words.none);
    },
    action: (action) => texts.userDetail.actions[action] ?? action,
  };
}
