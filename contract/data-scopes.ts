import { hasAbility, type RoleId } from './roles.ts';

/** How much data people in a position see. `role`: what their role allows. */
export const dataScopes = ['role', 'own', 'department', 'college', 'all'] as const;
export type DataScopeName = (typeof dataScopes)[number];
/** Effective scopes, narrowest first; each includes those before it. */
const scopeReaches = ['own', 'department', 'college', 'all'] as const;
type ScopeReach = (typeof scopeReaches)[number];

export function reachOfRole(roleId: RoleId): ScopeReach {
  if (hasAbility(roleId, 'admin')) return 'all';
  return hasAbility(roleId, 'editor') ? 'department' : 'own';
}

/**
 * Data scopes a position may set for this role. Super administrators always see everything, and users only their own
 * data or what `role` gives them.
 */
export function scopesOfRole(roleId: RoleId): readonly DataScopeName[] {
  if (roleId === 1) return ['role'];
  return hasAbility(roleId, 'editor') ? dataScopes : ['role', 'own'];
}

/** The effective data scope of someone with this role and position. */
export function reachOf(roleId: RoleId, dataScope: DataScopeName): ScopeReach {
  if (dataScope === 'role' || !scopesOfRole(roleId).includes(dataScope)) return reachOfRole(roleId);
  return dataScope;
}

export function reachesFurther(one: ScopeReach, other: ScopeReach): boolean {
  return scopeReaches.indexOf(one) > scopeReaches.indexOf(other);
}
