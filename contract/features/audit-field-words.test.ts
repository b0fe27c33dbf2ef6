import { expect, it } from 'vitest';
import { endpoints } from '../endpoints.ts';
import { fieldWord } from './audit-field-words.ts';

it('names fields in the reader’s language, and spells out the rest', () => {
  expect(fieldWord('dueAt', 'en')).toBe('Due');
  expect(fieldWord('dueAt', 'zh')).toBe('截止时间');
  expect(fieldWord('default_licence', 'en')).toBe('Default licence');
  expect(fieldWord('shelfMarkIds', 'en')).toBe('Shelf mark');
  expect(fieldWord('constructor', 'en')).toBe('Constructor');
});

/** Sent with a change, but never part of what an activity entry shows. */
const neverShown = new Set(['window', 'baseId', 'draftVersion', 'parts', 'settings', 'ids', 'digest']);

it('has a Chinese name for every field that people can edit', () => {
  const edited = endpoints
    .filter(({ method }) => method === 'PATCH' || method === 'PUT')
    .flatMap(({ body }) => (body && 'shape' in body ? Object.keys(body.shape as object) : []));
  expect(edited.length).toBeGreaterThan(100);
  const unnamed = edited.filter(
    (field) => !neverShown.has(field) && !/\p{Script=Han}|URL/u.test(fieldWord(field, 'zh')),
  );
  expect([...new Set(unnamed)]).toEqual([]);
});
