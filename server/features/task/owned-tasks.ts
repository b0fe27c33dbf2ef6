import type { RawBuilder } from 'kysely';
import type { OwnedThings } from '../../platform/ownership/owned-things.ts';
import { mismatches } from './rules/rule.repository.ts';
import { productRules } from './rules/rule-book.ts';
import { countTasksOf, updateAssignee } from './task.repository.ts';

/** Open tasks move to the new owner; closed ones stay in the person's history. */
export const ownedTasks: OwnedThings = { kind: 'task', count: countTasksOf, move: updateAssignee };

/** A check per rule that finds tasks out of step with their state. */
export const taskChecks: readonly { what: string; query: RawBuilder<unknown> }[] = productRules
  // Timed rules run periodically, so their tasks may lag.
  .filter((rule) => !rule.timed)
  .map((rule) => ({
    what: `tasks out of step with their cause: ${rule.kind}`,
    query: mismatches(rule),
  }));
