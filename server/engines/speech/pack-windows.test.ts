import { describe, expect, test } from 'vitest';
import type { SpeechWindow, Stretch } from './child-messages.ts';
import { packWindows, placeInRecording } from './pack-windows.ts';
import { samplesOf } from './wav-file.ts';

const seconds = (start: number, end: number): Stretch => ({
  start: samplesOf(start * 1000),
  end: samplesOf(end * 1000),
});

async function pack(...stretches: Stretch[]): Promise<SpeechWindow[]> {
  async function* all() {
    yield* stretches;
  }
  const windows: SpeechWindow[] = [];
  for await (const window of packWindows(all())) windows.push(window);
  return windows;
}

const lengthOf = ({ stretches }: SpeechWindow) =>
  stretches.reduce((sum, { start, end }) => sum + end - start, 0) / samplesOf(1000);

describe('windows of speech', () => {
  test('leave long silences out, and short pauses as they are', async () => {
    const [window, ...rest] = await pack(seconds(1, 5), seconds(5.3, 8), seconds(100, 104));
    expect(rest).toEqual([]);
    expect(window && lengthOf(window)).toBeCloseTo(4 + 0.3 + 2.7 + 0.4 + 4, 3);
  });

  test('never exceed the engine’s span', async () => {
    const windows = await pack(...Array.from({ length: 60 }, (_, at) => seconds(at * 6, at * 6 + 5)));
    for (const window of windows) expect(lengthOf(window)).toBeLessThanOrEqual(28.5);
    const covered = windows.flatMap(({ stretches }) => stretches);
    expect(covered).toHaveLength(60);
    for (const [at, { start }] of covered.entries()) expect(start).toBeGreaterThanOrEqual(covered[at - 1]?.end ?? 0);
  });

  test('end at a long pause rather than in the middle of a sentence', async () => {
    const [first] = await pack(seconds(0, 12), seconds(12.5, 23), seconds(26, 28), seconds(28.5, 33));
    expect(first?.stretches).toHaveLength(2);
  });

  test('know where in the recording each moment was', () => {
    const window = { stretches: [seconds(10, 12), seconds(50, 53)] };
    expect(placeInRecording(window, samplesOf(500))).toBe(samplesOf(10_500));
    expect(placeInRecording(window, samplesOf(2_500))).toBe(samplesOf(50_500));
    expect(placeInRecording(window, samplesOf(9_000))).toBe(samplesOf(53_000));
  });
});
