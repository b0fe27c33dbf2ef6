import type { RoleId } from '@lectern/contract/roles.ts';

/** Nobody may create or change somebody with more power than themselves: a lower roleId is more power. */
export function mayManageRole(actorRoleId: RoleId, targetRoleId: RoleId): boolean {
  return targetRoleId >= actorRoleId;
}
