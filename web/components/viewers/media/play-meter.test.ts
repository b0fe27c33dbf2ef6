import { describe, expect, it } from 'vitest';
import { createPlayMeter, type PlayInstant, type Stretch } from './use-recorded-play.ts';

/** A play meter with a player and a clock that the test controls. */
function watch() {
  let clock = 1_000_000;
  const told: Stretch[] = [];
  const meter = createPlayMeter(
    () => clock,
    (stretch) => told.push(stretch),
  );
  const state: PlayInstant = { second: 0, playing: false, speed: 1, watched: true };
  const set = (change: Partial<PlayInstant>) => {
    Object.assign(state, change);
    meter.look({ ...state });
  };
  return {
    told,
    meter,
    set,
    /** Plays for a number of seconds of clock time, sampled four times a second. */
    play(seconds: number) {
      if (!state.playing) set({ playing: true });
      for (let at = 0; at < seconds * 4; at += 1) {
        clock += 250;
        set({ second: state.second + 0.25 * state.speed });
      }
    },
    pause: () => set({ playing: false }),
    wait: (seconds: number) => {
      clock += seconds * 1000;
    },
  };
}

describe('the meter of what is played', () => {
  it('tells one stretch from start to pause, with where it ended', () => {
    const { play, pause, told } = watch();
    play(12);
    pause();
    expect(told).toEqual([{ positionMs: 12_000, seconds: 12 }]);
  });

  it('does not count while it is paused, however long', () => {
    const { play, pause, wait, told } = watch();
    play(5);
    pause();
    wait(3600);
    play(5);
    pause();
    expect(told.map(({ seconds }) => seconds)).toEqual([5, 5]);
  });

  it('ends a stretch where one jumps, forwards and backwards, and never counts what was jumped over', () => {
    const { play, set, pause, told } = watch();
    play(10);
    set({ second: 100 });
    play(4);
    set({ second: 2 });
    play(3);
    pause();
    expect(told).toEqual([
      { positionMs: 10_000, seconds: 10 },
      { positionMs: 104_000, seconds: 4 },
      { positionMs: 5_000, seconds: 3 },
    ]);
  });

  it('counts neither more than went by at double speed, nor more than was played at half', () => {
    for (const [speed, seconds] of [
      [2, 20],
      [3, 20],
      [0.5, 10],
    ] as const) {
      const { play, set, pause, told } = watch();
      set({ speed });
      play(20);
      pause();
      expect(told).toEqual([{ positionMs: 20_000 * speed, seconds }]);
    }
  });

  it('counts nothing while nobody can watch, and what was watched before at once', () => {
    const { play, set, pause, told } = watch();
    play(6);
    set({ watched: false });
    expect(told).toEqual([{ positionMs: 6000, seconds: 6 }]);
    play(30);
    set({ watched: true });
    play(2);
    pause();
    expect(told.map(({ seconds }) => seconds)).toEqual([6, 2]);
  });

  it('counts nothing for the time in which a machine slept or the player waited for data', () => {
    const { play, wait, pause, told } = watch();
    play(4);
    wait(7200);
    play(4);
    pause();
    expect(told).toHaveLength(1);
    expect(told[0]?.seconds).toBeLessThanOrEqual(8.3);
  });

  it('is not doubled by being looked at often', () => {
    const { play, set, pause, told } = watch();
    play(3);
    for (let again = 0; again < 50; again += 1) set({});
    play(3);
    pause();
    expect(told).toEqual([{ positionMs: 6000, seconds: 6 }]);
  });

  it('forgets a slip of the hand, and tells a long stretch in pieces that add up', () => {
    const short = watch();
    short.play(0.5);
    short.pause();
    expect(short.told).toEqual([]);
    const long = watch();
    long.play(720);
    long.pause();
    expect(long.told.map(({ seconds }) => seconds)).toEqual([300, 300, 120]);
  });

  it('tells what is open when one leaves, and goes on from there', () => {
    const { play, meter, pause, told } = watch();
    play(5);
    meter.close();
    play(5);
    pause();
    expect(told.map(({ seconds }) => seconds)).toEqual([5, 5]);
  });
});
