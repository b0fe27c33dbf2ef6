import { beforeEach, describe, expect, it } from 'vitest';
import { dismissAbout, notifications, notify } from './notifications.ts';

beforeEach(() => notifications.set([]));
const titles = () => notifications.get().map(({ title }) => title);
const undo = { label: 'Undo', run: () => undefined };

describe('a message about something', () => {
  it('takes the place of the one before it about the same, and of nothing else', () => {
    notify({ level: 'success', title: 'A is moved', about: 'tree', action: undo });
    notify({ level: 'success', title: 'Saved', about: 'page', action: undo });
    notify({ level: 'success', title: 'Copied' });
    notify({ level: 'success', title: 'B is moved', about: 'tree', action: undo });
    expect(titles()).toEqual(['Saved', 'Copied', 'B is moved']);
  });

  it('said twice is one with the newer way back', () => {
    const runs: number[] = [];
    for (const run of [1, 2])
      notify({ level: 'success', title: 'Moved', about: 'tree', action: { label: 'Undo', run: () => runs.push(run) } });
    notifications.get()[0]?.action?.run();
    expect([titles(), runs]).toEqual([['Moved'], [2]]);
  });

  it('goes when the thing changed without a word', () => {
    notify({ level: 'success', title: 'A is moved', about: 'tree', action: undo });
    dismissAbout('tree');
    expect(titles()).toEqual([]);
  });
});
