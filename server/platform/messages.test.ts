import { endpoints } from '@lectern/contract/endpoints.ts';
import { languages } from '@lectern/contract/language.ts';
import { expect, it } from 'vitest';
import { everyList } from '../testing/every-list.ts';
import { headingsOf, wordsOf } from './messages.ts';

it.each(languages)('every column of every list has a heading in %s', (language) => {
  expect(everyList.length).toBeGreaterThan(15);
  for (const list of everyList) {
    const headings = headingsOf(list, language);
    expect(
      Object.keys(list.columns).filter((column) => !headings[column]),
      list.id,
    ).toEqual([]);
  }
});

it('covers every list that has endpoints', () => {
  const known = new Set(everyList.map(({ id }) => id));
  const exports = endpoints.filter(({ id, query }) => id.endsWith('.export') && query && 'columns' in query.shape);
  const lists = exports.map(({ id }) => id.replace('.export', ''));
  expect(lists.length).toBeGreaterThan(15);
  expect(lists.filter((id) => !known.has(id))).toEqual([]);
});

it('says one message in every language', () => {
  expect(wordsOf(({ words }) => words.save)).toEqual({ en: 'Save', zh: '保存' });
});
