import type { BoundedCount } from '@lectern/contract/list/define-list.ts';
import { sql } from 'kysely';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { escapeLike } from '../../platform/list/meanings.ts';
import { newId } from '../../platform/new-id.ts';
import { replaceTagsOfResources } from '../resource/public.ts';

type TagRecord = { id: string; name: string; resources: number };
type TagQuery = { text: string; ids?: readonly string[] | undefined; after?: string | undefined; size: number };

const used = sql`coalesce((select sum(resources) from tag_usage where tag_usage.tag_id = tags.id), 0)::bigint`;

/** Most used first, by the counts that triggers maintain. */
export async function listTagRecords(db: Executor, { text, ids, after, size }: TagQuery): Promise<TagRecord[]> {
  const { rows } = await sql<TagRecord>`
    with counted as (
      select tags.id, tags.name, ${used} as resources from tags
      where ${ids ? sql`tags.id = any (${ids}::uuid[])` : sql`true`}
        and ${text ? sql`lower(tags.name) like ${`%${escapeLike(text.toLowerCase())}%`}` : sql`true`}
    )
    select id, name, resources from counted
    ${
      after
        ? sql`where (-resources, lower(name), id) > (
            select -${used}, lower(tags.name), tags.id from tags where tags.id = ${after})`
        : sql``
    }
    order by resources desc, lower(name), id limit ${size}`.execute(db);
  return rows;
}

/** Tag fields count on every keystroke, so counting stops early. */
const readableLimit = 1_000;

/** Readable resources per tag, outside the trash. */
export async function countReadable(
  db: Executor,
  ids: readonly string[],
  readable: Condition,
): Promise<ReadonlyMap<string, BoundedCount>> {
  const { rows } = await sql<{ id: string; resources: number }>`
    select tags.id, (select count(*)::integer from (
        select from resources where resources.tag_ids @> array[tags.id]
          and resources.state not in ('trashed', 'purged') and ${readable}
        limit ${readableLimit + 1}) counted) as resources
    from tags where tags.id = any (${ids}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ id, resources }) => [
      id,
      { value: Math.min(resources, readableLimit), exact: resources <= readableLimit },
    ]),
  );
}

/** Returns existing tags too, ignoring case. */
export async function insertTag(db: Executor, id: string, name: string): Promise<{ id: string; isNew: boolean }> {
  const inserted = await db
    .insertInto('tags')
    .values({ id, name })
    .onConflict((conflict) => conflict.expression(sql`lower(name)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) return { id: inserted.id, isNew: true };
  const { rows } = await sql<{ id: string }>`select id from tags where lower(name) = lower(${name})`.execute(db);
  const [there] = rows;
  // The existing tag was deleted between the two statements, so insert ours again.
  return there ? { id: there.id, isNew: false } : insertTag(db, id, name);
}

/** The ids of these tags, creating missing ones. */
export async function ensureTags(transaction: Executor, names: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) ids.push((await insertTag(transaction, newId(), name)).id);
  return [...new Set(ids)];
}

/** Waits for everyone who is adding one of these tags to a resource. */
export async function lockTags(transaction: Executor, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from tags where id = any (${ids}::uuid[]) order by id for update`.execute(transaction);
  return rows;
}

export async function updateTagName(db: Executor, id: string, name: string): Promise<void> {
  await db.updateTable('tags').set({ name }).where('id', '=', id).execute();
}

export async function deleteTags(transaction: Executor, ids: readonly string[]): Promise<void> {
  await transaction.deleteFrom('tags').where('id', 'in', ids).execute();
}

const rowsAtOnce = 1_000;

const replaceSome = (executor: Executor, from: readonly string[], to: string | null): Promise<number> =>
  replaceTagsOfResources(executor, { from, to, limit: rowsAtOnce });

/** One transaction per batch keeps locks short, and a retry continues where it stopped. */
export async function replaceTags(db: Db, from: readonly string[], to: string | null): Promise<void> {
  for (let changed = rowsAtOnce; changed === rowsAtOnce; ) {
    changed = await db.transaction().execute((transaction) => replaceSome(transaction, from, to));
  }
}

/** Replaces tags that were added in the meantime, under the lock on the tags. */
export async function replaceLastTags(transaction: Executor, from: readonly string[], to: string | null) {
  while ((await replaceSome(transaction, from, to)) === rowsAtOnce);
}
