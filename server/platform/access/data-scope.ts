import { reachOf } from '@lectern/contract/data-scopes.ts';
import type { Principal } from '../http/principal.ts';

/**
 * The objects a person may access: administrators all, editors those of their department and its subdepartments, users
 * their own. A position can change this for administrators and editors, but not for super administrators or users.
 */
export type DataScope =
  | { kind: 'all' }
  | { kind: 'departments'; ids: readonly string[] }
  | { kind: 'own'; userId: string };

type ScopeFacts = Pick<Principal, 'userId' | 'roleId' | 'dataScope' | 'departmentIds'>;

export function dataScopeOf({ userId, roleId, dataScope, departmentIds }: ScopeFacts): DataScope {
  const reach = reachOf(roleId, dataScope);
  if (reach === 'all') return { kind: 'all' };
  // Without a department, only one's own objects are in scope.
  if (reach === 'own' || departmentIds.length === 0) return { kind: 'own', userId };
  return { kind: 'departments', ids: departmentIds };
}
