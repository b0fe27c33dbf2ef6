import type { Executor } from '../../platform/db/database.ts';

export function listViewsNaming(transaction: Executor, id: string): Promise<{ id: string; query: string }[]> {
  return transaction
    .selectFrom('list_views')
    .select(['id', 'query'])
    .where('query', 'like', `%${id}%`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Whether it was so, and is the other way now. */
export async function replaceViewQuery(
  transaction: Executor,
  id: string,
  before: string,
  after: string,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('list_views')
    .set({ query: after })
    .where('id', '=', id)
    .where('query', '=', before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
