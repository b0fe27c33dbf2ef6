import { type UserAction, userActionInputs, userList } from '@lectern/contract/features/user.ts';
import type { SkippedTexts } from '@lectern/contract/messages/en/skipped.ts';
import { accessFlag } from '@lectern/contract/roles.ts';
import type { z } from 'zod';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { messagesIn } from '../../platform/messages.ts';
import { defineAction, type ItemOutcome, type OperationAction } from '../../platform/operation/operation-action.ts';
import type { SessionService } from '../auth/public.ts';
import type { Moved, OwnershipService } from './ownership.service.ts';
import type { LockedUser } from './user.repository.ts';
import type { UserChangeService } from './user-change.service.ts';

export type OwnershipDependencies = {
  changes: UserChangeService;
  ownership: OwnershipService;
  sessions: Pick<SessionService, 'endAllOf'>;
};

type Handed = { toUserId: string | null; moved: Moved };

/** Actions that transfer what a person owns, alone or when removing the person. */
export function ownershipActions({ changes, ownership, sessions }: OwnershipDependencies): OperationAction[] {
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
        await ownership.judgeNewOwner(transaction, actor, toUserId, target.id);
        const moved = await ownership.transfer(transaction, actor, target.id, toUserId);
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
        if (toUserId) await ownership.judgeNewOwner(transaction, actor, toUserId, target.id);
        const change = { access: accessFlag.forbid };
        const version = await changes.change(transaction, actor, target, change, 'user.forbidden');
        await sessions.endAllOf(transaction, target.id, 'forbidden');
        const moved = toUserId ? await ownership.transfer(transaction, actor, target.id, toUserId) : {};
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

export type Work = { transaction: Executor; target: LockedUser; actor: SignedInContext };
type Result = { before: unknown; version: number } | { skip: keyof SkippedTexts };

type ActionHandler<Input> = {
  apply(work: Work, input: Input): Promise<Result>;
  undo?(work: Work, before: unknown): Promise<Result>;
  /** Undo works even if the row was edited since, because the changes are outside the row. */
  undoesAnyVersion?: true;
};

/**
 * An action on one person whose row is locked and whose rank was checked. Handlers check everything before changing
 * anything, because a refusal only skips the person.
 */
export function userAction<Id extends UserAction>(
  changes: UserChangeService,
  id: Id,
  handler: ActionHandler<z.output<(typeof userActionInputs)[Id]>>,
): OperationAction {
  const { undo } = handler;
  const onPerson = async (
    transaction: Executor,
    objectId: string,
    actor: SignedInContext,
    work: (target: LockedUser) => Promise<Result>,
  ): Promise<ItemOutcome> => {
    const target = await changes.find(transaction, actor, objectId);
    const label = target.name;
    const skipped = (reason: string): ItemOutcome => ({ label, state: 'skipped', reason });
    try {
      changes.judgeRank(actor, target);
      const result = await work(target);
      return 'skip' in result
        ? skipped(messagesIn(actor.language).skipped[result.skip])
        : { label, state: 'done', ...result };
    } catch (error) {
      if (error instanceof AppError) return skipped(error.messageIn(actor.language));
      throw error;
    }
  };
  return defineAction<z.output<(typeof userActionInputs)[Id]>>({
    id,
    list: userList.id,
    page: userList.page,
    ability: 'editor',
    input: userActionInputs[id] as unknown as z.ZodType<z.output<(typeof userActionInputs)[Id]>>,
    undoable: undo !== undefined,
    apply: (transaction, objectId, input, actor) =>
      onPerson(transaction, objectId, actor, (target) => handler.apply({ transaction, target, actor }, input)),
    ...(undo && {
      undo: (transaction, item, actor) =>
        onPerson(transaction, item.objectId, actor, async (target) => {
          if (!handler.undoesAnyVersion && target.version !== item.version) return { skip: 'changedSince' };
          return undo({ transaction, target, actor }, item.before);
        }),
    }),
  });
}
