import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Rounds } from './rounds.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('rounds', () => {
  it('look at once and every so often, and not again while a look takes its time', async () => {
    const looks: (() => void)[] = [];
    const rounds = new Rounds(1_000, () => new Promise((resolve) => looks.push(resolve)));
    expect([rounds.running, rounds.ended]).toEqual([false, false]);
    rounds.start();
    await vi.advanceTimersByTimeAsync(3_500);
    expect(looks).toHaveLength(1);
    looks[0]?.();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(looks).toHaveLength(2);
    looks[1]?.();
    await rounds.stop();
  });

  it('are stopped when the last look is over, and look no more', async () => {
    let end = () => {};
    let looks = 0;
    const rounds = new Rounds(1_000, () => {
      looks += 1;
      return new Promise((resolve) => {
        end = resolve;
      });
    });
    rounds.start();
    let stopped = false;
    const stopping = rounds.stop().then(() => {
      stopped = true;
    });
    await vi.advanceTimersByTimeAsync(5_000);
    expect([stopped, rounds.running, rounds.ended]).toEqual([false, false, true]);
    end();
    await stopping;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(looks).toBe(1);
  });
});
