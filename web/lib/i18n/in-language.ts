import type { Words } from '@lectern/contract/language.ts';
import { dictionary } from './language.ts';

/** Words of the contract in the language on screen. */
export function inLanguage<Id extends string>(words: Record<Id, Words>): Record<Id, string> {
  const { language } = dictionary.get();
  const entries = Object.entries<Words>(words).map(([id, word]) => [id, word[language]]);
  return Object.fromEntries(entries) as Record<Id, string>;
}
