import { describe, expect, it } from 'vitest';
import { type HashLane, HashTurns } from './password-hasher.ts';

const stranger = (networkGuesses: number): HashLane => ({ networkGuesses });

/** Runs jobs that finish on request and records the order in which they started. */
function desk(turns: HashTurns) {
  const begun: string[] = [];
  const running: (() => void)[] = [];
  const join = (name: string, lane: HashLane) =>
    turns.run(lane, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => running.push(resolve));
    });
  /** Finishes running jobs one by one until none is left. */
  const drain = async () => {
    while (running.length > 0) {
      running.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { begun, running, join, drain };
}

describe('turns to hash', () => {
  it('are taken by two at once, never more', async () => {
    const { begun, running, join, drain } = desk(new HashTurns(2, 10));
    const all = ['a', 'b', 'c', 'd'].map((name) => join(name, 'trusted'));
    expect([begun.length, running.length]).toEqual([2, 2]);
    await drain();
    await Promise.all(all);
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
  });

  it('go to a known device and to another network while a flood waits', async () => {
    const { begun, join, drain } = desk(new HashTurns(2, 300));
    const flood = Array.from({ length: 250 }, (_, index) => join(`flood ${index}`, stranger(index + 1)));
    const others = [join('known', 'trusted'), join('elsewhere', stranger(1))];
    await drain();
    await Promise.all([...flood, ...others]);
    expect(begun.slice(0, 5)).toEqual(['flood 0', 'flood 1', 'known', 'elsewhere', 'flood 2']);
  });

  it('are not all taken by known people', async () => {
    const { begun, join, drain } = desk(new HashTurns(1, 50));
    const all = Array.from({ length: 10 }, (_, index) => join(`known ${index}`, 'trusted'));
    all.push(join('stranger', stranger(9)));
    await drain();
    await Promise.all(all);
    expect(begun.indexOf('stranger')).toBe(4);
  });

  it('go to strangers from the network with the fewest guesses', async () => {
    const { begun, join, drain } = desk(new HashTurns(1, 300));
    const all = Array.from({ length: 50 }, (_, index) => join(`network ${index}`, stranger(2)));
    all.push(join('clean', stranger(1)));
    await drain();
    await Promise.all(all);
    expect(begun.indexOf('clean')).toBe(1);
  });

  it('are lost by the network with the most guesses when too many wait', async () => {
    const { join, drain } = desk(new HashTurns(1, 3));
    const first = join('running', 'trusted');
    const flood = [1, 2, 3, 4, 5].map((guesses) => join(`flood ${guesses}`, stranger(guesses)));
    const elsewhere = join('elsewhere', stranger(1));
    const known = join('known', 'trusted');
    const settled = Promise.allSettled([...flood, elsewhere, known]);
    await drain();
    await first;
    const answers = (await settled).map((answer) => (answer.status === 'rejected' ? answer.reason.code : 'served'));
    expect(answers).toEqual(['served', 'served', 'overloaded', 'overloaded', 'overloaded', 'served', 'served']);
  });
});
