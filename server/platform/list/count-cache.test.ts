import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { EventListener } from '../events/event-hub.ts';
import { CountCache, type ViewCounts } from './count-cache.ts';

const counts: ViewCounts = { count: { value: 3, exact: true }, tabs: { all: { value: 7, exact: true } } };
let listening: boolean;
let tell: EventListener;
let cache: CountCache;
beforeEach(() => {
  listening = true;
  cache = new CountCache({
    isListening: () => listening,
    listen: (listener) => {
      tell = listener;
      return () => undefined;
    },
  });
});

describe('the counts of a view', () => {
  it('are kept for its further pages, and for no other view', () => {
    cache.keep('mine', counts, cache.moment);
    expect(cache.find('mine')).toEqual(counts);
    expect(cache.find('theirs')).toBeUndefined();
  });

  it('are cleared by a change in this process and by any live event', () => {
    cache.keep('mine', counts, cache.moment);
    cache.clear();
    expect(cache.find('mine')).toBeUndefined();
    cache.keep('mine', counts, cache.moment);
    tell({ id: 1, userId: null, event: { topic: 'resource', id: '1' } });
    expect(cache.find('mine')).toBeUndefined();
  });

  it('are not kept if something changed while they were counted', () => {
    const before = cache.moment;
    cache.clear();
    cache.keep('mine', counts, before);
    expect(cache.find('mine')).toBeUndefined();
  });

  it('are neither kept nor used while events may be missed', () => {
    cache.keep('mine', counts, cache.moment);
    listening = false;
    expect(cache.find('mine')).toBeUndefined();
    cache.keep('other', counts, cache.moment);
    listening = true;
    expect(cache.find('other')).toBeUndefined();
  });

  it('are counted again after a minute, and never take more than a bounded amount of memory', () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    cache.keep('mine', counts, cache.moment);
    clock.mockReturnValue(60_001);
    expect(cache.find('mine')).toBeUndefined();
    for (let view = 0; view <= 5_000; view += 1) cache.keep(`view ${view}`, counts, cache.moment);
    expect(cache.find('view 0')).toBeUndefined();
    expect(cache.find('view 5000')).toEqual(counts);
    clock.mockRestore();
  });
});
