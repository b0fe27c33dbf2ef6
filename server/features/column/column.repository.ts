import { countLimit } from '@lectern/contract/list/define-list.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Condition, ListSource } from '../../platform/list/list-source.ts';
import { isPublicResource } from '../publication/public.ts';
import { isMasked, shownTypes } from '../resource/public.ts';

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
  withheld: boolean;
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
  'withheld',
  'version',
] as const;

/** An arbitrary advisory lock number; changes of the tree run one at a time. */
const treeLock = 7_214_990_016;

export async function lockTree(transaction: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(${treeLock})`.execute(transaction);
}

export function findColumn(db: Executor, id: string): Promise<ColumnRecord | undefined> {
  return db.selectFrom('columns').select(fields).where('id', '=', id).executeTakeFirst();
}

/** Locks the row until the transaction ends, so that positions in it are assigned one after the other. */
export function lockColumn(transaction: Executor, id: string): Promise<ColumnRecord | undefined> {
  return transaction.selectFrom('columns').select(fields).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

export function listColumnRecords(db: Executor): Promise<ColumnRecord[]> {
  return db.selectFrom('columns').select(fields).orderBy('position').orderBy('id').execute();
}

/** The children of a column in order; null for the top level. */
export function listSiblings(db: Executor, parentId: string | null): Promise<ColumnRecord[]> {
  return db
    .selectFrom('columns')
    .select(fields)
    .where(sql<boolean>`parent_id is not distinct from ${parentId}`)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** The column and everything below it. */
export function listSubtree(db: Executor, path: string): Promise<ColumnRecord[]> {
  return db.selectFrom('columns').select(fields).where('path', 'like', `${path}%`).orderBy('path', 'desc').execute();
}

export async function insertColumn(
  transaction: Executor,
  column: Pick<ColumnRecord, 'id' | 'parent_id' | 'name' | 'slug' | 'path' | 'position'>,
): Promise<void> {
  await transaction.insertInto('columns').values(column).execute();
}

export type ColumnColumns = Omit<ColumnRecord, 'id' | 'path' | 'version'>;

export async function updateColumnRow(
  transaction: Executor,
  id: string,
  columns: Partial<ColumnColumns>,
): Promise<void> {
  await transaction
    .updateTable('columns')
    .set((set) => ({ ...columns, version: set('version', '+', 1), updated_at: set.fn<Date>('now') }))
    .where('id', '=', id)
    .execute();
}

export async function rewriteColumnPaths(transaction: Executor, from: string, to: string): Promise<void> {
  await sql`update columns set path = ${to} || substr(path, ${from.length + 1}::integer)
    where path like ${`${from}%`}`.execute(transaction);
}

/** Renumbers the siblings 1, 2, 3, … in their current order. */
export async function renumberSiblings(transaction: Executor, parentId: string | null): Promise<void> {
  await sql`update columns set position = numbered.place
    from (select id, row_number() over (order by position, id) as place from columns
      where parent_id is not distinct from ${parentId}) numbered
    where columns.id = numbered.id`.execute(transaction);
}

/** Deletes from the leaves up. */
export async function deleteSubtree(transaction: Executor, subtree: readonly ColumnRecord[]): Promise<void> {
  for (const column of [...subtree].sort((left, right) => right.path.length - left.path.length)) {
    await transaction.deleteFrom('columns').where('id', '=', column.id).execute();
  }
}

export function findCover(db: Executor, columnId: string) {
  return db
    .selectFrom('columns')
    .innerJoin('files', 'files.id', 'columns.cover_file_id')
    .select(['files.id', 'files.store_key', 'files.content_type', 'files.size_bytes'])
    .where('columns.id', '=', columnId)
    .where('files.content_type', 'in', shownTypes)
    .where(({ not }) => not(isMasked))
    .executeTakeFirst();
}

/** What campus members see today, including publication dates. */
export function shownToCampus(timeZone: string): Condition {
  return isPublicResource({ audience: 'campus', timeZone });
}

export type ColumnCount = { held: number; shown: number };

/** Counts items placed by hand, for the whole tree. */
export async function countByHand(db: Executor, isShown: Condition): Promise<Map<string, ColumnCount>> {
  const { rows } = await sql<{ column_id: string; held: number; shown: number }>`
    select column_items.column_id, count(*) as held, count(*) filter (where ${isShown}) as shown
    from column_items join resources on resources.id = column_items.resource_id
    where resources.state not in ('trashed', 'purged')
    group by column_items.column_id`.execute(db);
  return new Map(rows.map(({ column_id, held, shown }) => [column_id, { held, shown }]));
}

/** Counts the matches of many rules in one query, each up to the display limit. */
export async function countByRules(
  db: Executor,
  source: ListSource,
  rules: readonly { key: string; conditions: Condition }[],
  isShown: Condition,
): Promise<Map<string, ColumnCount>> {
  if (rules.length === 0) return new Map();
  const upTo = (conditions: Condition) => sql`(select count(*) from (
    select 1 from ${source.from} where ${conditions} limit ${countLimit}) matching)`;
  const selects = rules.map(
    ({ key, conditions }) => sql`select ${key}::text as key, ${upTo(conditions)} as held,
      ${upTo(sql`${conditions} and ${isShown}`)} as shown`,
  );
  const { rows } = await sql<ColumnCount & { key: string }>`${sql.join(selects, sql` union all `)}`.execute(db);
  return new Map(rows.map(({ key, held, shown }) => [key, { held, shown }]));
}
