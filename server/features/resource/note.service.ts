import type { ResourceNote } from '@lectern/contract/features/resource-detail.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import { deleteNoteRow, insertNote, listNoteRecords, type NoteRecord, updateNoteRow } from './note.repository.ts';
import { mayEdit } from './resource.policy.ts';
import { findReadable, type LockedResource, lockReadable } from './resource.repository.ts';

type NewNote = { text: string; page: number | null; second: number | null };
type NoteChange = { text?: string | undefined; resolved?: boolean | undefined };

/** Notes on resources. Anyone who can read a resource may add one; only the author may edit it. */
export class NoteService {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async list({ principal }: SignedInContext, resourceId: string): Promise<ResourceNote[]> {
    await findReadable(this.#db, principal, resourceId);
    const records = await listNoteRecords(this.#db, resourceId);
    return records.map((record) => presentNote(record, principal.userId));
  }

  add(context: SignedInContext, resourceId: string, note: NewNote): Promise<ResourceNote> {
    return this.#change(context, resourceId, async (transaction) => {
      const id = newId();
      await insertNote(transaction, { id, resourceId, authorId: context.principal.userId, ...note });
      await record(transaction, context, resourceId, { action: 'resource.noteAdded', after: { text: note.text } });
      return this.#read(transaction, context, resourceId, id);
    });
  }

  update(
    context: SignedInContext,
    { id, noteId }: { id: string; noteId: string },
    { text, resolved }: NoteChange,
  ): Promise<ResourceNote> {
    const { userId } = context.principal;
    return this.#change(context, id, async (transaction, resource) => {
      const note = await this.#read(transaction, context, id, noteId);
      const isAuthor = note.author?.id === userId;
      if (text !== undefined && !isAuthor) throw new AppError('notYours');
      if (resolved !== undefined && !isAuthor && !mayEdit(context.principal, resource)) throw new AppError('notYours');
      await updateNoteRow(transaction, noteId, {
        text,
        ...(resolved !== undefined && { resolvedBy: resolved ? userId : null }),
      });
      await record(transaction, context, id, {
        action: 'resource.noteChanged',
        before: { text: note.text, resolved: note.resolvedAt !== null },
        after: { text: text ?? note.text, resolved: resolved ?? note.resolvedAt !== null },
      });
      return this.#read(transaction, context, id, noteId);
    });
  }

  async remove(context: SignedInContext, { id, noteId }: { id: string; noteId: string }): Promise<void> {
    await this.#change(context, id, async (transaction) => {
      const note = await this.#read(transaction, context, id, noteId);
      if (note.author?.id !== context.principal.userId) throw new AppError('notYours');
      await deleteNoteRow(transaction, noteId);
      await record(transaction, context, id, { action: 'resource.noteRemoved', before: { text: note.text } });
    });
  }

  #change<Result>(
    { principal }: SignedInContext,
    resourceId: string,
    work: (transaction: Executor, resource: LockedResource) => Promise<Result>,
  ): Promise<Result> {
    return this.#db.transaction().execute(async (transaction) => {
      const resource = await lockReadable(transaction, principal, resourceId);
      if (resource.state === 'trashed') throw new AppError('inTrash');
      return work(transaction, resource);
    });
  }

  async #read(db: Executor, context: SignedInContext, resourceId: string, noteId: string): Promise<ResourceNote> {
    const [note] = await listNoteRecords(db, resourceId, noteId);
    if (!note) throw new AppError('notFound');
    return presentNote(note, context.principal.userId);
  }
}

type NoteActivity = { action: string; before?: Record<string, unknown>; after?: Record<string, unknown> };

function record(
  transaction: Executor,
  context: SignedInContext,
  objectId: string,
  activity: NoteActivity,
): Promise<void> {
  return recordActivity(transaction, context, { objectType: 'resource', objectId, ...activity });
}

function presentNote(note: NoteRecord, userId: string): ResourceNote {
  return {
    id: note.id,
    author: note.author_id && note.author_name !== null ? { id: note.author_id, name: note.author_name } : null,
    text: note.text,
    page: note.page,
    second: note.second,
    resolvedAt: note.resolved_at?.toISOString() ?? null,
    resolvedBy: note.resolved_by_name,
    createdAt: note.created_at.toISOString(),
    updatedAt: note.updated_at.toISOString(),
    own: note.author_id === userId,
  };
}
