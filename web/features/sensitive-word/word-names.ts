import type { SensitiveWordRow } from '@lectern/contract/features/sensitive-word.ts';
import { currentLanguageNames } from '../../components/resource/list/current-language-names.ts';
import { joinNames } from '../../lib/i18n/punctuation.ts';
import type { Texts } from '../../lib/i18n/use-texts.ts';

/** What the choices of a word are called, by filter. */
export function wordNames({ sensitiveWord, scan, resource }: Texts) {
  return {
    mode: sensitiveWord.modes,
    category: scan.categories,
    severity: scan.severities,
    source: scan.sources,
    kind: resource.kinds,
    language: currentLanguageNames(),
  };
}

/** The scope of a word in a few words. */
export function scopeWords({ sources, kinds }: Pick<SensitiveWordRow, 'sources' | 'kinds'>, texts: Texts): string {
  const { scan, resource, sensitiveWord } = texts;
  const parts = [...sources.map((source) => scan.sources[source]), ...kinds.map((kind) => resource.kinds[kind])];
  return parts.length === 0 ? sensitiveWord.everywhere : joinNames(parts);
}

/** Options of a choice, in the order of the contract. */
export function optionsOf<Value extends string>(names: Record<Value, string>): { value: Value; label: string }[] {
  return (Object.keys(names) as Value[]).map((value) => ({ value, label: names[value] }));
}
