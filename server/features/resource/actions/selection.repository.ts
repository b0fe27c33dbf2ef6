import type { ResourceChanges } from '@lectern/contract/features/resource-action.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { fieldColumns } from '../resource.repository.ts';
import { inScopeColumn } from '../resource-scope.ts';

export const commonFields = [
  'description',
  'language',
  'subjectId',
  'author',
  'year',
  'source',
  'licence',
  'licenceUntil',
  'visibility',
] as const;
type CommonField = (typeof commonFields)[number];

/** Rows read to count distinct values; in larger selections only whether values differ is known. */
const lookedAt = 5_000;
const tagsAtMost = 200;

/** The same condition as the contract’s `mayEdit`: not in Trash, and owned or within an editor’s scope. */
function editable(principal: Principal): Condition {
  const scope = hasAbility(principal.roleId, 'editor') ? inScopeColumn(principal) : sql`false`;
  return sql`(resources.state not in ('trashed', 'purged') and (${scope} or resources.owner_id = ${principal.userId}))`;
}

function textOf(field: CommonField): RawBuilder<unknown> {
  return sql`${sql.id('resources', fieldColumns[field])}::text`;
}

export type Common = {
  count: number;
  editable: number;
  fields: Record<CommonField, { mixed: boolean; value: string | null; values: number }>;
};

/** Compares a field across the whole selection, and counts its values among the first few thousand rows. */
export async function readCommon(db: Executor, principal: Principal, selected: Condition): Promise<Common> {
  const whole = commonFields.map((field) => {
    const text = textOf(field);
    return sql`min(${text}) as ${sql.id(`${field}_least`)},
      (min(${text}) is distinct from max(${text}) or count(${text}) not in (0, count(*))) as ${sql.id(`${field}_mixed`)}`;
  });
  const some = commonFields.map(
    (field) =>
      sql`count(distinct ${sql.id(field)}) + (count(*) > count(${sql.id(field)}))::int as ${sql.id(`${field}_values`)}`,
  );
  const picked = commonFields.map((field) => sql`${textOf(field)} as ${sql.id(field)}`);
  const [{ rows: wholes }, { rows: somes }] = await Promise.all([
    sql<Record<string, unknown>>`
      select count(*) as count, count(*) filter (where ${editable(principal)}) as editable, ${sql.join(whole)}
      from resources where ${selected}`.execute(db),
    sql<Record<string, number>>`
      select ${sql.join(some)} from (
        select ${sql.join(picked)} from resources where ${selected} limit ${lookedAt}
      ) looked`.execute(db),
  ]);
  const [row = {}] = wholes;
  const [values = {}] = somes;
  const fields = commonFields.map((field) => {
    const mixed = row[`${field}_mixed`] === true;
    const value = (row[`${field}_least`] ?? null) as string | null;
    return [field, { mixed, value, values: Math.max(values[`${field}_values`] ?? 0, 2) }] as const;
  });
  return {
    count: Number(row.count ?? 0),
    editable: Number(row.editable ?? 0),
    fields: Object.fromEntries(fields) as Common['fields'],
  };
}

export async function listTagsAmong(db: Executor, selected: Condition) {
  const { rows } = await sql<{ id: string; name: string; count: number }>`
    select tags.id, tags.name, used.count from (
      select tag.id, count(*) as count from resources cross join lateral unnest(resources.tag_ids) tag (id)
      where ${selected} group by tag.id order by count(*) desc, tag.id limit ${tagsAtMost}
    ) used join tags on tags.id = used.id order by used.count desc, lower(tags.name)`.execute(db);
  return rows;
}

/** Whether a bulk edit would change a row, in SQL. */
function differs(changes: ResourceChanges): Condition {
  const { title, tags, ...plain } = changes;
  const conditions: Condition[] = Object.entries(plain)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => {
      const column = sql.id('resources', fieldColumns[field as CommonField]);
      return sql`${column}::text is distinct from ${value === null ? null : String(value)}::text`;
    });
  if (title)
    conditions.push(sql`position(${title.find} in resources.title) > 0 and ${retitled(title)} <> resources.title`);
  if (tags && 'replace' in tags) {
    const all = sql`${[...new Set(tags.replace)]}::uuid[]`;
    conditions.push(sql`not (resources.tag_ids @> ${all} and resources.tag_ids <@ ${all})`);
  } else if (tags) {
    const remove = tags.remove.filter((id) => !tags.add.includes(id));
    conditions.push(sql`not resources.tag_ids @> ${tags.add}::uuid[] or resources.tag_ids && ${remove}::uuid[]`);
  }
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` or `)})` : sql`false`;
}

function retitled({ find, replace }: NonNullable<ResourceChanges['title']>): Condition {
  return sql`btrim(replace(resources.title, ${find}, ${replace}))`;
}

/** Condition for rows where the change would leave the title empty or too long. */
function impossible({ title }: ResourceChanges): Condition {
  if (!title) return sql`false`;
  return sql`(position(${title.find} in resources.title) > 0 and length(${retitled(title)}) not between 1 and 300)`;
}

export async function countChanges(db: Executor, principal: Principal, selected: Condition, changes: ResourceChanges) {
  const allowed = sql`(${editable(principal)} and not ${impossible(changes)})`;
  const { rows } = await sql<{ changed: number; same: number; refused: number }>`
    select count(*) filter (where ${allowed} and ${differs(changes)}) as changed,
      count(*) filter (where ${allowed} and not ${differs(changes)}) as same,
      count(*) filter (where not ${allowed}) as refused
    from resources where ${selected}`.execute(db);
  return rows[0] ?? { changed: 0, same: 0, refused: 0 };
}

export async function listIdsChanged(
  db: Executor,
  principal: Principal,
  selected: Condition,
  changes: ResourceChanges,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select resources.id from resources
    where ${selected} and ${editable(principal)} and not ${impossible(changes)} and ${differs(changes)}
    limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

export async function listNamesOf(db: Executor, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from tags where id = any (${ids}::uuid[])
    union all select id, name from subjects where id = any (${ids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row.name]));
}
