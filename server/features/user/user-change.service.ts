import { accessFlag } from '@lectern/contract/roles.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { SessionService } from '../auth/public.ts';
import { isAllowedSuperAdministrator, isForOthersToDecide, mayManageRole } from './user.policy.ts';
import { presentColumns } from './user.presenter.ts';
import {
  hasOtherSuperAdministrator,
  type LockedUser,
  lockUser,
  type UserColumns,
  updateUserColumns,
} from './user.repository.ts';
import { validatePlace } from './validate-place.ts';

export type UserChange = Partial<UserColumns>;

/** Changes single people; everything is checked before anything is changed. */
export class UserChangeService {
  readonly #sessions: Pick<SessionService, 'endAllOf'>;
  readonly #publisher: EventPublisher;

  constructor(sessions: Pick<SessionService, 'endAllOf'>, publisher: EventPublisher) {
    this.#sessions = sessions;
    this.#publisher = publisher;
  }

  /** Locks a visible person who has no more power than the actor. */
  async take(transaction: Executor, context: SignedInContext, id: string): Promise<LockedUser> {
    const target = await this.find(transaction, context, id);
    if (target.erased_at) throw new AppError('personErased');
    this.judgeRank(context, target);
    return target;
  }

  async find(transaction: Executor, { principal }: SignedInContext, id: string): Promise<LockedUser> {
    const target = await lockUser(transaction, id, principal);
    if (!target) throw new AppError('notFound');
    return target;
  }

  judgeRank({ principal }: SignedInContext, target: LockedUser): void {
    if (!mayManageRole(principal.roleId, target.role_id)) throw new AppError('morePowerful');
  }

  /** Refuses to remove the last super administrator who can sign in. */
  async judgeRemoval(transaction: Executor, target: LockedUser): Promise<void> {
    if (!isAllowedSuperAdministrator(target)) return;
    if (!(await hasOtherSuperAdministrator(transaction, target.id))) throw new AppError('lastSuperAdministrator');
  }

  /** Returns the new version; equal values are ignored. */
  async change(
    transaction: Executor,
    context: SignedInContext,
    target: LockedUser,
    wanted: UserChange,
    action = 'user.updated',
  ): Promise<number> {
    const changed = changedOf(target, wanted);
    if (changed.length === 0) return target.version;
    const change: UserChange = Object.fromEntries(changed.map((column) => [column, wanted[column]]));
    await this.#judge(transaction, context, target, change);
    const version = await updateUserColumns(transaction, target.id, change);
    const forbids = change.access === accessFlag.forbid;
    const ended = forbids ? await this.#sessions.endAllOf(transaction, target.id, 'forbidden') : 0;
    const before = Object.fromEntries(changed.map((column) => [column, target[column]]));
    await recordActivity(transaction, context, {
      action,
      objectType: 'user',
      objectId: target.id,
      before: presentColumns(before),
      after: presentColumns(change),
    });
    // Ending sessions already notified their windows.
    if (ended === 0 && touchesRights(changed))
      await this.#publisher.publish(transaction, target.id, { topic: 'permissions' });
    return version;
  }

  async #judge(
    transaction: Executor,
    { principal }: SignedInContext,
    target: LockedUser,
    change: UserChange,
  ): Promise<void> {
    const after = { ...target, ...change };
    if (!mayManageRole(principal.roleId, after.role_id)) throw new AppError('morePowerful');
    if (target.id === principal.userId && isForOthersToDecide(principal, Object.keys(change))) {
      throw new AppError('notOneself');
    }
    if (movesSomebody(change)) await validatePlace(transaction, principal, after, target);
    const goes = isAllowedSuperAdministrator(target) && !isAllowedSuperAdministrator(after);
    if (goes && !(await hasOtherSuperAdministrator(transaction, target.id))) {
      throw new AppError('lastSuperAdministrator');
    }
  }
}

function changedOf(target: LockedUser, wanted: UserChange): (keyof UserColumns)[] {
  const columns = Object.keys(wanted) as (keyof UserColumns)[];
  return columns.filter((column) => wanted[column] !== undefined && wanted[column] !== target[column]);
}

function movesSomebody(change: UserChange): boolean {
  return ['department_id', 'position_id', 'role_id', 'group_id'].some((column) => column in change);
}

function touchesRights(changed: readonly (keyof UserColumns)[]): boolean {
  return changed.some((column) => !['name', 'email', 'phone'].includes(column));
}
