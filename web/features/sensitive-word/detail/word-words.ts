import type { SensitiveWordRow } from '@lectern/contract/features/sensitive-word.ts';
import { type FieldWords, namedField, plainValue } from '../../../components/detail/field-words.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { usePacks } from '../use-packs.ts';
import { wordNames } from '../word-names.ts';
import { readList, type WordValues } from '../word-values.ts';

const lists: readonly string[] = ['sources', 'kinds', 'exceptions'] satisfies (keyof WordValues)[];

/** The fields of a word as activities call them. */
export function currentFields({ pack, ...word }: SensitiveWordRow): Record<string, unknown> {
  return { ...word, packId: pack?.id ?? null };
}

/** A value of the form as it is stored. */
export function valueInList(name: keyof WordValues, value: unknown): unknown {
  return lists.includes(name) ? readList(String(value)) : value;
}

/** Names for what activities hold: codes and ids become what they are called. */
export function useWordWords(): FieldWords {
  const { sensitiveWord, words } = useTexts();
  const packs = usePacks().data;
  const names = wordNames();
  const { importFields, detail } = sensitiveWord;
  const fields: Record<string, string> = { ...importFields, packId: importFields.pack };
  const choices: Record<string, Record<string, string>> = {
    mode: names.mode,
    category: names.category,
    severity: names.severity,
    language: names.language,
    sources: names.source,
    kinds: names.kind,
    packId: Object.fromEntries((packs ?? []).map(({ id, name }) => [id, name])),
  };
  const empty: Record<string, string> = {
    language: sensitiveWord.everyLanguage,
    sources: sensitiveWord.everywhere,
    kinds: sensitiveWord.everywhere,
    packId: sensitiveWord.noPack,
  };
  return {
    field: (field) => namedField(fields, field),
    value(field, value) {
      if (typeof value === 'boolean') return value ? detail.yes : detail.no;
      const named = (one: unknown) => choices[field]?.[String(one)] ?? String(one);
      if (Array.isArray(value)) return value.length > 0 ? value.map(named).join(', ') : (empty[field] ?? words.none);
      if (value === null || value === '') return empty[field] ?? words.none;
      return value === undefined ? words.none : choices[field] ? named(value) : plainValue(value, words.none);
    },
    action: (action) => detail.deeds[action] ?? action,
  };
}
