import { expect, it } from 'vitest';
import { decodeLine } from './decode-line.ts';
import { placeCharacters } from './place-characters.ts';
import type { Gap } from './read-lines.ts';
import type { Alphabet } from './reader.ts';

const alphabet: Alphabet = {
  characters: ['', 'a', 'b', '“', '"', '一', ' '],
  space: 6,
  latin: Int32Array.from([0, 1, 2, 3, 4, 6]),
  shapes: new Map([
    [3, [4]],
    [4, [3]],
  ]),
};
const classes = alphabet.characters.length;

/** Gives each step's character a likelihood of 0.8 and the blank class 0.2; "." stands for the blank. */
function likelihoods(steps: string): Float32Array {
  const values = new Float32Array(steps.length * classes);
  for (const [step, character] of [...steps].entries()) {
    const place = character === '.' ? 0 : alphabet.characters.indexOf(character);
    values[step * classes] = 0.2;
    values[step * classes + place] = 0.8;
  }
  return values;
}
const decode = (steps: string) => decodeLine(likelihoods(steps), { start: 0, steps: steps.length, classes }, alphabet);
const textOf = (characters: readonly { text: string }[]) => characters.map(({ text }) => text).join('');

it('merges the same character at adjacent steps, and keeps two if a blank separates them', () => {
  expect(textOf(decode('.aa.ab..b').all)).toBe('aabb');
});

it('keeps the steps where a character stood', () => {
  expect(decode('..bb.').all[0]).toMatchObject({ text: 'b', firstStep: 2, lastStep: 3 });
});

it('takes one quotation mark that is read in two shapes for one', () => {
  expect(textOf(decode('.“".a').all)).toBe('“a');
});

it('is as sure of a sign as of all its shapes together', () => {
  const values = new Float32Array(classes);
  values[3] = 0.5;
  values[4] = 0.4;
  const { all, latin } = decodeLine(values, { start: 0, steps: 1, classes }, alphabet);
  for (const [read] of [all, latin]) expect(read?.confidence).toBeCloseTo(0.9);
});

it('has a second reading in which Chinese characters are left out', () => {
  const { all, latin } = decode('a.一.b');
  expect([textOf(all), textOf(latin)]).toEqual(['a一b', 'ab']);
});

const place = (steps: string, gaps: Gap[]) => {
  const reading = decode(steps);
  const corner = { x: 0, y: 0 };
  const picture = { width: steps.length * 8, gaps };
  return placeCharacters({ quad: [corner, corner, corner, corner], reading, share: 1, picture }, reading.all);
};

it('puts a space where there is paper between letters that is as wide as one, though none was read', () => {
  const gaps = [
    { from: 14, to: 18 },
    { from: 31, to: 33 },
    { from: 44, to: 66 },
    { from: 79, to: 81 },
  ];
  expect(textOf(place('.a.b.a...b.a', gaps))).toBe('aba ba');
});

it('puts none where all letters are equally far apart', () => {
  const gaps = [20, 36, 52, 68].map((from) => ({ from, to: from + 6 }));
  expect(textOf(place('.a.b.a.b.a', gaps))).toBe('ababa');
});

it('lets a character end where the paper after it starts', () => {
  const [first, space, second] = place('a....b', [{ from: 10, to: 38 }]);
  expect([first?.to, space?.text, second?.from]).toEqual([10 / 48, ' ', 38 / 48]);
});
