import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { AuditRecord } from './audit.presenter.ts';

/** Larger before and after values are left out of the list (`cut`); a single entry returns them in full. */
const listedBytes = 8_192;

/** Tables that name objects by id, with the name column, by object type. */
const named: Readonly<Record<string, { table: string; column: string }>> = {
  user: { table: 'users', column: 'name' },
  resource: { table: 'resources', column: 'title' },
  permissionGroup: { table: 'permission_groups', column: 'name' },
  college: { table: 'colleges', column: 'name' },
  department: { table: 'departments', column: 'name' },
  position: { table: 'positions', column: 'name' },
  subject: { table: 'subjects', column: 'name' },
  library: { table: 'libraries', column: 'name' },
  folder: { table: 'folders', column: 'name' },
  column: { table: 'columns', column: 'name' },
  tag: { table: 'tags', column: 'name' },
  task: { table: 'tasks', column: 'title' },
  sensitiveWord: { table: 'sensitive_words', column: 'text' },
  sensitivePack: { table: 'sensitive_packs', column: 'name' },
  import: { table: 'imports', column: 'file_name' },
  course: { table: 'courses', column: 'name' },
  chapter: { table: 'chapters', column: 'title' },
  mail: { table: 'mails', column: 'subject' },
  mailTemplate: { table: 'mail_templates', column: 'name' },
  review: { table: 'resources', column: 'title' },
  summary: { table: 'resources', column: 'title' },
};

/** Null for ids that aren't UUIDs, so that one malformed entry can't fail the whole page. */
const objectUuid = sql`case when activities.object_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  then activities.object_id::uuid end`;

const nameNow = sql.join(
  [
    ...Object.entries(named).map(
      ([type, { table, column }]) =>
        sql`when ${sql.lit(type)} then (
          select nullif(named.${sql.id(column)}, '') from ${sql.table(table)} named where named.id = ${objectUuid})`,
    ),
    // Subtitles have no name; they take the title of their video.
    sql`when 'subtitle' then (
      select resources.title from subtitles join resources on resources.id = subtitles.resource_id
      where subtitles.id = ${objectUuid})`,
  ],
  sql` `,
);

/** Deleted objects take the name recorded in the activity. */
const objectName = sql`coalesce(
  case activities.object_type ${nameNow} end,
  activities.after ->> 'name', activities.before ->> 'name',
  activities.after ->> 'title', activities.before ->> 'title')`;

export const auditJoins = sql`left join users as actor on actor.id = activities.actor_id`;

type ColumnOptions = { withAddress: boolean; whole?: boolean };

export function auditColumns({ withAddress, whole = false }: ColumnOptions): RawBuilder<unknown> {
  const bounded = (values: RawBuilder<unknown>) =>
    whole ? values : sql`case when pg_column_size(${values}) <= ${sql.lit(listedBytes)} then ${values} end`;
  const cut = sql`(coalesce(pg_column_size(activities.before), 0) > ${sql.lit(listedBytes)}
    or coalesce(pg_column_size(activities.after), 0) > ${sql.lit(listedBytes)})`;
  return sql`activities.id, activities.at, activities.action, activities.object_type, activities.object_id,
    activities.request_id, ${withAddress ? sql`activities.ip` : sql`null::text as ip`},
    ${bounded(sql`activities.before`)} as before, ${bounded(sql`activities.after`)} as after,
    ${whole ? sql`false` : cut} as cut, ${objectName} as object_name,
    (select kind from resources where activities.object_type = 'resource'
      and resources.id = ${objectUuid}) as resource_kind,
    actor.id as actor_id, actor.name as actor_name, actor.account as actor_account`;
}

export async function findAuditEntry(
  db: Executor,
  id: number,
  options: ColumnOptions,
): Promise<AuditRecord | undefined> {
  const { rows } = await sql<AuditRecord>`
    select ${auditColumns(options)} from activities ${auditJoins} where activities.id = ${id}`.execute(db);
  return rows[0];
}

/** Current names by id; unknown ids are left out. */
export async function findNames(db: Executor, ids: readonly string[]): Promise<Record<string, string>> {
  if (ids.length === 0) return {};
  const tables = new Map(Object.values(named).map((one) => [one.table, one.column]));
  const asked = [...tables].map(
    ([table, column]) =>
      sql`select id::text as id, ${sql.id(column)} as name from ${sql.table(table)} where id = any (${ids}::uuid[])`,
  );
  const { rows } = await sql<{ id: string; name: string }>`${sql.join(asked, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.filter(({ name }) => name !== '').map(({ id, name }) => [id, name]));
}

/** All distinct actions by a loose index scan: the cost grows with the number of actions, not with the log. */
export async function listActions(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive leaps as (
      (select action from activities order by action limit 1)
      union all
      select (select next.action from activities next where next.action > leaps.action order by next.action limit 1)
      from leaps where leaps.action is not null
    )
    select action from leaps where action is not null`.execute(db);
  return rows.map(({ action }) => action);
}
