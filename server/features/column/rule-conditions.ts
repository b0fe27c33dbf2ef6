import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { type Condition, type ListSource, preparedFor } from '../../platform/list/list-source.ts';
import { viewConditions } from '../../platform/list/view-conditions.ts';
import { parseRule } from './column-rule.policy.ts';

/** Rules choose among all resources; what a person may read is checked elsewhere. */
const everybody: Principal = {
  userId: '00000000-0000-0000-0000-000000000000',
  sessionId: '',
  account: '',
  name: '',
  roleId: 1,
  permissions: [],
  departmentId: null,
  departmentPath: null,
  dataScope: 'role',
  departmentIds: [],
  deptCode: null,
  mustChangePassword: false,
};

/** Nothing for a rule that was accepted once and is not understood any more: it matches nothing. */
export async function ruleConditions(
  db: Executor,
  source: ListSource,
  rule: string,
  timeZone: string,
): Promise<Condition | undefined> {
  try {
    const view = parseRule(rule);
    return viewConditions(await preparedFor(db, source, view), view, everybody, { timeZone });
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
