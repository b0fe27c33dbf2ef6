import { expect, it } from 'vitest';
import { segmentAt } from './transcript.tsx';

const lines = [0, 5_000, 9_000].map((startMs) => ({ text: String(startMs), confidence: null, startMs }));

it('finds the current segment: the last one that has started', () => {
  expect(segmentAt(lines, 0)?.text).toBe('0');
  expect(segmentAt(lines, 4.999)?.text).toBe('0');
  expect(segmentAt(lines, 5)?.text).toBe('5000');
  expect(segmentAt(lines, 600)?.text).toBe('9000');
});

it('finds nothing before the first one or without playback', () => {
  expect(segmentAt(lines.slice(1), 2)).toBeUndefined();
  expect(segmentAt(lines, null)).toBeUndefined();
  expect(segmentAt([], 3)).toBeUndefined();
});
