import { undoDays } from '@lectern/contract/features/operation.ts';
import type { PresentableOperation } from './operation.repository.ts';

const dayMs = 24 * 3_600_000;
const ended = new Set(['done', 'cancelled', 'failed']);

export function hasEnded(operation: { state: string }): boolean {
  return ended.has(operation.state);
}

type Undoable = Pick<
  PresentableOperation,
  'state' | 'undoable' | 'undo_of' | 'done' | 'undone' | 'finished_at' | 'undo_state' | 'undo_failed'
>;

/**
 * When the Undo period ends, or null when it can't be undone. An Undo that was interrupted or failed for some items
 * can be repeated; a finished one can’t, even if it skipped items.
 */
export function undoUntil(operation: Undoable, now: Date): Date | null {
  const { undo_state: undo, undo_failed: undoFailed, finished_at: finishedAt } = operation;
  const isOpen = undo === 'queued' || undo === 'running';
  const isSettled = undo === 'done' && !undoFailed;
  const isLeft = operation.done > operation.undone;
  if (!operation.undoable || operation.undo_of || !hasEnded(operation) || !finishedAt) return null;
  if (isOpen || isSettled || !isLeft) return null;
  const until = new Date(finishedAt.getTime() + undoDays * dayMs);
  return until > now ? until : null;
}
