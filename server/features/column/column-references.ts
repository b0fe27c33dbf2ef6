import { sql } from 'kysely';
import { z } from 'zod';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Mentions } from '../../platform/mentions/mentions.ts';
import { renameInView } from '../list-view/public.ts';
import type { ResourceUses } from '../resource/public.ts';

const keptRules = z.array(z.object({ id: z.uuid(), before: z.string(), after: z.string() }));
type Change = z.output<typeof keptRules>[number];

/** Mentions in column rules, including rules of columns that are currently filled by hand. */
export const columnMentions: Mentions = {
  kind: 'column',
  async rename(transaction, context, { from, to }) {
    const kept: Change[] = [];
    for (const { id, rule } of await listColumnsNaming(transaction, from)) {
      const change = { id, before: rule, after: renameInView(rule, from, to) };
      if (change.after !== rule && (await replace(transaction, context, change))) kept.push(change);
    }
    return kept;
  },
  async putBack(transaction, context, kept) {
    for (const { id, before, after } of keptRules.parse(kept)) {
      await replace(transaction, context, { id, before: after, after: before });
    }
  },
};

async function replace(transaction: Executor, context: SignedInContext, { id, before, after }: Change) {
  if (!(await replaceRule(transaction, id, before, after))) return false;
  const change = { action: 'column.updated', objectType: 'column', objectId: id };
  await recordActivity(transaction, context, { ...change, before: { rule: before }, after: { rule: after } });
  return true;
}

function listColumnsNaming(transaction: Executor, id: string): Promise<{ id: string; rule: string }[]> {
  return transaction
    .selectFrom('columns')
    .select(['id', 'rule'])
    .where('rule', 'like', `%${id}%`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** False when the rule has changed since. Anyone editing the column gets a version conflict. */
async function replaceRule(transaction: Executor, id: string, before: string, after: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('columns')
    .set({ rule: after, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('rule', '=', before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Columns to which a resource was added by hand. */
export const columnUses: ResourceUses = {
  kind: 'column',
  async list(db, resourceId) {
    const { rows } = await sql<{ id: string; name: string; way: string }>`
      select columns.id, columns.name, (
        select string_agg(above.name, ' / ' order by length(above.path)) from columns above
        where columns.path like above.path || '%') as way
      from column_items join columns on columns.id = column_items.column_id
      where column_items.resource_id = ${resourceId} and columns.mode = 'manual' order by way, columns.id`.execute(db);
    return rows.map(({ id, name, way }) => ({
      kind: 'column' as const,
      name,
      link: `/app/resource/column?column=${id}`,
      detail: way === name ? null : way,
    }));
  },
  count: sql`(select count(*) from column_items
    join columns on columns.id = column_items.column_id and columns.mode = 'manual'
    where column_items.resource_id = resources.id)`,
  async transfer(transaction, fromId, toId) {
    await sql`insert into column_items (column_id, resource_id, position, pinned, added_by)
      select column_id, ${toId}::uuid, position, pinned, added_by from column_items where resource_id = ${fromId}::uuid
      on conflict (column_id, resource_id) do update set pinned = column_items.pinned or excluded.pinned`.execute(
      transaction,
    );
    await deleteItems(transaction, fromId);
  },
  purge: deleteItems,
};

async function deleteItems(transaction: Executor, resourceId: string): Promise<void> {
  await transaction.deleteFrom('column_items').where('resource_id', '=', resourceId).execute();
}
