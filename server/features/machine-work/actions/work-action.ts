import { type WorkAction, workActionInputs, workLists } from '@lectern/contract/features/machine-work.ts';
import type { Ability } from '@lectern/contract/roles.ts';
import type { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { defineAction, type ItemOutcome, type OperationAction } from '../../../platform/operation/operation-action.ts';
import { lockWork, type WorkTarget } from '../work.repository.ts';
import { type SkipReason, skipTexts } from './skip-texts.ts';

export type Doing = { transaction: Executor; work: WorkTarget; actor: SignedInContext };
type InputOf<Id extends WorkAction> = z.output<(typeof workActionInputs)[Id]>;

export type Deed<Input> = {
  ability?: Ability;
  /** Why not, or nothing. */
  apply(doing: Doing, input: Input): Promise<SkipReason | undefined>;
  /** What Undo needs, of the work as it was. */
  before?(work: WorkTarget): unknown;
  undo?(doing: Doing, before: unknown): Promise<SkipReason | undefined>;
};

/** An action on one piece of work, for every list of them. Its resource is locked, then the work itself. */
export function workAction<Id extends WorkAction>(id: Id, deed: Deed<InputOf<Id>>): OperationAction[] {
  const { undo, before } = deed;
  return workLists.map((list) =>
    defineAction<InputOf<Id>>({
      id,
      list: list.id,
      page: list.page,
      ...(deed.ability && { ability: deed.ability }),
      input: workActionInputs[id] as unknown as z.ZodType<InputOf<Id>>,
      undoable: undo !== undefined,
      apply: (transaction, objectId, input, actor) =>
        onWork(transaction, objectId, actor, before, (work) => deed.apply({ transaction, work, actor }, input)),
      ...(undo && {
        undo: (transaction, item, actor) =>
          onWork(transaction, item.objectId, actor, before, (work) => undo({ transaction, work, actor }, item.before)),
      }),
    }),
  );
}

async function onWork(
  transaction: Executor,
  objectId: string,
  actor: SignedInContext,
  before: Deed<unknown>['before'],
  act: (work: WorkTarget) => Promise<SkipReason | undefined>,
): Promise<ItemOutcome> {
  const work = await lockWork(transaction, objectId);
  if (!work) throw new AppError('notFound');
  const label = work.title;
  try {
    const skip = await act(work);
    if (skip) return { label, state: 'skipped', reason: skipTexts[skip][actor.language] };
    // Work has no number of its versions: Undo itself looks whether it is as the action left it.
    return { label, state: 'done', before: before?.(work) ?? null, version: 0 };
  } catch (error) {
    if (error instanceof AppError) return { label, state: 'skipped', reason: error.messageIn(actor.language) };
    throw error;
  }
}
