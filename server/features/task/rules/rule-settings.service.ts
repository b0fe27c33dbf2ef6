import type { BodyOf } from '@lectern/contract/endpoint.ts';
import type { RuleKind } from '@lectern/contract/features/task-kinds.ts';
import type { saveTaskRoutes, TaskRuleRow, updateTaskRule } from '@lectern/contract/features/task-rule.ts';
import { recordActivity } from '../../../platform/activity/record-activity.ts';
import { AppError, invalidField } from '../../../platform/app-error.ts';
import { type Db, type Executor, isUniqueViolation } from '../../../platform/db/database.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { listRoutes, listUnknown, replaceRoutes } from './route.repository.ts';
import { countOpenByKind, saveRuleSettings } from './rule.repository.ts';
import type { RuleBook } from './rule-book.ts';
import type { RuleSync } from './rule-sync.ts';

type Dependencies = { db: Db; rules: RuleBook; sync: RuleSync };

/** Settings of the rules: enabled, priority, due days and routes. */
export class RuleSettingsService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  list(): Promise<TaskRuleRow[]> {
    return this.#read(this.#dependencies.db);
  }

  async update(
    context: SignedInContext,
    kind: RuleKind,
    { enabled, priority, dueDays }: BodyOf<typeof updateTaskRule>,
  ): Promise<TaskRuleRow> {
    const { db, rules, sync } = this.#dependencies;
    return db.transaction().execute(async (transaction) => {
      const rule = await rules.read(transaction, kind);
      if (!rule) throw new AppError('notFound');
      if (enabled === false && rule.always) throw invalidField('enabled', 'alwaysOn');
      const before = { enabled: rule.enabled, priority: rule.priority, dueDays: rule.dueDays };
      const after = {
        enabled: enabled ?? before.enabled,
        priority: priority ?? before.priority,
        dueDays: dueDays === undefined ? before.dueDays : dueDays,
      };
      await saveRuleSettings(transaction, kind, after);
      await recordActivity(transaction, context, {
        action: 'taskRule.updated',
        objectType: 'taskRule',
        objectId: kind,
        before,
        after,
      });
      // Syncs one batch now; the periodic rounds do the rest.
      if (after.enabled !== before.enabled) await sync.sync(transaction, kind);
      return this.#one(transaction, kind);
    });
  }

  async saveRoutes(
    context: SignedInContext,
    kind: RuleKind,
    { routes }: BodyOf<typeof saveTaskRoutes>,
  ): Promise<TaskRuleRow> {
    const { db, rules } = this.#dependencies;
    if (!rules.find(kind)) throw new AppError('notFound');
    return db.transaction().execute(async (transaction) => {
      const before = (await this.#one(transaction, kind)).routes;
      if ((await listUnknown(transaction, routes)).length > 0) throw invalidField('routes', 'routeGone');
      await replaceRoutes(transaction, kind, routes).catch((error: unknown) => {
        if (isUniqueViolation(error)) throw invalidField('routes', 'repeated');
        throw error;
      });
      await recordActivity(transaction, context, {
        action: 'taskRule.routed',
        objectType: 'taskRule',
        objectId: kind,
        before: { routes: before },
        after: { routes },
      });
      return this.#one(transaction, kind);
    });
  }

  async #one(db: Executor, kind: RuleKind): Promise<TaskRuleRow> {
    const row = (await this.#read(db)).find((rule) => rule.kind === kind);
    if (!row) throw new AppError('notFound');
    return row;
  }

  async #read(db: Executor): Promise<TaskRuleRow[]> {
    const [rules, routes, open] = await Promise.all([
      this.#dependencies.rules.readAll(db),
      listRoutes(db),
      countOpenByKind(db),
    ]);
    return rules.map((rule) => ({
      kind: rule.kind,
      enabled: rule.enabled,
      always: rule.always ?? false,
      priority: rule.priority,
      dueDays: rule.dueDays,
      fallback: rule.fallback,
      open: open.get(rule.kind) ?? 0,
      routes: routes.get(rule.kind) ?? [],
    }));
  }
}
