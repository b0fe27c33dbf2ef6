import { hasAbility } from '@lectern/contract/roles.ts';
import type { Principal } from '../http/principal.ts';

/**
 * Which objects a person may touch: administrators all, editors those of their department and the ones below it,
 * users their own.
 */
export type DataScope =
  | { kind: 'all' }
  | { kind: 'departments'; pathPrefix: string; ids: readonly string[] }
  | { kind: 'own'; userId: string };

export function dataScopeOf(principal: Principal): DataScope {
  if (hasAbility(principal.roleId, 'admin')) return { kind: 'all' };
  if (hasAbility(principal.roleId, 'editor') && principal.departmentPath) {
    return { kind: 'departments', pathPrefix: principal.departmentPath, ids: principal.departmentIds };
  }
  return { kind: 'own', userId: principal.userId };
}
