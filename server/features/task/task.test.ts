import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const reviewDue = { kind: 'reviewDue', title: 'Review it', dedupeKey: 'reviewDue:1', createdBy: null };

describe('a task', () => {
  it('about one matter is open once, however often the matter arises', async () => {
    const { tasks } = test.container.services;
    const opened = await Promise.all(Array.from({ length: 8 }, () => tasks.open(test.db, reviewDue)));
    expect(new Set(opened.map((one) => one.task.id)).size).toBe(1);
    expect(opened.filter((one) => one.isNew).length).toBe(1);
  });

  it('closes automatically, and can open again for the same cause', async () => {
    const { tasks } = test.container.services;
    const matter = { ...reviewDue, dedupeKey: 'reviewDue:2' };
    const first = await tasks.open(test.db, matter);
    expect(await tasks.close(test.db, matter.dedupeKey, 'done')).toBe(1);
    expect(await tasks.close(test.db, matter.dedupeKey, 'done')).toBe(0);
    expect(await tasks.findOpen(test.db, matter.dedupeKey)).toBeUndefined();
    const second = await tasks.open(test.db, matter);
    expect([second.isNew, second.task.id === first.task.id]).toEqual([true, false]);
  });
});
