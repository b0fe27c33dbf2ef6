import type { Words } from '@lectern/contract/language.ts';
import type { ColumnDeclaration } from '@lectern/contract/list/define-list.ts';
import { dictionary } from './language.ts';

/** Words of the contract in the language on screen. */
export function inLanguage<Id extends string>(words: Record<Id, Words>): Record<Id, string> {
  const { language } = dictionary.get();
  const entries = Object.entries<Words>(words).map(([id, word]) => [id, word[language]]);
  return Object.fromEntries(entries) as Record<Id, string>;
}

/** The headings of a list as its declaration has them, in the language on screen. */
export function currentHeadings(columns: Record<string, ColumnDeclaration>): Record<string, string> {
  return inLanguage(Object.fromEntries(Object.entries(columns).map(([id, { heading }]) => [id, heading])));
}
