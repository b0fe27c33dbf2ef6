import { resourceList } from '@lectern/contract/features/resource.ts';
import {
  licenceWords,
  resourceKindWords,
  resourceStateWords,
  visibilityWords,
} from '@lectern/contract/features/resource-words.ts';
import { userList } from '@lectern/contract/features/user.ts';
import { type Language, languages, type Words } from '@lectern/contract/language.ts';
import type { ColumnDeclaration } from '@lectern/contract/list/define-list.ts';
import { expect, it } from 'vitest';
import { chinese, english } from '../testing/all-texts.ts';

const shown = { en: english, zh: chinese };
const headingsOf = (columns: Record<string, ColumnDeclaration>, language: Language) =>
  Object.fromEntries(Object.entries(columns).map(([id, { heading }]) => [id, heading[language]]));
const wordsIn = (words: Record<string, Words>, language: Language) =>
  Object.fromEntries(Object.entries(words).map(([id, word]) => [id, word[language]]));

it.each(languages)('the screen (%s) and the exported file have the same headings', (language) => {
  expect(headingsOf(userList.columns, language)).toEqual(shown[language].user.columns);
  expect(headingsOf(resourceList.columns, language)).toEqual(shown[language].resourceList.columns);
});

it.each(languages)('the screen (%s) and the exported file call states and kinds the same', (language) => {
  const { resource } = shown[language];
  expect(wordsIn(resourceKindWords, language)).toEqual(resource.kinds);
  expect(wordsIn(resourceStateWords, language)).toEqual(resource.states);
  expect(wordsIn(licenceWords, language)).toEqual(resource.licences);
  expect(wordsIn(visibilityWords, language)).toEqual(resource.visibilities);
});
