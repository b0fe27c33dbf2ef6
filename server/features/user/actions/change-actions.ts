import { accessFlag } from '@lectern/contract/roles.ts';
import type { OperationAction } from '../../../platform/operation/operation-action.ts';
import type { UserChange, UserChangeService } from '../user-change.service.ts';
import { userAction, type Work } from './user-action.ts';

type Column = 'access' | 'department_id' | 'position_id' | 'role_id';

/** Actions that set one column of a person, and whose Undo puts the old value back under the same rules. */
export function changeActions(changes: UserChangeService): OperationAction[] {
  const set = async ({ transaction, target, actor }: Work, change: UserChange, activity: string) => {
    const columns = Object.keys(change) as Column[];
    const before = Object.fromEntries(columns.map((column) => [column, target[column]]));
    if (columns.every((column) => change[column] === target[column])) return { skip: 'asWanted' as const };
    return { before, version: await changes.change(transaction, actor, target, change, activity) };
  };
  const undo = (work: Work, before: unknown) => set(work, before as UserChange, 'user.changeUndone');
  return [
    userAction(changes, 'allow', {
      apply: (work) => set(work, { access: accessFlag.allow }, 'user.allowed'),
      undo,
    }),
    userAction(changes, 'forbid', {
      apply: (work) => set(work, { access: accessFlag.forbid }, 'user.forbidden'),
      undo,
    }),
    userAction(changes, 'setRole', {
      apply: (work, { roleId }) => set(work, { role_id: roleId }, 'user.roleSet'),
      undo,
    }),
    userAction(changes, 'setDepartment', {
      apply: (work, { departmentId }) => set(work, { department_id: departmentId }, 'user.departmentSet'),
      undo,
    }),
    userAction(changes, 'setPosition', {
      apply: (work, { positionId }) => set(work, { position_id: positionId }, 'user.positionSet'),
      undo,
    }),
  ];
}
