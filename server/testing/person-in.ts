import type { Principal } from '../platform/http/principal.ts';

/** Somebody of a department, without a session: for what looks at who asks, and not at how. */
export function personIn(departmentId: string, userId: string, roleId: number): Principal {
  return {
    userId,
    sessionId: '',
    account: 'owner',
    name: 'Owner',
    roleId,
    permissions: [],
    departmentId,
    departmentPath: `/${departmentId}/`,
    deptCode: null,
    mustChangePassword: false,
  } as Principal;
}
