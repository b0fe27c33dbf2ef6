import type { DataScopeName } from '@lectern/contract/data-scopes.ts';
import type { RoleId } from '@lectern/contract/roles.ts';

/**
 * The signed-in user of a request. Read from the database each time, so permission changes apply to the next request.
 */
export type Principal = {
  userId: string;
  sessionId: string;
  account: string;
  name: string;
  roleId: RoleId;
  permissions: readonly string[];
  departmentId: string | null;
  /** Ids from the root down, as in departments.path; null without a department. */
  departmentPath: string | null;
  /** The position's data scope; `role` without a position. */
  dataScope: DataScopeName;
  /**
   * Departments the scope covers: the department and its descendants, or the whole college; empty without a
   * department.
   */
  departmentIds: readonly string[];
  deptCode: string | null;
  mustChangePassword: boolean;
  /** The administrator who is viewing as this person, read-only; absent when the person is signed in. */
  viewedBy?: { id: string; name: string; since: Date };
};

/** Looks up the holder of a token. Throws the matching AppError when the token is unknown, expired or ended. */
export type Authenticate = (token: string, carrier: 'bearer' | 'cookie') => Promise<Principal>;
