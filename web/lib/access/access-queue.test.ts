import { type OfficeEvent, officeEvent } from '@lectern/contract/features/office-event.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAccessQueue, currentVisit, isFirstView } from './access-queue.ts';

const resourceId = '0197a0d0-0000-7000-8000-000000000001';

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
});
afterEach(() => vi.useRealTimers());

function queueOf({ fails = 0, takes = true } = {}) {
  const sent: { events: readonly OfficeEvent[]; leaving: boolean }[] = [];
  let left = fails;
  const queue = createAccessQueue({
    now: Date.now,
    takes: () => takes,
    async send(events, leaving) {
      sent.push({ events, leaving });
      left -= 1;
      if (left >= 0) throw new Error('unreachable');
    },
  });
  return { queue, sent };
}

describe('views and plays', () => {
  it('goes out together a little later, as the server takes it', async () => {
    const { queue, sent } = queueOf();
    queue.note({ action: 'view', resourceId });
    queue.note({ action: 'play', resourceId, positionMs: 5000, seconds: 5 });
    await vi.advanceTimersByTimeAsync(9_000);
    expect(sent).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.events).toHaveLength(2);
    for (const event of sent[0]?.events ?? []) expect(officeEvent.safeParse(event).success).toBe(true);
    expect(new Set(sent[0]?.events.map(({ visit }) => visit)).size).toBe(1);
  });

  it('is sent again under the same ids until it arrives, and then no more', async () => {
    const { queue, sent } = queueOf({ fails: 2 });
    queue.note({ action: 'view', resourceId });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(sent).toHaveLength(3);
    expect(new Set(sent.flatMap(({ events }) => events.map(({ id }) => id))).size).toBe(1);
  });

  it('goes out at once when one leaves', async () => {
    const { queue, sent } = queueOf();
    queue.note({ action: 'view', resourceId });
    await queue.flush(true);
    expect(sent.map(({ leaving }) => leaving)).toEqual([true]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(1);
  });

  it('is sent by no third request while one of two is under way', async () => {
    const answers: (() => void)[] = [];
    const send = () => new Promise<void>((resolve) => answers.push(resolve));
    const queue = createAccessQueue({ now: Date.now, takes: () => true, send });
    queue.note({ action: 'view', resourceId });
    void queue.flush();
    queue.note({ action: 'view', resourceId });
    const leaving = queue.flush(true);
    answers[1]?.();
    await leaving;
    queue.note({ action: 'view', resourceId });
    void queue.flush();
    expect(answers).toHaveLength(2);
    answers[0]?.();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(answers).toHaveLength(3);
  });

  it('goes out early when it is much, in batches that the server takes', async () => {
    const { queue, sent } = queueOf();
    for (let at = 0; at < 430; at += 1) queue.note({ action: 'view', resourceId });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(sent.flatMap(({ events }) => events)).toHaveLength(430);
    expect(Math.max(...sent.map(({ events }) => events.length))).toBeLessThanOrEqual(200);
  });

  it('aren’t recorded during View as', async () => {
    const { queue, sent } = queueOf({ takes: false });
    queue.note({ action: 'view', resourceId });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual([]);
  });
});

describe('a visit', () => {
  it('views a thing once, also after a reload, and again only after a long rest', () => {
    const start = Date.now();
    expect(isFirstView('a', start)).toBe(true);
    expect(isFirstView('a', start + 60_000)).toBe(false);
    expect(isFirstView('b', start + 60_000)).toBe(true);
    const { id } = currentVisit(start + 29 * 60_000);
    expect(currentVisit(start + 50 * 60_000).id).toBe(id);
    expect(currentVisit(start + 81 * 60_000).id).not.toBe(id);
    expect(isFirstView('a', start + 82 * 60_000)).toBe(true);
  });

  it('starts over if its stored data is damaged', () => {
    sessionStorage.setItem('lectern.visit', '{"id":5');
    expect(currentVisit(Date.now()).id).toMatch(/^[0-9a-f-]{36}$/);
    sessionStorage.setItem('lectern.visit', '{"id":5}');
    expect(currentVisit(Date.now()).viewed).toBeInstanceOf(Array);
  });
});
