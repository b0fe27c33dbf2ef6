import { resourceKindWords } from '@lectern/contract/features/resource-words.ts';
import { scanSourceWords, severityWords } from '@lectern/contract/features/scan-words.ts';
import type { SensitiveWordRow } from '@lectern/contract/features/sensitive-word.ts';
import { wordCategoryWords, wordModeWords } from '@lectern/contract/features/sensitive-word-words.ts';
import type { Language } from '@lectern/contract/language.ts';
import { currentLanguageNames } from '../../components/resource/list/current-language-names.ts';
import { inLanguage } from '../../lib/i18n/in-language.ts';
import { dictionary } from '../../lib/i18n/language.ts';
import type { Texts } from '../../lib/i18n/use-texts.ts';

function namesNow() {
  return {
    mode: inLanguage(wordModeWords),
    category: inLanguage(wordCategoryWords),
    severity: inLanguage(severityWords),
    source: inLanguage(scanSourceWords),
    kind: inLanguage(resourceKindWords),
    language: currentLanguageNames(),
  };
}
const known = new Map<Language, ReturnType<typeof namesNow>>();

/** What the choices of a word are called in the language on screen; made once, because cells ask for them. */
export function wordNames(): ReturnType<typeof namesNow> {
  const { language } = dictionary.get();
  const names = known.get(language) ?? namesNow();
  known.set(language, names);
  return names;
}

/** Where a word is looked for, in a few words. */
export function scopeWords({ sources, kinds }: Pick<SensitiveWordRow, 'sources' | 'kinds'>, texts: Texts): string {
  const names = wordNames();
  const parts = [...sources.map((source) => names.source[source]), ...kinds.map((kind) => names.kind[kind])];
  return parts.length === 0 ? texts.sensitiveWord.everywhere : parts.join(', ');
}

/** Options of a choice, in the order of the contract. */
export function optionsOf<Value extends string>(names: Record<Value, string>): { value: Value; label: string }[] {
  return (Object.keys(names) as Value[]).map((value) => ({ value, label: names[value] }));
}
