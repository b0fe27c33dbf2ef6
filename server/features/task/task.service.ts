import type { Selectable } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Tasks } from '../../platform/db/schema.ts';
import {
  findOpenTask,
  insertTask,
  type NewTask,
  type Renewal,
  updateTask,
  updateTasksClosed,
} from './task.repository.ts';

export type Task = Selectable<Tasks>;

/** To-dos that states open and close. One matter (`dedupeKey`) never has two open tasks, however often it arises. */
export class TaskService {
  async open(transaction: Executor, task: NewTask): Promise<{ task: Task; isNew: boolean }> {
    const inserted = await insertTask(transaction, task);
    if (inserted) return { task: inserted, isNew: true };
    const existing = task.dedupeKey ? await findOpenTask(transaction, task.dedupeKey) : undefined;
    // The other one was closed between the two statements: ours is the open one now.
    return existing ? { task: existing, isNew: false } : this.open(transaction, task);
  }

  findOpen(db: Executor, dedupeKey: string): Promise<Task | undefined> {
    return findOpenTask(db, dedupeKey);
  }

  /** Says anew what an open one is about, and whose it is; one that says so already stays as it is. */
  async renew(transaction: Executor, dedupeKey: string, renewal: Renewal): Promise<void> {
    await updateTask(transaction, dedupeKey, renewal);
  }

  async close(transaction: Executor, dedupeKey: string, state: 'done' | 'cancelled'): Promise<number> {
    return (await updateTasksClosed(transaction, dedupeKey, state)).length;
  }
}
