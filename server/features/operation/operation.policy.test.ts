import { describe, expect, it } from 'vitest';
import { undoUntil } from './operation.policy.ts';

const finishedAt = new Date('2026-03-01T10:00:00Z');
const now = new Date('2026-03-02T10:00:00Z');
const ended = {
  state: 'done',
  undoable: true,
  undo_of: null,
  done: 3,
  undone: 0,
  finished_at: finishedAt,
  undo_state: null,
  undo_failed: null,
};

describe('Undo', () => {
  it('is possible for 30 days after the end, also for cancelled and failed operations', () => {
    const until = new Date('2026-03-31T10:00:00Z');
    for (const state of ['done', 'cancelled', 'failed']) expect(undoUntil({ ...ended, state }, now)).toEqual(until);
    expect(undoUntil(ended, new Date('2026-03-31T09:59:59Z'))).toEqual(until);
    expect(undoUntil(ended, until)).toBeNull();
  });

  it('is refused while running, for what can’t be undone, for an Undo itself and without changes', () => {
    expect(undoUntil({ ...ended, state: 'running', finished_at: null }, now)).toBeNull();
    expect(undoUntil({ ...ended, undoable: false }, now)).toBeNull();
    expect(undoUntil({ ...ended, undo_of: 'x' }, now)).toBeNull();
    expect(undoUntil({ ...ended, done: 0 }, now)).toBeNull();
  });

  it('can be repeated only if it was interrupted or failed', () => {
    for (const undo_state of ['queued', 'running']) expect(undoUntil({ ...ended, undo_state }, now)).toBeNull();
    expect(undoUntil({ ...ended, undone: 2, undo_state: 'done', undo_failed: 0 }, now)).toBeNull();
    expect(undoUntil({ ...ended, undone: 3, undo_state: 'done', undo_failed: 0 }, now)).toBeNull();
    expect(undoUntil({ ...ended, undone: 1, undo_state: 'cancelled', undo_failed: 0 }, now)).not.toBeNull();
    expect(undoUntil({ ...ended, undone: 2, undo_state: 'done', undo_failed: 1 }, now)).not.toBeNull();
  });
});
