import type { OwnedThings } from '../../platform/ownership/owned-things.ts';
import { countTasksOf, updateAssignee } from './task.repository.ts';

/** To-dos that wait for somebody; those that are over stay in that person's history. */
export const ownedTasks: OwnedThings = { kind: 'task', count: countTasksOf, move: updateAssignee };
