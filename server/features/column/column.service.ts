import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { type ColumnRecord, lockColumn } from './column.repository.ts';
import { appendItems, deleteItems, type HeldItem, putItemsBack } from './column-item.repository.ts';

/**
 * Changes to columns by other features, inside their transactions. The caller checks read access to the resources; the
 * endpoint or action checks that the person is an editor.
 */
export class ColumnService {
  /** Appends resources to a manual column; returns those that weren't in it yet. */
  async addItems(
    transaction: Executor,
    context: SignedInContext,
    columnId: string,
    resourceIds: readonly string[],
  ): Promise<string[]> {
    const column = await lockManual(transaction, columnId);
    const added = await appendItems(transaction, columnId, resourceIds, context.principal.userId);
    if (added.length > 0) await record(transaction, context, column, 'column.itemsAdded', { added });
    return added;
  }

  /** Returns the removed items for `restoreItems`. */
  async removeItems(
    transaction: Executor,
    context: SignedInContext,
    columnId: string,
    resourceIds: readonly string[],
  ): Promise<HeldItem[]> {
    const column = await lockManual(transaction, columnId);
    const removed = await deleteItems(transaction, columnId, resourceIds);
    const ids = removed.map((item) => item.resourceId);
    if (ids.length > 0) await record(transaction, context, column, 'column.itemsRemoved', { removed: ids });
    return removed;
  }

  /** Undoes a removal at the same positions, pins included. */
  async restoreItems(
    transaction: Executor,
    context: SignedInContext,
    columnId: string,
    items: readonly HeldItem[],
  ): Promise<void> {
    const column = await lockManual(transaction, columnId);
    await putItemsBack(transaction, columnId, items, context.principal.userId);
    const added = items.map((item) => item.resourceId);
    await record(transaction, context, column, 'column.itemsAdded', { added });
  }
}

export type { HeldItem };

async function lockManual(transaction: Executor, id: string): Promise<ColumnRecord> {
  const column = await lockColumn(transaction, id);
  if (!column) throw new AppError('notFound');
  if (column.mode !== 'manual') throw new AppError('columnByRule');
  return column;
}

function record(
  transaction: Executor,
  context: SignedInContext,
  column: ColumnRecord,
  action: string,
  after: Record<string, unknown>,
): Promise<void> {
  return recordActivity(transaction, context, { action, objectType: 'column', objectId: column.id, after });
}
