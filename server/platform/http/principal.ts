import type { DataScopeName } from '@lectern/contract/data-scopes.ts';
import type { RoleId } from '@lectern/contract/roles.ts';

/** Who sends a request: read from the database with every request, so a change of rights applies to the next. */
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
  /** How far the position lets see; `role` without one. */
  dataScope: DataScopeName;
  /** What a scope over departments reaches: the department and all below it, or its whole college; nothing without one. */
  departmentIds: readonly string[];
  deptCode: string | null;
  mustChangePassword: boolean;
  /** Who looks as this person, and changes nothing; absent: the person is here. */
  viewedBy?: { id: string; name: string; since: Date };
};

/** Tells who holds a token. Throws the AppError that fits: unknown, expired, ended. */
export type Authenticate = (token: string, carrier: 'bearer' | 'cookie') => Promise<Principal>;
