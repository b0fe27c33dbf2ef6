import { accessFlag } from '@lectern/contract/roles.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { OperationAction } from '../../platform/operation/operation-action.ts';
import type { GuessLimitService, SessionService } from '../auth/public.ts';
import type { TwoFactorService } from '../two-factor/public.ts';
import { type OwnershipDependencies, ownershipActions, userAction, type Work } from './ownership-actions.ts';
import type { UserChange, UserChangeService } from './user-change.service.ts';

/** Bulk actions on people. */
export function userActions(dependencies: AccountActionDependencies & OwnershipDependencies): OperationAction[] {
  return [...changeActions(dependencies.changes), ...accountActions(dependencies), ...ownershipActions(dependencies)];
}

type Column = 'access' | 'department_id' | 'position_id' | 'group_id' | 'role_id';

/** Actions that set one column of a person; Undo restores the old value under the same rules. */
function changeActions(changes: UserChangeService): OperationAction[] {
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
    userAction(changes, 'setGroup', {
      apply: (work, { groupId }) => set(work, { group_id: groupId }, 'user.groupSet'),
      undo,
    }),
  ];
}

type AccountActionDependencies = {
  changes: UserChangeService;
  sessions: Pick<SessionService, 'endAllOf'>;
  guesses: Pick<GuessLimitService, 'forgive'>;
  twoFactor: Pick<TwoFactorService, 'remove'>;
};

/** Account actions have no Undo, because what they end can't be restored. */
function accountActions({ changes, sessions, guesses, twoFactor }: AccountActionDependencies): OperationAction[] {
  const done = ({ target }: Work) => ({ before: null, version: target.version });
  return [
    userAction(changes, 'forceLogout', {
      apply: async (work) => {
        const { transaction, target, actor } = work;
        if (target.id === actor.principal.userId) throw new AppError('notOneself');
        const ended = await sessions.endAllOf(transaction, target.id, 'forcedOut');
        if (ended === 0) return { skip: 'notSignedIn' };
        await recordActivity(transaction, actor, {
          action: 'user.loggedOut',
          objectType: 'user',
          objectId: target.id,
          after: { sessions: ended },
        });
        return done(work);
      },
    }),
    userAction(changes, 'unlock', {
      apply: async (work) => {
        const { transaction, target, actor } = work;
        if (!(await guesses.forgive(transaction, target))) return { skip: 'notLocked' };
        await recordActivity(transaction, actor, {
          action: 'user.unlocked',
          objectType: 'user',
          objectId: target.id,
        });
        return done(work);
      },
    }),
    userAction(changes, 'resetTwoFactor', {
      apply: async (work) => {
        const { transaction, target, actor } = work;
        // People remove their own second factor in their profile.
        if (target.id === actor.principal.userId) throw new AppError('notOneself');
        return (await twoFactor.remove(transaction, actor, target.id)) ? done(work) : { skip: 'noTwoFactor' };
      },
    }),
  ];
}
