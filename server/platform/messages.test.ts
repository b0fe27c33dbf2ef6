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

it('says one message in every language', () => {
  expect(wordsOf(({ words }) => words.save)).toEqual({ en: 'Save', zh: '保存' });
});
