import type { RawBuilder } from 'kysely';
import type { OwnedThings } from '../../platform/ownership/owned-things.ts';
import { mismatches } from './rules/rule.repository.ts';
import { productRules } from './rules/rule-book.ts';
import { countTasksOf, updateAssignee } from './task.repository.ts';

/** Open tasks of a person; closed ones stay in their history. */
export const ownedTasks: OwnedThings = { kind: 'task', count: countTasksOf, move: updateAssignee };

/** To-dos are what the states are: a query for each rule that names what is not so. */
export const taskChecks: readonly { what: string; query: RawBuilder<unknown> }[] = productRules
  // What the time alone begins and ends is found on the rounds: between them it may be late.
  .filter((rule) => !rule.timed)
  .map((rule) => ({
    what: `tasks out of step with their cause: ${rule.kind}`,
    query: mismatches(rule),
  }));
