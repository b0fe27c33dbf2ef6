import { type UnitAction, unitActionInputs } from '@lectern/contract/features/college.ts';
import type { SkippedTexts } from '@lectern/contract/messages/en/skipped.ts';
import type { z } from 'zod';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { messagesIn } from '../../platform/messages.ts';
import { defineAction, type ItemOutcome, type OperationAction } from '../../platform/operation/operation-action.ts';
import type { Unit, UnitKeeper } from './unit-keeper.ts';

/** Bulk actions on colleges, departments and positions, all with Undo. */
export function unitActions(keeper: UnitKeeper): OperationAction[] {
  return [switching(keeper, 'enable', false), switching(keeper, 'disable', true), merging(keeper), deleting(keeper)];
}

function common<Id extends UnitAction>(keeper: UnitKeeper, id: Id) {
  return {
    id,
    list: keeper.type,
    page: keeper.page,
    ability: 'admin',
    input: unitActionInputs[id] as unknown as z.ZodType<z.output<(typeof unitActionInputs)[Id]>>,
    undoable: true,
  } as const;
}

const skipped = ({ name }: Unit, why: keyof SkippedTexts, { language }: SignedInContext): ItemOutcome => ({
  label: name,
  state: 'skipped',
  reason: messagesIn(language).skipped[why],
});

function switching(keeper: UnitKeeper, id: 'enable' | 'disable', disabled: boolean): OperationAction {
  const set = async (transaction: Executor, actor: SignedInContext, unit: Unit, wanted: boolean) => {
    if (unit.disabled === wanted) return skipped(unit, 'asWanted', actor);
    const version = await keeper.setDisabled(transaction, actor, unit.id, wanted);
    return { label: unit.name, state: 'done', before: null, version } as const;
  };
  return defineAction({
    ...common(keeper, id),
    apply: async (transaction, objectId, _input, actor) =>
      set(transaction, actor, await keeper.take(transaction, actor, objectId), disabled),
    async undo(transaction, item, actor) {
      const unit = await keeper.take(transaction, actor, item.objectId);
      if (unit.version !== item.version) return skipped(unit, 'changedSince', actor);
      return set(transaction, actor, unit, !disabled);
    },
  });
}

/** A deleted unit has no version and can’t have changed. */
const gone = (label: string, before: unknown): ItemOutcome => ({ label, state: 'done', before, version: 0 });
const back = ({ name, version }: Unit): ItemOutcome => ({ label: name, state: 'done', before: null, version });

function merging(keeper: UnitKeeper): OperationAction {
  return defineAction<z.output<typeof unitActionInputs.merge>>({
    ...common(keeper, 'merge'),
    bringsBack: true,
    async apply(transaction, objectId, { intoId }, actor) {
      const { name } = await keeper.take(transaction, actor, objectId);
      return gone(name, await keeper.merge(transaction, actor, objectId, intoId));
    },
    undo: async (transaction, item, actor) => back(await keeper.unmerge(transaction, actor, item.before)),
  });
}

function deleting(keeper: UnitKeeper): OperationAction {
  return defineAction({
    ...common(keeper, 'delete'),
    bringsBack: true,
    async apply(transaction, objectId, _input, actor) {
      const { name } = await keeper.take(transaction, actor, objectId);
      return gone(name, await keeper.remove(transaction, actor, objectId));
    },
    undo: async (transaction, item, actor) => back(await keeper.restore(transaction, actor, item.before)),
  });
}
