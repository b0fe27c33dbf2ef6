import type { Executor } from '../../platform/db/database.ts';

export type ColumnRecord = {
  id: string;
  parent_id: string | null;
  name: string;
  slug: string;
  path: string;
  position: number;
  description: string;
  cover_file_id: string | null;
  visible: boolean;
  mode: string;
  rule: string;
  sort_rule: string;
  item_limit: number | null;
  version: number;
};

const fields = [
  'id',
  'parent_id',
  'name',
  'slug',
  'path',
  'position',
  'description',
  'cover_file_id',
  'visible',
  'mode',
  'rule',
  'sort_rule',
  'item_limit',
  'version',
] as const;

export function findColumn(db: Executor, id: string): Promise<ColumnRecord | undefined> {
  return db.selectFrom('columns').select(fields).where('id', '=', id).executeTakeFirst();
}

/** Kept from others until the transaction ends: places in it are given out one after the other. */
export function lockColumn(transaction: Executor, id: string): Promise<ColumnRecord | undefined> {
  return transaction.selectFrom('columns').select(fields).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}
