import type { TaskPriority } from '@lectern/contract/features/task-kinds.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';

export type RuleSettings = { enabled: boolean; priority: TaskPriority; dueDays: number | null };
type Row = { kind: string; enabled: boolean; priority: number; due_days: number | null };

function settingsOf(row: Row): RuleSettings {
  return { enabled: row.enabled, priority: row.priority as TaskPriority, dueDays: row.due_days };
}

export async function findRuleSettings(db: Executor, kind: string): Promise<RuleSettings | undefined> {
  const row = await db.selectFrom('task_rules').selectAll().where('kind', '=', kind).executeTakeFirst();
  return row && settingsOf(row);
}

export async function listRuleSettings(db: Executor): Promise<Map<string, RuleSettings>> {
  const rows = await db.selectFrom('task_rules').selectAll().execute();
  return new Map(rows.map((row) => [row.kind, settingsOf(row)]));
}

export async function saveRuleSettings(db: Executor, kind: string, settings: RuleSettings): Promise<void> {
  const columns = { enabled: settings.enabled, priority: settings.priority, due_days: settings.dueDays };
  await db
    .insertInto('task_rules')
    .values({ kind, ...columns })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet({ ...columns, changed_at: sql`now()` }))
    .execute();
}

export async function countOpenByKind(db: Executor): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('tasks')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count')])
    .where(sql<boolean>`state in ('open', 'doing')`)
    .groupBy('kind')
    .execute();
  return new Map(rows.map((row) => [row.kind, row.count]));
}
