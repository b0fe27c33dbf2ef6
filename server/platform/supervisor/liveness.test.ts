import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { watchLiveness } from './liveness.ts';

const rules = { intervalMs: 1_000, misses: 3, missesAtStart: 10 };
const sound = { debugged: false };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A process that answers each check immediately while `responds` returns true. */
function watched(responds: () => boolean, debugged = false) {
  const onHang = vi.fn();
  const liveness = watchLiveness(() => responds() && liveness.answered({ debugged }), onHang, rules);
  return { onHang, liveness };
}

describe('a process', () => {
  test('that answers is left alone', () => {
    const { onHang } = watched(() => true);
    vi.advanceTimersByTime(600_000);
    expect(onHang).not.toHaveBeenCalled();
  });

  test('that leaves several questions in a row unanswered hangs, and that is said once', () => {
    let responds = true;
    const { onHang } = watched(() => responds);
    vi.advanceTimersByTime(5_000);
    responds = false;
    vi.advanceTimersByTime(3_000);
    expect(onHang).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60_000);
    expect(onHang).toHaveBeenCalledTimes(1);
  });

  test('that answers again in time starts from zero', () => {
    let question = 0;
    const { onHang } = watched(() => {
      question += 1;
      return question % 3 === 0;
    });
    vi.advanceTimersByTime(600_000);
    expect(onHang).not.toHaveBeenCalled();
  });

  test('has longer until its first answer', () => {
    const { onHang } = watched(() => false);
    vi.advanceTimersByTime(9_000);
    expect(onHang).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_000);
    expect(onHang).toHaveBeenCalledTimes(1);
  });

  test('is not blamed for questions that came late, as after a laptop slept', () => {
    const { onHang, liveness } = watched(() => false);
    liveness.answered(sound);
    let skippedMs = 0;
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + skippedMs);
    for (let night = 0; night < 20; night += 1) {
      skippedMs += 8 * 3_600_000;
      vi.advanceTimersByTime(1_000);
    }
    expect(onHang).not.toHaveBeenCalled();
    vi.advanceTimersByTime(3_000);
    expect(onHang).toHaveBeenCalledTimes(1);
  });

  test('may pause in a debugger', () => {
    const { onHang, liveness } = watched(() => false);
    liveness.answered({ debugged: true });
    vi.advanceTimersByTime(600_000);
    expect(onHang).not.toHaveBeenCalled();
  });

  test('is no longer asked after it was stopped', () => {
    const { onHang, liveness } = watched(() => false);
    liveness.stop();
    vi.advanceTimersByTime(600_000);
    expect(onHang).not.toHaveBeenCalled();
  });
});
