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

describe('the play meter', () => {
  it('reports one span from start to pause, with its end position', () => {
    const { play, pause, told } = watch();
    play(12);
    pause();
    expect(told).toEqual([{ positionMs: 12_000, seconds: 12 }]);
  });

  it('doesn’t count pauses, however long', () => {
    const { play, pause, wait, told } = watch();
    play(5);
    pause();
    wait(3600);
    play(5);
    pause();
    expect(told.map(({ seconds }) => seconds)).toEqual([5, 5]);
  });

  it('ends a span at a jump in either direction and never counts what was skipped', () => {
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

  it('counts neither more time than passed at double speed nor more than was played at half speed', () => {
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

  it('counts nothing while the page is hidden, and reports earlier time immediately', () => {
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

  it('doesn’t count sleep or buffering', () => {
    const { play, wait, pause, told } = watch();
    play(4);
    wait(7200);
    play(4);
    pause();
    expect(told).toHaveLength(1);
    expect(told[0]?.seconds).toBeLessThanOrEqual(8.3);
  });

  it('isn’t doubled by frequent sampling', () => {
    const { play, set, pause, told } = watch();
    play(3);
    for (let again = 0; again < 50; again += 1) set({});
    play(3);
    pause();
    expect(told).toEqual([{ positionMs: 6000, seconds: 6 }]);
  });

  it('ignores accidental starts and splits long spans into pieces that add up', () => {
    const short = watch();
    short.play(0.5);
    short.pause();
    expect(short.told).toEqual([]);
    const long = watch();
    long.play(720);
    long.pause();
    expect(long.told.map(({ seconds }) => seconds)).toEqual([300, 300, 120]);
  });

  it('reports the open span on leaving and continues from there', () => {
    const { play, meter, pause, told } = watch();
    play(5);
    meter.close();
    play(5);
    pause();
    expect(told.map(({ seconds }) => seconds)).toEqual([5, 5]);
  });
});
