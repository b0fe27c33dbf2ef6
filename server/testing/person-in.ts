import type { Principal } from '../platform/http/principal.ts';

/** A principal in a department, without a session, for code that only checks who is asking. */
export function personIn(
  departmentId: string,
  userId: string,
  roleId: number,
  below: readonly string[] = [],
): Principal {
  return {
    userId,
    sessionId: '',
    account: 'owner',
    name: 'Owner',
    roleId,
    permissions: [],
    departmentId,
    departmentPath: `/${departmentId}/`,
    dataScope: 'role',
    departmentIds: [departmentId, ...below],
    deptCode: null,
    mustChangePassword: false,
  } as Principal;
}
