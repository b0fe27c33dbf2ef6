import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/new-id.ts';

export type Row = { id: string } & Record<string, unknown>;
export type Touched = { id: string; before: Row | null; after: Row | null };
type Delta = { chapters: Touched[]; items: Touched[] };
type StoredChange = Delta & { id: string; what: string };

/** How long a change can be undone. */
export const undoDays = 30;

/** Whole rows by id, so Undo can restore every column. */
export async function readRows(
  db: Executor,
  table: 'chapters' | 'chapter_resources',
  courseId: string,
  ids: readonly string[],
): Promise<Map<string, Row>> {
  if (ids.length === 0) return new Map();
  const name = sql.table(table);
  const { rows } = await sql<{ row: Row }>`select to_jsonb(${name}) as row from ${name}
    where course_id = ${courseId} and id = any (${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ row }) => [row.id, row]));
}

export async function insertChange(
  transaction: Executor,
  courseId: string,
  { what, chapters, items }: Delta & { what: string },
): Promise<string> {
  const id = newId();
  await transaction
    .insertInto('catalogue_changes')
    .values({
      id,
      course_id: courseId,
      what,
      chapters: JSON.stringify(chapters),
      items: JSON.stringify(items),
    })
    .execute();
  return id;
}

export async function takeChange(
  transaction: Executor,
  courseId: string,
  id: string,
): Promise<StoredChange | undefined> {
  const { rows } = await sql<StoredChange>`delete from catalogue_changes
    where id = ${id} and course_id = ${courseId} and made_at > now() - make_interval(days => ${undoDays})
    returning id, what, chapters, items`.execute(transaction);
  return rows[0];
}

export async function removeOldChanges(db: Executor): Promise<number> {
  const { numAffectedRows } = await sql`delete from catalogue_changes
    where made_at <= now() - make_interval(days => ${undoDays})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Restores deleted rows under their ids, parents before children. */
export async function insertRows(
  transaction: Executor,
  table: 'chapters' | 'chapter_resources',
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const name = sql.table(table);
  await sql`insert into ${name}
    select (jsonb_populate_record(null::${name}, row)).* from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) row`.execute(
    transaction,
  );
}

export async function deleteRows(
  transaction: Executor,
  table: 'chapters' | 'chapter_resources',
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await transaction.deleteFrom(table).where('id', 'in', ids).execute();
}

export async function overwriteChapters(transaction: Executor, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`update chapters set parent_id = put.parent_id, title = put.title, position = put.position,
      goals = put.goals, body = put.body, visible = put.visible, available_from = put.available_from,
      available_until = put.available_until, version = chapters.version + 1, updated_at = now()
    from jsonb_populate_recordset(null::chapters, ${JSON.stringify(rows)}::jsonb) put
    where chapters.id = put.id`.execute(transaction);
}

export async function overwriteItems(transaction: Executor, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`update chapter_resources set chapter_id = put.chapter_id, position = put.position,
      required = put.required, start_ms = put.start_ms, end_ms = put.end_ms, note = put.note
    from jsonb_populate_recordset(null::chapter_resources, ${JSON.stringify(rows)}::jsonb) put
    where chapter_resources.id = put.id`.execute(transaction);
}

/** Counts subchapters and items inside these chapters, not the chapters themselves. */
export async function countWithin(transaction: Executor, chapterIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select
    (select count(*) from chapters where parent_id = any (${chapterIds}::uuid[]) and id <> all (${chapterIds}::uuid[]))
    + (select count(*) from chapter_resources where chapter_id = any (${chapterIds}::uuid[])) as count`.execute(
    transaction,
  );
  return Number(rows[0]?.count ?? 0);
}

export async function listExisting(
  transaction: Executor,
  table: 'chapters' | 'resources',
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await transaction.selectFrom(table).select('id').where('id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}
