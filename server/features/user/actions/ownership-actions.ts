import { accessFlag } from '@lectern/contract/roles.ts';
import { recordActivity } from '../../../platform/activity/record-activity.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { OperationAction } from '../../../platform/operation/operation-action.ts';
import type { SessionService } from '../../auth/session.service.ts';
import type { Moved, OwnershipService } from '../ownership.service.ts';
import type { UserChangeService } from '../user-change.service.ts';
import { userAction, type Work } from './user-action.ts';

export type OwnershipActionParts = {
  changes: UserChangeService;
  ownership: OwnershipService;
  sessions: Pick<SessionService, 'endAllOf'>;
};

type Handed = { toUserId: string | null; moved: Moved };

/** Handing things on, by itself or because somebody leaves. */
export function ownershipActions({ changes, ownership, sessions }: OwnershipActionParts): OperationAction[] {
  const note = async ({ transaction, target, actor }: Work, action: string, { toUserId, moved }: Handed) => {
    const counts = Object.entries(moved).map(([kind, ids]) => [kind, ids.length]);
    await recordActivity(transaction, actor, {
      action,
      objectType: 'user',
      objectId: target.id,
      after: { toUserId, ...Object.fromEntries(counts) },
    });
  };
  const giveBack = async (work: Work, { toUserId, moved }: Handed): Promise<void> => {
    if (!toUserId) return;
    const way = { from: toUserId, to: work.target.id };
    const returned = await ownership.giveBack(work.transaction, work.actor, moved, way);
    await note(work, 'user.handingOnUndone', { toUserId, moved: returned });
  };
  return [
    userAction(changes, 'transfer', {
      undoesAnyVersion: true,
      apply: async (work, { toUserId }) => {
        const { transaction, target, actor } = work;
        await ownership.judgeHeir(transaction, actor, toUserId, target.id);
        const moved = await ownership.handOn(transaction, actor, target.id, toUserId);
        if (Object.keys(moved).length === 0) return { skip: 'ownsNothing' };
        await note(work, 'user.handedOn', { toUserId, moved });
        return { before: { toUserId, moved }, version: target.version };
      },
      undo: async (work, before) => {
        await giveBack(work, before as Handed);
        return { before, version: work.target.version };
      },
    }),
    userAction(changes, 'leave', {
      apply: async (work, { toUserId }) => {
        const { transaction, target, actor } = work;
        if (target.id === actor.principal.userId) throw new AppError('notOneself');
        if (toUserId) await ownership.judgeHeir(transaction, actor, toUserId, target.id);
        const change = { access: accessFlag.forbid };
        const version = await changes.change(transaction, actor, target, change, 'user.forbidden');
        await sessions.endAllOf(transaction, target.id, 'forbidden');
        const moved = toUserId ? await ownership.handOn(transaction, actor, target.id, toUserId) : {};
        await note(work, 'user.left', { toUserId, moved });
        return { before: { access: target.access, toUserId, moved }, version };
      },
      undo: async (work, before) => {
        const { access, ...handed } = before as Handed & { access: number };
        const change = { access };
        const version = await changes.change(work.transaction, work.actor, work.target, change, 'user.changeUndone');
        await giveBack(work, handed);
        return { before, version };
      },
    }),
  ];
}
