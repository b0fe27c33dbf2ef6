import { type Insertable, type Selectable, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { Positions } from '../../../platform/db/schema.ts';
import type { Siblings } from '../unit-order.ts';
import { type PositionRecord, positionListSource } from './position-list.source.ts';

export type StoredPosition = Selectable<Positions>;

export async function findPositionRecord(db: Executor, id: string): Promise<PositionRecord | undefined> {
  const { columns, from, id: idColumn } = positionListSource;
  const { rows } = await sql<PositionRecord>`select ${columns} from ${from} where ${idColumn} = ${id}`.execute(db);
  return rows[0];
}

export function lockPosition(transaction: Executor, id: string): Promise<StoredPosition | undefined> {
  return transaction.selectFrom('positions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Names are compared case-insensitively. */
export function findPositionByName(db: Executor, name: string) {
  return db.selectFrom('positions').select('id').where(sql`lower(name)`, '=', name.toLowerCase()).executeTakeFirst();
}

export async function insertPosition(transaction: Executor, position: Insertable<Positions>): Promise<void> {
  await transaction.insertInto('positions').values(position).execute();
}

export async function updatePositionRow(
  transaction: Executor,
  id: string,
  columns: Partial<Pick<StoredPosition, 'name' | 'role_id' | 'data_scope' | 'description' | 'sort' | 'disabled_at'>>,
): Promise<number> {
  const { version } = await transaction
    .updateTable('positions')
    .set((set) => ({ ...columns, version: set('version', '+', 1), updated_at: set.fn<Date>('now') }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

export async function deletePositionRow(transaction: Executor, id: string): Promise<void> {
  await transaction.deleteFrom('positions').where('id', '=', id).execute();
}

export const positionSiblings: Siblings = {
  list: (transaction) =>
    transaction.selectFrom('positions').select(['id', 'sort']).orderBy('sort').orderBy('id').execute(),
  async renumber(transaction) {
    await sql`update positions set sort = numbered.place
      from (select id, row_number() over (order by sort, id) as place from positions) numbered
      where positions.id = numbered.id`.execute(transaction);
  },
};

export async function countPeople(db: Executor, positionId: string): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('position_id', '=', positionId)
    .executeTakeFirstOrThrow();
  return count;
}
