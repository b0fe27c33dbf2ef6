import { expect, it } from 'vitest';
import { fieldWord } from './audit-field-words.ts';

it('values of activities have names in words, and those that nobody named are spelt out', () => {
  expect(fieldWord('dueAt', 'en')).toBe('Due');
  expect(fieldWord('dueAt', 'zh')).toBe('截止时间');
  expect(fieldWord('shelfMarkIds', 'en')).toBe('Shelf mark');
  expect(fieldWord('constructor', 'en')).toBe('Constructor');
});
