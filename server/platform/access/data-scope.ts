import { reachOf } from '@lectern/contract/data-scopes.ts';
import type { Principal } from '../http/principal.ts';

/**
 * Which objects a person may touch: administrators all, editors those of their department and the ones below it,
 * users their own. The position may say otherwise for those between.
 */
export type DataScope =
  | { kind: 'all' }
  | { kind: 'departments'; ids: readonly string[] }
  | { kind: 'own'; userId: string };

type ScopeFacts = Pick<Principal, 'userId' | 'roleId' | 'dataScope' | 'departmentIds'>;

export function dataScopeOf({ userId, roleId, dataScope, departmentIds }: ScopeFacts): DataScope {
  const reach = reachOf(roleId, dataScope);
  if (reach === 'all') return { kind: 'all' };
  // Without a department there is nothing to reach but what is one's own.
  if (reach === 'own' || departmentIds.length === 0) return { kind: 'own', userId };
  return { kind: 'departments', ids: departmentIds };
}
