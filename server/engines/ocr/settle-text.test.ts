import { expect, it } from 'vitest';
import { settleText } from './settle-text.ts';

const settled = (text: string) =>
  settleText([...text].map((character) => ({ text: character, confidence: 1, from: 0, to: 0 })))
    .map(({ text: character }) => character)
    .join('');

it.each([
  ['光合作用,放出氧气', '光合作用，放出氧气'],
  ['为什么?', '为什么？'],
  ['第一章:绪论', '第一章：绪论'],
  ['函数(一)', '函数（一）'],
  ['上课时间8:30', '上课时间8:30'],
  ['比例为3:2', '比例为3:2'],
])('writes signs wide beside Chinese characters: %s', (read, meant) => {
  expect(settled(read)).toBe(meant);
});

it.each([
  ['Yes，we can：now', 'Yes,we can:now'],
  ['（see page 3）', '(see page 3)'],
  ['50％ off！', '50% off!'],
])('writes them narrow in English: %s', (read, meant) => {
  expect(settled(read)).toBe(meant);
});

it('takes a letter among digits for the digit, and leaves letters among letters alone', () => {
  expect(settled('1O5 and 2l3')).toBe('105 and 213');
  expect(settled('SHO1 Oslo lOl')).toBe('SHO1 Oslo lOl');
});
