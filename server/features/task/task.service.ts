import type { Selectable } from 'kysely';
import { insertActivity } from '../../platform/activity/record-activity.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Tasks } from '../../platform/db/schema.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import { findRouted, isAllowedPerson } from './rules/route.repository.ts';
import type { RuleBook } from './rules/rule-book.ts';
import {
  findDismissedTask,
  findOpenTask,
  insertTask,
  type NewTask,
  type Placed,
  type Renewal,
  updateMatterOver,
  updateTask,
  updateTasksClosed,
} from './task.repository.ts';

export type Task = Selectable<Tasks>;

const administratorRole = 2;

/**
 * Opens and closes tasks for states. A matter (`dedupeKey`) has at most one open task, and one closed by hand stays
 * closed until its state ends.
 */
export class TaskService {
  readonly #rules: RuleBook;
  readonly #publisher: EventPublisher;

  constructor(rules: RuleBook, publisher: EventPublisher) {
    this.#rules = rules;
    this.#publisher = publisher;
  }

  async open(transaction: Executor, task: NewTask): Promise<{ task: Task; isNew: boolean }> {
    const { dedupeKey } = task;
    const there =
      dedupeKey && ((await findOpenTask(transaction, dedupeKey)) ?? (await findDismissedTask(transaction, dedupeKey)));
    if (there) return { task: there, isNew: false };
    const inserted = await insertTask(transaction, task, await this.#place(transaction, task));
    if (inserted) {
      await this.#publisher.publish(transaction, null, { topic: 'task' });
      return { task: inserted, isNew: true };
    }
    const existing = dedupeKey ? await findOpenTask(transaction, dedupeKey) : undefined;
    // The existing task was closed between the two statements, so open ours again.
    return existing ? { task: existing, isNew: false } : this.open(transaction, task);
  }

  findOpen(db: Executor, dedupeKey: string): Promise<Task | undefined> {
    return findOpenTask(db, dedupeKey);
  }

  /** Updates an open task if its details or assignee differ. */
  async renew(transaction: Executor, dedupeKey: string, renewal: Renewal): Promise<void> {
    await updateTask(transaction, dedupeKey, renewal);
  }

  async close(transaction: Executor, dedupeKey: string, state: 'done' | 'cancelled'): Promise<number> {
    await updateMatterOver(transaction, dedupeKey);
    const closed = await updateTasksClosed(transaction, dedupeKey, state);
    for (const { id } of closed) {
      await insertActivity(transaction, {
        action: 'task.closedByRule',
        objectType: 'task',
        objectId: id,
        after: { state },
        actorId: null,
        ip: null,
        requestId: null,
      });
    }
    if (closed.length > 0) await this.#publisher.publish(transaction, null, { topic: 'task' });
    return closed.length;
  }

  /** The assignee of a new task: by its routes, otherwise by the rule's fallback. */
  async routeOf(
    transaction: Executor,
    task: Pick<NewTask, 'kind' | 'departmentId' | 'ownerId'>,
  ): Promise<string | null> {
    const { kind, departmentId = null, ownerId = null } = task;
    const routed = await findRouted(transaction, { kind, departmentId, ownerId });
    if (routed || !ownerId || this.#rules.find(kind)?.fallback !== 'owner') return routed;
    return (await isAllowedPerson(transaction, ownerId)) ? ownerId : null;
  }

  async #place(transaction: Executor, task: NewTask): Promise<Placed> {
    const rule = await this.#rules.read(transaction, task.kind);
    const routedTo = task.assigneeId ? null : await this.routeOf(transaction, task);
    const isForAdministrators = rule?.fallback === 'administrators';
    return {
      assigneeId: task.assigneeId ?? routedTo,
      routedTo,
      priority: rule?.priority ?? 2,
      dueDays: rule?.dueDays ?? null,
      forRole: isForAdministrators ? administratorRole : null,
    };
  }
}
