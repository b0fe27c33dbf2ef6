import { hasAbility, type RoleId } from '@lectern/contract/roles.ts';
import type { DataScope } from '../../platform/access/data-scope.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Principal } from '../../platform/http/principal.ts';

/** The default role of new people. */
export const usualRole: RoleId = 4;

/** Nobody manages people with more power; a lower role id means more power. */
export function mayManageRole(actorRoleId: RoleId, targetRoleId: number): boolean {
  return targetRoleId >= actorRoleId;
}

/** Checks that the actor may create people with this role. */
export function judgeRole(actor: Principal, roleId: number): void {
  if (!hasAbility(actor.roleId, 'editor')) throw new AppError('abilityMissing');
  if (!mayManageRole(actor.roleId, roleId)) throw new AppError('morePowerful');
}

/**
 * True for changes that people can't make to their own account: role, access and, below administrators, place and
 * group, because their permissions depend on them.
 */
export function isForOthersToDecide(actor: Pick<Principal, 'roleId'>, changed: readonly string[]): boolean {
  const decides = hasAbility(actor.roleId, 'admin')
    ? ['role_id', 'access']
    : ['role_id', 'access', 'department_id', 'position_id', 'group_id'];
  return changed.some((column) => decides.includes(column));
}

/** A person without a department is outside every department scope. */
export function isInDepartments(scope: DataScope, departmentId: string | null): boolean {
  if (scope.kind === 'all') return true;
  return scope.kind === 'departments' && departmentId !== null && scope.ids.includes(departmentId);
}

/** The pages a person would gain that the actor can't open, because nobody may grant more than they have. */
export function pagesBeyond(gain: { before: readonly string[]; after: readonly string[] }, actor: Principal): string[] {
  if (hasAbility(actor.roleId, 'superAdmin')) return [];
  return gain.after.filter((path) => !gain.before.includes(path) && !actor.permissions.includes(path));
}

type Standing = { role_id: number; access: number };

export function isAllowedSuperAdministrator({ role_id, access }: Standing): boolean {
  return role_id === 1 && access === 0;
}
