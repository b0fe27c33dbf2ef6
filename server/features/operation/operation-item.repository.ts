import type { OperationItem } from '@lectern/contract/features/operation.ts';
import { type Selectable, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { OperationItems } from '../../platform/db/schema.ts';
import type { Condition, ListSource } from '../../platform/list/list-source.ts';
import { sortOf } from '../../platform/list/read-page.ts';

export type Item = Selectable<OperationItems>;
export type NewItem = { objectId: string; label?: string; details?: Record<string, unknown> };

/** Arrives in batches, so that 100,000 items are never all in memory. */
export type NewItems = AsyncIterable<readonly NewItem[]> | Iterable<readonly NewItem[]>;

/** Inserts items in their order and returns their number. */
export async function insertItems(db: Executor, operationId: string, items: NewItems): Promise<number> {
  let count = 0;
  for await (const some of items) {
    const rows = some.map(({ objectId, label = '', details = null }, index) => ({
      position: count + index + 1,
      objectId,
      label,
      details,
    }));
    count += some.length;
    await sql`
      insert into operation_items (operation_id, position, object_id, label, details)
      select ${operationId}::uuid, position, "objectId", label, details
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as given (position integer, "objectId" uuid, label text, details jsonb)`.execute(db);
  }
  return count;
}

/** Inserts everything the view matches now, in the order the person saw it. */
export async function insertMatchingItems(
  transaction: Executor,
  operationId: string,
  matching: { source: ListSource; conditions: Condition; sort: string; except: readonly string[] },
): Promise<number> {
  const { source, conditions, sort, except } = matching;
  const { key, descending } = sortOf(source, sort);
  const way = descending ? sql`desc` : sql`asc`;
  await sql`set local statement_timeout = '15min'`.execute(transaction);
  const result = await sql`
    insert into operation_items (operation_id, position, object_id)
    select ${operationId}, row_number() over (order by ${key.by} ${way}, ${source.id} ${way}), ${source.id}
    from ${source.from}
    where ${conditions} and not (${source.id} = any (${except}::uuid[]))`.execute(transaction);
  return Number(result.numAffectedRows ?? 0);
}

/** The done items that haven't been undone, last first. */
export async function insertItemsToUndo(db: Executor, undoId: string, operationId: string): Promise<number> {
  const result = await sql`
    insert into operation_items (operation_id, position, object_id, label, before, version)
    select ${undoId}, row_number() over (order by position desc), object_id, label, before, version
    from operation_items where operation_id = ${operationId} and state = 'done'`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}

export async function listPendingItems(db: Executor, operationId: string, limit: number): Promise<Item[]> {
  return db
    .selectFrom('operation_items')
    .selectAll()
    .where('operation_id', '=', operationId)
    .where('state', '=', 'pending')
    .orderBy('position')
    .limit(limit)
    .execute();
}

export async function listIdsInScope(
  db: Executor,
  source: ListSource,
  scope: Condition,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select ${source.id} as id from ${source.from}
    where ${source.id} = any (${ids}::uuid[]) and ${scope}`.execute(db);
  return new Set(rows.map((row) => row.id));
}

export type ItemResult = {
  state: 'done' | 'skipped' | 'failed';
  label: string;
  reason: string | null;
  before?: unknown;
  version?: number;
};

/** Writes the results of a batch in one statement; undefined fields keep their value. */
export async function updateItems(
  db: Executor,
  operationId: string,
  results: readonly (ItemResult & { position: number })[],
): Promise<void> {
  await sql`
    update operation_items item
    set state = result.state, reason = result.reason, label = coalesce(nullif(result.label, ''), item.label),
      before = coalesce(result.before, item.before), version = coalesce(result.version, item.version)
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      as result (position integer, state text, reason text, label text, before jsonb, version integer)
    where item.operation_id = ${operationId} and item.position = result.position`.execute(db);
}

export async function updateItemsUndone(
  db: Executor,
  operationId: string,
  objectIds: readonly string[],
): Promise<number> {
  const result = await sql`
    update operation_items set state = 'undone'
    where operation_id = ${operationId} and object_id = any (${objectIds}::uuid[]) and state = 'done'`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}

type WantedItems = {
  operationId: string;
  state: OperationItem['state'] | undefined;
  after: { attention: number; position: number } | undefined;
  limit: number;
};

/** Items with problems first. */
export async function listItems(db: Executor, wanted: WantedItems): Promise<Item[]> {
  const { operationId, state, after, limit } = wanted;
  return db
    .selectFrom('operation_items')
    .selectAll()
    .where('operation_id', '=', operationId)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(attention, position) > (${after?.attention ?? 0}, ${after?.position ?? 0})`),
    )
    .orderBy('attention')
    .orderBy('position')
    .limit(limit)
    .execute();
}
