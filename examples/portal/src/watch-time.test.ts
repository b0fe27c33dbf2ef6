import { expect, it } from 'vitest';
import { WatchTime } from './watch-time.ts';

const ticks = (watched: WatchTime, from: number, to: number, rate = 1) => {
  for (let at = from; at <= to; at += 0.25 * rate) watched.plays(at, rate);
};

it('counts what plays', () => {
  const watched = new WatchTime();
  ticks(watched, 10, 20);
  expect(watched.take()).toBe(10);
  expect(watched.take()).toBe(0);
});

it('doesn’t count skipped parts, forward or back', () => {
  const watched = new WatchTime();
  ticks(watched, 0, 2);
  ticks(watched, 60, 62);
  ticks(watched, 1, 2);
  expect(watched.take()).toBe(5);
});

it('doesn’t count a pause, wherever playback continues', () => {
  const watched = new WatchTime();
  ticks(watched, 0, 1);
  watched.stops();
  watched.plays(1.9);
  ticks(watched, 2, 3);
  expect(watched.take()).toBe(2.1);
});

it('counts the recording’s own seconds when it plays faster', () => {
  const watched = new WatchTime();
  ticks(watched, 0, 20, 2);
  expect(watched.take()).toBe(20);
});
