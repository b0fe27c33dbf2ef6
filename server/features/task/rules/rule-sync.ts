import type { Executor } from '../../../platform/db/database.ts';
import type { TaskService } from '../task.service.ts';
import type { TaskAnnouncer } from '../task-announcer.ts';
import { listMissing, listOutdated, listRenewed, updateRouted } from './rule.repository.ts';
import type { RuleBook, SetRule } from './rule-book.ts';
import type { Among, Matter } from './work-rules.ts';

type Dependencies = { tasks: TaskService; rules: RuleBook; announcer: TaskAnnouncer };
export type Synced = { opened: number; closed: number; renewed: number };

const mostAtOnce = 200;

/** Opens, closes and renews tasks to match the current states, for single changes as well as full comparisons. */
export class RuleSync {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Processes a limited number of tasks; `more`: run it again for the rest. */
  async sync(transaction: Executor, kind: string, among?: Among): Promise<Synced & { more: boolean }> {
    const rule = await this.#dependencies.rules.read(transaction, kind);
    if (!rule) return { opened: 0, closed: 0, renewed: 0, more: false };
    const closed = await this.#closeOutdated(transaction, rule, among);
    const opened = rule.enabled && rule.by !== 'person' ? await this.#openMissing(transaction, rule, among) : 0;
    const renewed = rule.enabled && rule.by === 'mark' ? await this.#renew(transaction, rule, among) : 0;
    return { opened, closed, renewed, more: Math.max(opened, closed, renewed) >= mostAtOnce };
  }

  async #closeOutdated(transaction: Executor, rule: SetRule, among: Among): Promise<number> {
    const outdated = await listOutdated(transaction, { rule, enabled: rule.enabled }, among, mostAtOnce);
    for (const { dedupe_key: key, is_over: isOver } of outdated) {
      await this.#dependencies.tasks.close(transaction, key, isOver ? 'cancelled' : 'done');
    }
    return outdated.length;
  }

  async #openMissing(transaction: Executor, rule: SetRule, among: Among): Promise<number> {
    const { tasks, announcer } = this.#dependencies;
    const missing = await listMissing(transaction, rule, among, mostAtOnce);
    for (const matter of missing) {
      const { task, isNew } = await tasks.open(transaction, {
        kind: rule.kind,
        title: matter.title,
        objectType: matter.object_type,
        objectId: matter.object_id,
        dedupeKey: matter.key,
        createdBy: null,
        departmentId: matter.department_id,
        ownerId: matter.owner_id,
        ...(matter.assignee_id && { assigneeId: matter.assignee_id }),
        ...(matter.due_at && { dueAt: matter.due_at }),
        details: rule.by === 'mark' ? detailsOf(matter) : matter.details,
      });
      if (isNew && rule.notifies) await announcer.opened(transaction, task);
    }
    return missing.length;
  }

  async #renew(transaction: Executor, rule: SetRule, among: Among): Promise<number> {
    const { tasks, announcer } = this.#dependencies;
    const renewed = await listRenewed(transaction, rule, among, mostAtOnce);
    for (const matter of renewed) {
      const { title, department_id: departmentId } = matter;
      const isTransferred = !matter.given && matter.notified_owner !== matter.owner_id;
      const about = { kind: rule.kind, departmentId, ownerId: matter.owner_id };
      const assigneeId = isTransferred ? await tasks.routeOf(transaction, about) : undefined;
      const renewal = { title, details: detailsOf(matter), departmentId };
      await tasks.renew(transaction, matter.key, { ...renewal, ...(assigneeId !== undefined && { assigneeId }) });
      if (assigneeId === undefined) continue;
      await updateRouted(transaction, matter.task_id, assigneeId);
      const task = await tasks.findOpen(transaction, matter.key);
      if (task && rule.notifies) await announcer.opened(transaction, task);
    }
    return renewed.length;
  }
}

/** Stores the owner at notification time, to detect a later transfer. */
function detailsOf(matter: Matter): Record<string, unknown> {
  return { ...matter.details, ownerId: matter.owner_id };
}
