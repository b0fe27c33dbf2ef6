import { resourceLists } from '@lectern/contract/features/resource.ts';
import { type ResourceAction, resourceActionInputs } from '@lectern/contract/features/resource-action.ts';
import type { Ability } from '@lectern/contract/roles.ts';
import type { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { defineAction, type ItemOutcome, type OperationAction } from '../../../platform/operation/operation-action.ts';
import { type LockedResource, lockReadable } from '../resource.repository.ts';
import { type SkipReason, skipTexts } from './skip-texts.ts';

export type Work = { transaction: Executor; target: LockedResource; actor: SignedInContext };
export type Result = { before: unknown; version: number } | { skip: SkipReason };
export type InputOf<Id extends ResourceAction> = z.output<(typeof resourceActionInputs)[Id]>;

export type Deed<Input> = {
  ability?: Ability;
  apply(work: Work, input: Input): Promise<Result>;
  /** `before` as `apply` left it. */
  undo?(work: Work, before: unknown): Promise<Result>;
  /** What it changed is not in the resource's own row, whose later changes do not matter then. */
  undoesAnyVersion?: true;
};

/**
 * An action on one resource, whose row is locked, for every list of resources. Deeds judge before they change anything:
 * a refusal becomes a skip that names the resource.
 */
export function resourceAction<Id extends ResourceAction>(id: Id, deed: Deed<InputOf<Id>>): OperationAction[] {
  const { undo } = deed;
  const input = resourceActionInputs[id] as unknown as z.ZodType<InputOf<Id>>;
  return resourceLists.map((list) =>
    defineAction<InputOf<Id>>({
      id,
      list: list.id,
      page: list.page,
      ...(deed.ability && { ability: deed.ability }),
      input,
      undoable: undo !== undefined,
      apply: (transaction, objectId, given, actor) =>
        onResource(transaction, objectId, actor, (target) => deed.apply({ transaction, target, actor }, given)),
      ...(undo && {
        undo: (transaction, item, actor) =>
          onResource(transaction, item.objectId, actor, async (target) => {
            if (!deed.undoesAnyVersion && target.version !== item.version) return { skip: 'changedSince' };
            return undo({ transaction, target, actor }, item.before);
          }),
      }),
    }),
  );
}

async function onResource(
  transaction: Executor,
  objectId: string,
  actor: SignedInContext,
  work: (target: LockedResource) => Promise<Result>,
): Promise<ItemOutcome> {
  const target = await lockReadable(transaction, actor.principal, objectId);
  const label = target.title;
  const skipped = (reason: string): ItemOutcome => ({ label, state: 'skipped', reason });
  try {
    const result = await work(target);
    return 'skip' in result ? skipped(skipTexts[result.skip][actor.language]) : { label, state: 'done', ...result };
  } catch (error) {
    if (error instanceof AppError) return skipped(error.messageIn(actor.language));
    throw error;
  }
}
