import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

export function listColumnsNaming(transaction: Executor, id: string): Promise<{ id: string; rule: string }[]> {
  return transaction
    .selectFrom('columns')
    .select(['id', 'rule'])
    .where('rule', 'like', `%${id}%`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Whether it was so, and is the other way now; whoever edits the column meanwhile is told. */
export async function replaceRule(transaction: Executor, id: string, before: string, after: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('columns')
    .set({ rule: after, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('rule', '=', before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
