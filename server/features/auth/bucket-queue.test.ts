import { describe, expect, it } from 'vitest';
import { BucketQueue } from './bucket-queue.ts';

function bucket(room: number) {
  const state = { room, asked: 0 };
  const take = async () => {
    state.asked += 1;
    await Promise.resolve();
    if (state.room === 0) return false;
    state.room -= 1;
    return true;
  };
  return { state, take };
}

describe('the guess queue', () => {
  it('refuses at once when the bucket is full for good', async () => {
    const { take } = bucket(0);
    expect(await new BucketQueue().take('a', take)).toBeUndefined();
  });

  it('waits for an undecided try and takes the room that it makes', async () => {
    const queue = new BucketQueue();
    const { state, take } = bucket(1);
    const decide = await queue.take('a', take);
    const second = queue.take('a', take);
    state.room += 1;
    decide?.();
    expect(await second).toBeTypeOf('function');
  });

  it('refuses waiting guesses when earlier ones were wrong, without repeated queries', async () => {
    const queue = new BucketQueue();
    const { state, take } = bucket(2);
    const decisions = [await queue.take('a', take), await queue.take('a', take)];
    const waiting = Array.from({ length: 30 }, () => queue.take('a', take));
    for (const decide of decisions) decide?.();
    expect(await Promise.all(waiting)).toEqual(Array(30).fill(undefined));
    expect(state.asked).toBeLessThan(40);
  });

  it('keeps buckets apart and continues after a failure', async () => {
    const queue = new BucketQueue();
    const failing = async () => {
      throw new Error('database down');
    };
    await expect(queue.take('a', failing)).rejects.toThrow('database down');
    expect(await queue.take('a', bucket(1).take)).toBeTypeOf('function');
    expect(await queue.take('b', bucket(0).take)).toBeUndefined();
  });
});
