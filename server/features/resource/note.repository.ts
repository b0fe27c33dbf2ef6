import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

export type NoteRecord = {
  id: string;
  author_id: string | null;
  author_name: string | null;
  text: string;
  page: number | null;
  second: number | null;
  resolved_at: Date | null;
  resolved_by_name: string | null;
  created_at: Date;
  updated_at: Date;
};

export async function listNoteRecords(db: Executor, resourceId: string, noteId?: string): Promise<NoteRecord[]> {
  const { rows } = await sql<NoteRecord>`
    select note.id, author.id as author_id, author.name as author_name, note.text, note.page, note.second,
      note.resolved_at, resolver.name as resolved_by_name, note.created_at, note.updated_at
    from resource_notes note
      left join users author on author.id = note.author_id
      left join users resolver on resolver.id = note.resolved_by
    where note.resource_id = ${resourceId} ${noteId ? sql`and note.id = ${noteId}` : sql``}
    order by note.created_at, note.id`.execute(db);
  return rows;
}

type NewNote = {
  id: string;
  resourceId: string;
  authorId: string;
  text: string;
  page: number | null;
  second: number | null;
};

export async function insertNote(db: Executor, note: NewNote): Promise<void> {
  await db
    .insertInto('resource_notes')
    .values({
      id: note.id,
      resource_id: note.resourceId,
      author_id: note.authorId,
      text: note.text,
      page: note.page,
      second: note.second,
    })
    .execute();
}

export async function updateNoteRow(
  db: Executor,
  id: string,
  change: { text?: string | undefined; resolvedBy?: string | null },
): Promise<void> {
  const { text, resolvedBy } = change;
  if (text === undefined && resolvedBy === undefined) return;
  await db
    .updateTable('resource_notes')
    .set((set) => ({
      ...(text !== undefined && { text, updated_at: set.fn<Date>('now') }),
      ...(resolvedBy !== undefined && {
        resolved_by: resolvedBy,
        resolved_at: resolvedBy === null ? null : set.fn<Date>('now'),
      }),
    }))
    .where('id', '=', id)
    .execute();
}

export async function deleteNoteRow(db: Executor, id: string): Promise<void> {
  await db.deleteFrom('resource_notes').where('id', '=', id).execute();
}
