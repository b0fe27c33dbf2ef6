import { expect, test } from 'vitest';
import { joinTokens } from './join-tokens.ts';
import { serverWords } from './openai-speech.ts';

const token = (bytes: Buffer | string, atMs: number, chance = 0.9) => ({ bytes: Buffer.from(bytes), atMs, chance });

test('pieces of words become words, with their punctuation and as sure as their pieces', () => {
  const words = joinTokens(
    [
      token(' Qu', 500),
      token('il', 600),
      token('ter', 700, 0.4),
      token(',', 800, 0.1),
      token(' "', 900),
      token('is', 1000),
    ],
    3_000,
  );
  expect(words.map(({ text }) => text)).toEqual(['Quilter,', '"is']);
  expect(words[0]?.confidence).toBeCloseTo(Math.cbrt(0.9 * 0.9 * 0.4), 3);
  expect(words[0]?.startMs).toBeLessThan(500);
  expect(words[1]?.startMs).toBeGreaterThanOrEqual(words[0]?.endMs ?? 0);
});

test('characters that are spread over tokens are put together, and Chinese has no spaces', () => {
  const [first, second] = [Buffer.from('广州'), Buffer.from('市。')];
  const words = joinTokens([token(first.subarray(0, 4), 100), token(first.subarray(4), 300), token(second, 500)], 900);
  expect(words.map(({ text, spaced }) => [text, spaced])).toEqual([
    ['广', false],
    ['州', false],
    ['市。', false],
  ]);
});

test('words of a server get their punctuation back, or their share of a segment’s time', () => {
  const words = [
    { word: 'Hello', start: 0, end: 0.4 },
    { word: 'world', start: 0.5, end: 0.9 },
  ];
  expect(serverWords({ text: 'Hello, world!', words }).map(({ text }) => text)).toEqual(['Hello,', 'world!']);
  const spread = serverWords({ text: '', segments: [{ start: 1, end: 3, text: '广州市。', avg_logprob: 0 }] });
  expect(spread.map(({ text, startMs, confidence }) => [text, startMs, confidence])).toEqual([
    ['广', 1000, 1],
    ['州', 1571, 1],
    ['市。', 2143, 1],
  ]);
});
