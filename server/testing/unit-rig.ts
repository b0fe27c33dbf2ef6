import type { UnitAction } from '@lectern/contract/features/college.ts';
import type { ItemOutcome } from '../platform/operation/operation-action.ts';
import type { Identity, TestApp } from './test-app.ts';

/**
 * Runs actions on colleges, departments and positions as the engine does: in one transaction and with current
 * permissions.
 */
export function unitRig(test: TestApp, list: 'college' | 'department' | 'position') {
  const actionOf = (id: UnitAction) => {
    const action = test.container.services.actions.find((one) => one.list === list && one.id === id);
    if (!action) throw new Error(`There is no action ${id} on ${list}`);
    return action;
  };
  return {
    async carryOut(id: UnitAction, objectId: string, input: object = {}, as: Identity = test.admin) {
      const action = actionOf(id);
      const actor = await test.context(as);
      const outcome = await test.db
        .transaction()
        .execute((transaction) => action.apply(transaction, objectId, action.input.parse(input), actor, undefined));
      test.container.http.afterChange();
      return outcome;
    },
    async undo(id: UnitAction, objectId: string, outcome: ItemOutcome, as: Identity = test.admin) {
      if (outcome.state !== 'done') throw new Error(`Nothing to undo: ${outcome.reason}`);
      const { before, version } = JSON.parse(JSON.stringify(outcome)) as { before: unknown; version: number };
      const actor = await test.context(as);
      const { undo } = actionOf(id);
      if (!undo) throw new Error(`${id} can't be undone`);
      const undone = await test.db
        .transaction()
        .execute((transaction) => undo(transaction, { objectId, before, version }, actor));
      test.container.http.afterChange();
      return undone;
    },
  };
}
