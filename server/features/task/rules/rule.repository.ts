import type { TaskPriority } from '@lectern/contract/features/task-kinds.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { type Among, isAmong, type Matter, type TaskRule } from './work-rules.ts';

const isThere = sql`(tasks.state in ('open', 'doing') or tasks.dismissed)`;

function withoutTask(matters: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select matter.* from (${matters}) matter where not exists (
    select from tasks where tasks.dedupe_key = matter.key and ${isThere})`;
}

function withoutMatter(rule: TaskRule, enabled: boolean, among: Among): RawBuilder<unknown> {
  const lasting = enabled ? rule.matters(among) : sql`select null::text as key where false`;
  const looked = rule.by === 'person' ? undefined : among;
  return sql`select tasks.id, tasks.dedupe_key, tasks.object_type, tasks.object_id from tasks
    where tasks.kind = ${rule.kind} and tasks.dedupe_key is not null and ${isThere}
      and ${isAmong(sql`tasks.object_id`, looked)}
      and tasks.dedupe_key not in (select key from (${lasting}) lasting)`;
}

/** Matters that should have a task but don't. */
export async function listMissing(db: Executor, rule: TaskRule, among: Among, most: number): Promise<Matter[]> {
  const { rows } = await sql<Matter>`${withoutTask(rule.matters(among))} order by key limit ${most}`.execute(db);
  return rows;
}

type Outdated = { dedupe_key: string; is_over: boolean };

/** Open tasks whose matter has ended; `is_over`: the object is gone or the rule is disabled. */
export async function listOutdated(
  db: Executor,
  { rule, enabled }: { rule: TaskRule; enabled: boolean },
  among: Among,
  most: number,
): Promise<Outdated[]> {
  const { rows } = await sql<Outdated>`
    select distinct task.dedupe_key, ${enabled ? sql`false` : sql`true`} or (
      task.object_type in ('resource', 'review') and not exists (select from reviewed_items resources
        where resources.id::text = task.object_id and resources.state not in ('trashed', 'purged'))) as is_over
    from (${withoutMatter(rule, enabled, among)}) task limit ${most}`.execute(db);
  return rows;
}

type Renewed = Matter & { task_id: string; given: boolean; notified_owner: string | null };

/** Open tasks that differ from their matter; `given`: assigned by hand. */
export async function listRenewed(db: Executor, rule: TaskRule, among: Among, most: number): Promise<Renewed[]> {
  const { rows } = await sql<Renewed>`
    select matter.*, tasks.id as task_id, tasks.assignee_id is distinct from tasks.routed_to as given,
      tasks.details ->> 'ownerId' as notified_owner
    from (${rule.matters(among)}) matter join tasks on tasks.dedupe_key = matter.key
    where tasks.state in ('open', 'doing')
      and (tasks.title, tasks.details, tasks.department_id) is distinct from
        (matter.title, matter.details || jsonb_build_object('ownerId', matter.owner_id), matter.department_id)
    order by matter.key limit ${most}`.execute(db);
  return rows;
}

/** Differences between tasks and states, except those with a pending dirty mark. */
export function mismatches(rule: TaskRule): RawBuilder<unknown> {
  const isPending = (objectId: RawBuilder<unknown>) => sql`exists (select from task_wishes
    where task_wishes.kind = ${rule.kind} and task_wishes.object_id in (${objectId}, ''))`;
  const isOn = sql`coalesce((select enabled from task_rules where kind = ${rule.kind}), true)`;
  return sql`
    select 'no to-do for ' || missing.key as wrong from (${withoutTask(rule.matters(undefined))}) missing
    where not ${isPending(sql`missing.object_id`)} and ${rule.always ? sql`true` : isOn}
    union all
    select 'nothing to do for ' || outdated.dedupe_key from (${withoutMatter(rule, true, undefined)}) outdated
    where not ${isPending(sql`outdated.object_id`)}`;
}

export async function updateRouted(db: Executor, taskId: string, routedTo: string | null): Promise<void> {
  await sql`update tasks set routed_to = ${routedTo}::uuid where id = ${taskId}`.execute(db);
}

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
