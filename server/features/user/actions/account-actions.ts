import { recordActivity } from '../../../platform/activity/record-activity.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { OperationAction } from '../../../platform/operation/operation-action.ts';
import type { GuessLimitService } from '../../auth/guess-limit.service.ts';
import type { SessionService } from '../../auth/session.service.ts';
import type { TwoFactorService } from '../../two-factor/two-factor.service.ts';
import type { UserChangeService } from '../user-change.service.ts';
import { userAction, type Work } from './user-action.ts';

export type AccountActionParts = {
  changes: UserChangeService;
  sessions: Pick<SessionService, 'endAllOf'>;
  guesses: Pick<GuessLimitService, 'forgive'>;
  twoFactor: Pick<TwoFactorService, 'remove'>;
};

/** Actions about the way in. What they end can't be brought back, so there is no Undo. */
export function accountActions({ changes, sessions, guesses, twoFactor }: AccountActionParts): OperationAction[] {
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
        // One's own goes with one's own password, in the profile.
        if (target.id === actor.principal.userId) throw new AppError('notOneself');
        return (await twoFactor.remove(transaction, actor, target.id)) ? done(work) : { skip: 'noSecondFactor' };
      },
    }),
  ];
}
