import { expect, test } from 'vitest';
import { frameSamples } from './find-speech.ts';
import { findMissedSpeech } from './recognise-window.ts';
import { samplesOf } from './wav-file.ts';

const stretch = (startMs: number, endMs: number) => ({ start: samplesOf(startMs), end: samplesOf(endMs) });
const word = (startMs: number, endMs: number) => ({ text: 'word', startMs, endMs, confidence: 0.9 });
const stretches = [stretch(0, 3_000), stretch(3_200, 6_000), stretch(7_000, 7_600)];
const track = new Uint8Array(Math.ceil(samplesOf(8_000) / frameSamples)).fill(250);

test('speech that was passed over is noticed, short sounds are not', () => {
  const words = [word(100, 1_500), word(1_600, 2_900), word(3_300, 3_500), word(4_400, 4_800)];
  expect(findMissedSpeech(stretches, words, track)).toBe(1);
  expect(findMissedSpeech(stretches, [...words, word(4_800, 5_900)], track)).toBe(-1);
});

test('silence isn’t missed speech', () => {
  const words = [word(100, 2_900)];
  const silent = track.slice().fill(20, Math.floor(samplesOf(3_100) / frameSamples));
  expect(findMissedSpeech(stretches, words, silent)).toBe(-1);
});
