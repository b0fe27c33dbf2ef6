import { type UserAction, userActionInputs, userList } from '@lectern/contract/features/user.ts';
import type { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { defineAction, type ItemOutcome, type OperationAction } from '../../../platform/operation/operation-action.ts';
import type { LockedUser } from '../user.repository.ts';
import type { UserChangeService } from '../user-change.service.ts';
import { type SkipReason, skipTexts } from './skip-texts.ts';

export type Work = { transaction: Executor; target: LockedUser; actor: SignedInContext };
type Result = { before: unknown; version: number } | { skip: SkipReason };

type Deed<Input> = {
  apply(work: Work, input: Input): Promise<Result>;
  undo?(work: Work, before: unknown): Promise<Result>;
  /** What it changed is not in the person's own row, whose later changes do not matter then. */
  undoesAnyVersion?: true;
};

/**
 * An action on one person, whose row is locked and whose rank was judged. Deeds judge before they change anything:
 * a refusal becomes a skip that names the person.
 */
export function userAction<Id extends UserAction>(
  changes: UserChangeService,
  id: Id,
  deed: Deed<z.output<(typeof userActionInputs)[Id]>>,
): OperationAction {
  const { undo } = deed;
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
      return 'skip' in result ? skipped(skipTexts[result.skip][actor.language]) : { label, state: 'done', ...result };
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
      onPerson(transaction, objectId, actor, (target) => deed.apply({ transaction, target, actor }, input)),
    ...(undo && {
      undo: (transaction, item, actor) =>
        onPerson(transaction, item.objectId, actor, async (target) => {
          if (!deed.undoesAnyVersion && target.version !== item.version) return { skip: 'changedSince' };
          return undo({ transaction, target, actor }, item.before);
        }),
    }),
  });
}
