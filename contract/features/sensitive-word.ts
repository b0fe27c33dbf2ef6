import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { defineList, listEndpoints } from '../list/define-list.ts';
import { resourceLanguages } from './resource.ts';
import { resourceKinds } from './resource-state.ts';
import { scanSources, severities } from './scan.ts';

const page = '/app/sensitive/word' as const;
/** Words are shared across the university, so only people with the editor ability may see them. */
const manage = { kind: 'page', pages: [page], ability: 'editor' } as const;

export const wordLimits = {
  characters: 200,
  words: 200_000,
  exceptions: 50,
  note: 500,
  packs: 200,
  /** Per text in the test panel. */
  testCharacters: 100_000,
} as const;

/** `exact`: whole words. `contains`: anywhere. `wildcard`: `*` matches any letters, `?` one letter. */
export const wordModes = ['exact', 'contains', 'wildcard'] as const;
export type WordMode = (typeof wordModes)[number];

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;

/** Default for a new word; text in scripts without spaces has no whole words to match. */
export function defaultWordMode(text: string): WordMode {
  const rest = text.replace(unspaced, '');
  return rest.length < text.length && !/[\p{L}\p{N}]/u.test(rest) ? 'contains' : 'exact';
}

export const wordCategories = [
  'abuse',
  'violence',
  'sexual',
  'drugs',
  'gambling',
  'fraud',
  'privacy',
  'advertising',
  'politics',
  'other',
] as const;
export type WordCategory = (typeof wordCategories)[number];

/** With fewer decisions than `decided`, precision means little; below the share `below`, a word is noisy. */
export const noisyFrom = { decided: 5, below: 0.5 } as const;

const named = z.strictObject({ id: z.uuid(), name: z.string() });
const word = z.string().trim().min(1).max(wordLimits.characters);

export const sensitiveWordFields = {
  text: word,
  mode: z.enum(wordModes),
  /** Match disguised spellings, too. */
  variants: z.boolean(),
  /** null for all languages. */
  language: z.enum(resourceLanguages).nullable(),
  category: z.enum(wordCategories),
  severity: z.enum(severities),
  /** Limits the search to these sources and resource kinds; empty for all. */
  sources: z.array(z.enum(scanSources)).max(scanSources.length),
  kinds: z.array(z.enum(resourceKinds)).max(resourceKinds.length),
  /** Phrases containing the word that don't count as matches. */
  exceptions: z.array(word).max(wordLimits.exceptions),
  /** Likely false matches of this word are dismissed. */
  ignoreLikelyFalse: z.boolean(),
  note: z.string().trim().max(wordLimits.note),
  packId: z.uuid().nullable(),
  enabled: z.boolean(),
};

export const newSensitiveWord = z
  .strictObject({
    text: sensitiveWordFields.text,
    mode: sensitiveWordFields.mode.optional(),
    variants: sensitiveWordFields.variants.default(true),
    language: sensitiveWordFields.language.default(null),
    category: sensitiveWordFields.category.default('other'),
    severity: sensitiveWordFields.severity.default('review'),
    sources: sensitiveWordFields.sources.default([]),
    kinds: sensitiveWordFields.kinds.default([]),
    exceptions: sensitiveWordFields.exceptions.default([]),
    ignoreLikelyFalse: sensitiveWordFields.ignoreLikelyFalse.default(false),
    note: sensitiveWordFields.note.default(''),
    packId: sensitiveWordFields.packId.default(null),
    enabled: sensitiveWordFields.enabled.default(true),
  })
  .transform((word) => ({ ...word, mode: word.mode ?? defaultWordMode(word.text) }));
export type NewSensitiveWord = z.output<typeof newSensitiveWord>;
export const sensitiveWordChanges = z.strictObject(sensitiveWordFields).partial();

const { packId: _, ...shownFields } = sensitiveWordFields;
export const sensitiveWordRow = z.strictObject({
  id: z.uuid(),
  ...shownFields,
  pack: named.extend({ enabled: z.boolean() }).nullable(),
  /** Both the word and its pack are enabled. */
  active: z.boolean(),
  /** Matches in the last 30 days. */
  hits: z.number().int(),
  /** `decided`: matches with a decision. `confirmed`: those where the word was meant. */
  decided: z.number().int(),
  confirmed: z.number().int(),
  /** `confirmed` divided by `decided`, 0 to 1; null without decisions. */
  precision: z.number().nullable(),
  createdBy: named.nullable(),
  updatedBy: named.nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int32(),
});
export type SensitiveWordRow = z.output<typeof sensitiveWordRow>;

export const sensitiveWordList = defineList({
  id: 'sensitiveWord',
  texts: 'sensitiveWord',
  page,
  ability: 'editor',
  path: '/sensitive/words',
  row: sensitiveWordRow,
  columns: {
    text: { sort: 'text', always: true },
    mode: {},
    variants: { optional: true },
    language: {},
    category: {},
    severity: {},
    scope: {},
    exceptions: {},
    pack: {},
    hits: { sort: 'hits', align: 'end' },
    precision: { sort: 'precision', align: 'end' },
    state: {},
    note: { optional: true },
    updatedBy: { optional: true },
    updated: { sort: 'updated' },
  },
  filters: {
    text: { kind: 'text' },
    mode: { kind: 'many', values: wordModes },
    variants: { kind: 'yesNo' },
    language: { kind: 'many', values: resourceLanguages },
    category: { kind: 'many', values: wordCategories },
    severity: { kind: 'many', values: severities },
    source: { kind: 'many', values: scanSources },
    kind: { kind: 'many', values: resourceKinds },
    /** Matches the name of the pack. */
    pack: { kind: 'text' },
    active: { kind: 'yesNo' },
    hasExceptions: { kind: 'yesNo' },
    hits: { kind: 'range' },
    neverHit: { kind: 'yesNo' },
    /** As a percentage. */
    precision: { kind: 'range' },
    /** Most of its matches were decided to be harmless. */
    noisy: { kind: 'yesNo' },
    updatedBy: { kind: 'person' },
    updated: { kind: 'date' },
  },
  sorts: ['text', 'hits', 'precision', 'updated'],
  defaultSort: '-updated',
  tabs: ['all', 'block', 'review', 'notice', 'disabled'],
});

export const { list: listSensitiveWords, export: exportSensitiveWords } = listEndpoints(sensitiveWordList);

export const getSensitiveWord = defineEndpoint({
  id: 'sensitiveWord.get',
  method: 'GET',
  path: '/sensitive/words/{id}',
  access: { kind: 'page', pages: [page, '/app/sensitive/resource'], ability: 'editor' },
  summary: 'Get a word',
  params: idParams,
  output: sensitiveWordRow,
});

export const createSensitiveWord = defineEndpoint({
  id: 'sensitiveWord.create',
  method: 'POST',
  path: '/sensitive/words',
  access: manage,
  summary: 'Add a word; affected texts are re-scanned in the background',
  body: newSensitiveWord,
  output: sensitiveWordRow,
  successStatus: 201,
});

export const updateSensitiveWord = defineEndpoint({
  id: 'sensitiveWord.update',
  method: 'PATCH',
  path: '/sensitive/words/{id}',
  access: manage,
  summary: 'Change, enable or disable a word; 409 if someone else changed it',
  params: idParams,
  body: sensitiveWordChanges.extend({ version: z.int32() }),
  output: sensitiveWordRow,
});

/** Inputs of the `sensitiveWord` list actions; all can be undone. */
export const sensitiveWordActionInputs = {
  enable: z.strictObject({}),
  disable: z.strictObject({}),
  setCategory: z.strictObject({ category: sensitiveWordFields.category }),
  setSeverity: z.strictObject({ severity: sensitiveWordFields.severity }),
  setPack: z.strictObject({ packId: sensitiveWordFields.packId }),
  delete: z.strictObject({}),
} as const;
export type SensitiveWordAction = keyof typeof sensitiveWordActionInputs;
