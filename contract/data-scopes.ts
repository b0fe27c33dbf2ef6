import { hasAbility, type RoleId } from './roles.ts';

/** How far a position lets its people see. `role`: as their role says. */
export const dataScopes = ['role', 'own', 'department', 'college', 'all'] as const;
export type DataScopeName = (typeof dataScopes)[number];
/** Such as they are in the end; a later one holds the earlier ones. */
const scopeReaches = ['own', 'department', 'college', 'all'] as const;
type ScopeReach = (typeof scopeReaches)[number];

/** What the role alone lets somebody see. */
export function reachOfRole(roleId: RoleId): ScopeReach {
  if (hasAbility(roleId, 'admin')) return 'all';
  return hasAbility(roleId, 'editor') ? 'department' : 'own';
}

/** What a position of this role may say of it: super administrators see everything and users their own, whatever it is. */
export function scopesOfRole(roleId: RoleId): readonly DataScopeName[] {
  if (roleId === 1) return ['role'];
  return hasAbility(roleId, 'editor') ? dataScopes : ['role', 'own'];
}

/** How far somebody of this role sees with this position. */
export function reachOf(roleId: RoleId, dataScope: DataScopeName): ScopeReach {
  if (dataScope === 'role' || !scopesOfRole(roleId).includes(dataScope)) return reachOfRole(roleId);
  return dataScope;
}

export function reachesFurther(one: ScopeReach, other: ScopeReach): boolean {
  return scopeReaches.indexOf(one) > scopeReaches.indexOf(other);
}
