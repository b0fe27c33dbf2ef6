import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { boundedCount, defineList, listEndpoints } from '../list/define-list.ts';
import { box } from './passage.ts';
import { resourceLanguages } from './resource.ts';
import { resourceKinds } from './resource-state.ts';

const page = '/app/handle/asr' as const;
const alsoOn = ['/app/handle/img', '/app/handle/subtitle'] as const;
/** Pages for working on texts that the glossary corrects. */
export const glossaryPages = [page, ...alsoOn] as const;
/** Terms are shared: they affect recognised text for everyone. */
const manage = { kind: 'page', pages: glossaryPages, ability: 'editor' } as const;

export const glossaryLimits = { characters: 200, terms: 20_000, note: 500, occurrences: 100 } as const;

const named = z.strictObject({ id: z.uuid(), name: z.string() });
const phrase = z.string().trim().min(1).max(glossaryLimits.characters);

const glossaryFields = {
  /** What the engine writes; matched case-insensitively. */
  wrong: phrase,
  right: phrase,
  /** null for all languages. */
  language: z.enum(resourceLanguages).nullable(),
  /** Don't match inside longer words. Has no effect in scripts without spaces. */
  wholeWord: z.boolean(),
  enabled: z.boolean(),
  note: z.string().trim().max(glossaryLimits.note),
};

const newGlossaryTerm = z.strictObject({
  wrong: glossaryFields.wrong,
  right: glossaryFields.right,
  language: glossaryFields.language.default(null),
  wholeWord: glossaryFields.wholeWord.default(true),
  enabled: glossaryFields.enabled.default(true),
  note: glossaryFields.note.default(''),
});
export type NewGlossaryTerm = z.output<typeof newGlossaryTerm>;

const glossaryTerm = z.strictObject({
  id: z.uuid(),
  ...glossaryFields,
  createdBy: named.nullable(),
  updatedBy: named.nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int32(),
});
export type GlossaryTerm = z.output<typeof glossaryTerm>;

export const glossaryList = defineList({
  id: 'glossary',
  texts: 'textWork',
  page,
  alsoOn,
  path: '/glossary',
  row: glossaryTerm,
  columns: {
    wrong: { sort: 'wrong', always: true },
    right: { always: true },
    language: {},
    wholeWord: {},
    state: {},
    note: {},
    updatedBy: { optional: true },
    updated: { sort: 'updated' },
  },
  filters: {
    wrong: { kind: 'text' },
    right: { kind: 'text' },
    language: { kind: 'many', values: resourceLanguages },
    wholeWord: { kind: 'yesNo' },
    enabled: { kind: 'yesNo' },
    updated: { kind: 'date' },
  },
  sorts: ['wrong', 'updated'],
  defaultSort: '-updated',
  tabs: ['all', 'enabled', 'disabled'],
});
export const { list: listGlossary, export: exportGlossary } = listEndpoints(glossaryList);

export const createGlossaryTerm = defineEndpoint({
  id: 'glossary.create',
  method: 'POST',
  path: '/glossary',
  access: manage,
  summary: 'Create a glossary term',
  body: newGlossaryTerm,
  output: glossaryTerm,
  successStatus: 201,
});

export const updateGlossaryTerm = defineEndpoint({
  id: 'glossary.update',
  method: 'PATCH',
  path: '/glossary/{id}',
  access: manage,
  summary: 'Change a term; 409 if someone else changed it',
  params: idParams,
  body: z.strictObject(glossaryFields).partial().extend({ version: z.int32() }),
  output: glossaryTerm,
});

/** Inputs of the `glossary` list actions; all can be undone. */
export const glossaryActionInputs = {
  enable: z.strictObject({}),
  disable: z.strictObject({}),
  delete: z.strictObject({}),
} as const;
export type GlossaryAction = keyof typeof glossaryActionInputs;

/** A term to find in existing texts; it doesn't have to be saved. */
const glossaryRule = z.strictObject({
  wrong: glossaryFields.wrong,
  right: glossaryFields.right,
  language: glossaryFields.language.default(null),
  wholeWord: glossaryFields.wholeWord.default(true),
});
export type GlossaryRule = z.output<typeof glossaryRule>;

/** Texts in which a term can be replaced: OCR, transcripts and subtitle tracks. */
export const replaceSources = ['ocr', 'speech', 'subtitle'] as const;
export type ReplaceSource = (typeof replaceSources)[number];

/** One place where a term would be replaced. */
const glossaryOccurrence = z.strictObject({
  /** `textId` is the text version an operation selects; `ordinal` counts occurrences within it from 0. */
  textId: z.uuid(),
  ordinal: z.number().int(),
  source: z.enum(replaceSources),
  resource: z.strictObject({ id: z.uuid(), title: z.string(), kind: z.enum(resourceKinds) }),
  language: z.string().nullable(),
  /** For subtitles: players show the change immediately. */
  published: z.boolean(),
  /** Location: page and box, start time, or cue number. */
  page: z.number().int().nullable(),
  box: box.nullable(),
  startMs: z.number().int().nullable(),
  cue: z.number().int().nullable(),
  /** `found` is the current text, `right` its replacement; `before` and `after` are the surrounding text. */
  before: z.string(),
  found: z.string(),
  after: z.string(),
  right: z.string(),
});
export type GlossaryOccurrence = z.output<typeof glossaryOccurrence>;

export const previewGlossary = defineEndpoint({
  id: 'glossary.preview',
  method: 'POST',
  path: '/glossary/preview',
  access: { kind: 'page', pages: glossaryPages },
  summary: 'Find a term in the texts you can edit, page by page',
  body: z.strictObject({
    rule: glossaryRule,
    /** Where the previous page ended. */
    cursor: z.string().max(200).optional(),
  }),
  output: z.strictObject({
    occurrences: z.array(glossaryOccurrence),
    /** Total number of texts with the term; a lower bound if not exact. */
    texts: boundedCount,
    next: z.string().nullable(),
  }),
  rateLimit: { calls: 120, windowMs: 60_000 },
});

/**
 * Input of the `applyGlossary` action of the `glossary` list, selected by `textId`; can be undone. Only previewed
 * versions are changed: texts with a newer version are skipped and reported.
 */
export const applyGlossaryInput = z.strictObject({
  rule: glossaryRule,
  /** Occurrences to leave unchanged. */
  leaveOut: z
    .array(z.strictObject({ textId: z.uuid(), ordinals: z.array(z.number().int().min(0)).max(5000) }))
    .max(1000),
});
export type ApplyGlossaryInput = z.output<typeof applyGlossaryInput>;
