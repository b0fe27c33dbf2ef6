import { expect, it } from 'vitest';
import { nearMark } from './passage.tsx';

const found = ({ text, marks }: ReturnType<typeof nearMark>) => marks.map(([from, to]) => text.slice(from, to));

it('starts a snippet at a word shortly before the match', () => {
  const text = 'The second chapter explains gravity, and gravity alone.';
  const near = nearMark({
    text,
    marks: [
      [28, 35],
      [41, 48],
    ],
  });
  expect(near.text).toBe('…chapter explains gravity, and gravity alone.');
  expect(found(near)).toEqual(['gravity', 'gravity']);
});

it('cuts text without spaces as well', () => {
  const text = `${'光'.repeat(40)}合作用`;
  const near = nearMark({ text, marks: [[39, 43]] });
  expect(near.text).toBe(`…${'光'.repeat(21)}合作用`);
  expect(found(near)).toEqual(['光合作用']);
});

it('keeps early matches as they are', () => {
  const hit = { text: 'Gravity pulls it down', marks: [[0, 7] as [number, number]] };
  expect(nearMark(hit)).toBe(hit);
});
