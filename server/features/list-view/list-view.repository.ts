import type { Selectable } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { ListViews } from '../../platform/db/schema.ts';

export type ViewRecord = Selectable<ListViews> & { owner_name: string };
export type ViewValues = { name: string; query: string; columns: string[] | null; shared: boolean };

function selectViews(db: Executor) {
  return db
    .selectFrom('list_views')
    .innerJoin('users', 'users.id', 'list_views.owner_id')
    .selectAll('list_views')
    .select('users.name as owner_name');
}

/** One's own views first, then shared ones. */
export function listViews(db: Executor, list: string, userId: string): Promise<ViewRecord[]> {
  return selectViews(db)
    .where('list_views.list', '=', list)
    .where((where) => where.or([where('list_views.owner_id', '=', userId), where('list_views.shared', '=', true)]))
    .orderBy((order) => order('list_views.owner_id', '=', userId), 'desc')
    .orderBy('list_views.name')
    .limit(200)
    .execute();
}

export function findOwnView(db: Executor, id: string, userId: string): Promise<ViewRecord | undefined> {
  return selectViews(db).where('list_views.id', '=', id).where('list_views.owner_id', '=', userId).executeTakeFirst();
}

export async function countOwnViews(db: Executor, list: string, userId: string): Promise<number> {
  const row = await db
    .selectFrom('list_views')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('list', '=', list)
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function insertView(
  db: Executor,
  view: ViewValues & { id: string; list: string; ownerId: string },
): Promise<void> {
  await db
    .insertInto('list_views')
    .values({
      id: view.id,
      list: view.list,
      owner_id: view.ownerId,
      name: view.name,
      query: view.query,
      columns: view.columns && JSON.stringify(view.columns),
      shared: view.shared,
    })
    .execute();
}

export async function updateView(db: Executor, id: string, { columns, ...values }: Partial<ViewValues>): Promise<void> {
  await db
    .updateTable('list_views')
    .set({
      ...values,
      ...(columns !== undefined && { columns: columns && JSON.stringify(columns) }),
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .execute();
}

export async function deleteView(db: Executor, id: string, userId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('list_views')
    .where('id', '=', id)
    .where('owner_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

export async function findColumns(db: Executor, list: string, userId: string): Promise<string[] | null> {
  const row = await db
    .selectFrom('list_columns')
    .select('columns')
    .where('list', '=', list)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return (row?.columns as string[] | undefined) ?? null;
}

export async function updateColumns(
  db: Executor,
  list: string,
  userId: string,
  columns: string[] | null,
): Promise<void> {
  if (!columns) {
    await db.deleteFrom('list_columns').where('list', '=', list).where('user_id', '=', userId).execute();
    return;
  }
  const value = JSON.stringify(columns);
  await db
    .insertInto('list_columns')
    .values({ user_id: userId, list, columns: value })
    .onConflict((conflict) => conflict.columns(['user_id', 'list']).doUpdateSet({ columns: value }))
    .execute();
}
