import type { Severity } from '@lectern/contract/features/scan.ts';
import {
  type NewSensitiveWord,
  newSensitiveWord,
  type SensitiveWordRow,
  type sensitiveWordChanges,
  type WordCategory,
  type WordMode,
  wordLimits,
} from '@lectern/contract/features/sensitive-word.ts';
import type { z } from 'zod';
import { fieldErrorsOf } from '../../components/field.tsx';
import { currentLanguageNames } from '../../components/resource/list/current-language-names.ts';
import type { ApiError } from '../../lib/api-error.ts';
import { joinNames } from '../../lib/i18n/punctuation.ts';
import { fillText, type Texts } from '../../lib/i18n/use-texts.ts';

/**
 * Form values; an empty choice is an empty string and lists are serialized, so that edits can be detected by
 * comparison.
 */
export type WordValues = {
  text: string;
  mode: WordMode;
  variants: boolean;
  language: string;
  category: WordCategory;
  severity: Severity;
  sources: string;
  kinds: string;
  exceptions: string;
  ignoreLikelyFalse: boolean;
  note: string;
  packId: string;
  enabled: boolean;
};

export function printList(entries: readonly string[]): string {
  return JSON.stringify(entries);
}

export function readList<Entry extends string = string>(text: string): Entry[] {
  return JSON.parse(text) as Entry[];
}

export function valuesOf(word: Omit<NewSensitiveWord, 'packId'> & Pick<SensitiveWordRow, 'pack'>): WordValues {
  return {
    text: word.text,
    mode: word.mode,
    variants: word.variants,
    language: word.language ?? '',
    category: word.category,
    severity: word.severity,
    sources: printList(word.sources),
    kinds: printList(word.kinds),
    exceptions: printList(word.exceptions),
    ignoreLikelyFalse: word.ignoreLikelyFalse,
    note: word.note,
    packId: word.pack?.id ?? '',
    enabled: word.enabled,
  };
}

/** Initial values for a new word. */
export const noWord: WordValues = valuesOf({ ...newSensitiveWord.parse({ text: 'x' }), text: '', pack: null });

/** Converts form values to the API's format. */
export function wordOf(values: WordValues): NewSensitiveWord {
  return {
    ...values,
    text: values.text.trim(),
    language: (values.language || null) as NewSensitiveWord['language'],
    sources: readList(values.sources),
    kinds: readList(values.kinds),
    exceptions: readList(values.exceptions),
    note: values.note.trim(),
    packId: values.packId || null,
  };
}

type WordChanges = z.output<typeof sensitiveWordChanges>;

export function changesOf(values: WordValues, changed: readonly (keyof WordValues)[]): WordChanges {
  const word = wordOf(values);
  return Object.fromEntries(changed.map((name) => [name, word[name]]));
}

/** Fields that don't affect matches. */
const harmless: readonly (keyof WordValues)[] = ['note', 'category'];

export function canChangeHits(changed: readonly (keyof WordValues)[]): boolean {
  return changed.some((name) => !harmless.includes(name));
}

export type WordProblems = Partial<Record<keyof WordValues, string>>;

/** Problems the contract would report, by field, in the user's language. */
export function problemsOf(values: WordValues, { words }: Texts): WordProblems {
  const parsed = newSensitiveWord.safeParse(wordOf(values));
  if (parsed.success) return {};
  const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]));
  const tooLong = (count: number) => fillText(words.tooLong, { count });
  return {
    ...(wrong.has('text') && { text: values.text.trim() ? tooLong(wordLimits.characters) : words.required }),
    ...(wrong.has('exceptions') && { exceptions: tooLong(wordLimits.characters) }),
    ...(wrong.has('note') && { note: tooLong(wordLimits.note) }),
  };
}

const fieldOfCode: Partial<Record<string, keyof WordValues>> = {
  wordRefused: 'text',
  wordExists: 'text',
  exceptionRefused: 'exceptions',
};

/** Server errors by field. */
export function refusedFields(error: ApiError): WordProblems {
  const field = fieldOfCode[error.code ?? ''];
  return field ? { [field]: error.message } : fieldErrorsOf(error);
}

/** Display names of a word's options, by filter. */
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

/** The scope of a word in short form. */
export function scopeWords({ sources, kinds }: Pick<SensitiveWordRow, 'sources' | 'kinds'>, texts: Texts): string {
  const { scan, resource, sensitiveWord } = texts;
  const parts = [...sources.map((source) => scan.sources[source]), ...kinds.map((kind) => resource.kinds[kind])];
  return parts.length === 0 ? sensitiveWord.everywhere : joinNames(parts);
}

/** Select options in the order of the contract. */
export function optionsOf<Value extends string>(names: Record<Value, string>): { value: Value; label: string }[] {
  return (Object.keys(names) as Value[]).map((value) => ({ value, label: names[value] }));
}
