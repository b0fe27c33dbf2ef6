import type { Executor } from '../../platform/db/database.ts';

export type NewSubject = { id: string; parentId: string | null; code: string; name: string; path: string };

export function findSubject(db: Executor, id: string) {
  return db.selectFrom('subjects').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertSubject(db: Executor, subject: NewSubject): Promise<void> {
  const { parentId, ...columns } = subject;
  await db
    .insertInto('subjects')
    .values({ ...columns, parent_id: parentId })
    .execute();
}

export function listSubjectRows(db: Executor) {
  return db
    .selectFrom('subjects')
    .select(['id', 'name', 'code', 'parent_id'])
    .where('disabled_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();
}
