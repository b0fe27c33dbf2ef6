import type { OperationItem, OperationRow } from '@lectern/contract/features/operation.ts';
import { hasEnded, undoUntil } from './operation.policy.ts';
import type { PresentableOperation } from './operation.repository.ts';
import type { Item } from './operation-item.repository.ts';

export function presentOperation(row: PresentableOperation, now: Date = new Date()): OperationRow {
  return {
    id: row.id,
    list: row.list,
    action: row.action,
    input: row.input as Record<string, unknown>,
    state: row.state as OperationRow['state'],
    about: row.only_label || null,
    total: row.total,
    done: row.done,
    skipped: row.skipped,
    failed: row.failed,
    undone: row.undone,
    stopping: row.cancel_asked_at !== null && !hasEnded(row),
    cause: row.cause,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    undoOf: row.undo_of,
    undoneBy: row.undo_id,
    undoUntil: undoUntil(row, now)?.toISOString() ?? null,
  };
}

/** Leaves out before-values, which may contain more than the list shows. */
export function presentItem(item: Item): OperationItem {
  return {
    id: `${item.attention}-${item.position}`,
    objectId: item.object_id,
    label: item.label,
    state: item.state as OperationItem['state'],
    reason: item.reason,
  };
}

export function parseItemId(id: string): { attention: number; position: number } {
  const [attention, position] = id.split('-').map(Number);
  return { attention: attention ?? 0, position: position ?? 0 };
}
