import type { OperationRow } from '@lectern/contract/features/operation.ts';

export const idOf = (n: number) => `0197a0d0-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`;

/** A finished operation that can be undone, by default. */
export function operation(n: number, change: Partial<OperationRow> = {}): OperationRow {
  return {
    id: idOf(n),
    list: 'user',
    action: 'forbid',
    input: {},
    state: 'done',
    about: null,
    total: 5,
    done: 5,
    skipped: 0,
    failed: 0,
    undone: 0,
    stopping: false,
    cause: null,
    createdAt: '2026-03-01T10:00:00.000Z',
    finishedAt: '2026-03-01T10:00:05.000Z',
    undoOf: null,
    undoneBy: null,
    undoUntil: '2026-03-31T10:00:05.000Z',
    ...change,
  };
}
