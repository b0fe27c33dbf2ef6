import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { boundedCount, defineList, listEndpoints } from '../list/define-list.ts';
import { box } from './passage.ts';
import { resourceLanguages } from './resource.ts';
import { resourceKinds } from './resource-state.ts';

const page = '/app/handle/asr' as const;
const alsoOn = ['/app/handle/img', '/app/handle/subtitle'] as const;
/** Where texts are worked on that the glossary corrects. */
export const glossaryPages = [page, ...alsoOn] as const;
/** Terms are everybody's: they change what the machine writes for all. */
const manage = { kind: 'page', pages: glossaryPages, ability: 'editor' } as const;

export const glossaryLimits = { characters: 200, terms: 20_000, note: 500, occurrences: 100 } as const;

const named = z.strictObject({ id: z.uuid(), name: z.string() });
const phrase = z.string().trim().min(1).max(glossaryLimits.characters);

const glossaryFields = {
  /** As the machine writes it; letters of either size. */
  wrong: phrase,
  right: phrase,
  /** null: in texts of every language. */
  language: z.enum(resourceLanguages).nullable(),
  /** Not within longer words; scripts that write no spaces have no words to stand in. */
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

/** Actions of the list `glossary`, each with Undo. */
export const glossaryActionInputs = {
  enable: z.strictObject({}),
  disable: z.strictObject({}),
  delete: z.strictObject({}),
} as const;
export type GlossaryAction = keyof typeof glossaryActionInputs;

/** A term as it is looked for in texts that are there already; it need not be one that is kept. */
const glossaryRule = z.strictObject({
  wrong: glossaryFields.wrong,
  right: glossaryFields.right,
  language: glossaryFields.language.default(null),
  wholeWord: glossaryFields.wholeWord.default(true),
});
export type GlossaryRule = z.output<typeof glossaryRule>;

/** What a term is replaced in: text read from pictures and pages, transcripts, and tracks of subtitles. */
export const replaceSources = ['ocr', 'speech', 'subtitle'] as const;
export type ReplaceSource = (typeof replaceSources)[number];

/** One place where a term would be replaced. */
const glossaryOccurrence = z.strictObject({
  /** The version of the text, which an operation is started with, and which occurrence in it, from 0. */
  textId: z.uuid(),
  ordinal: z.number().int(),
  source: z.enum(replaceSources),
  resource: z.strictObject({ id: z.uuid(), title: z.string(), kind: z.enum(resourceKinds) }),
  /** Of the text. */
  language: z.string().nullable(),
  /** Of subtitles: players show the change at once. */
  published: z.boolean(),
  /** Where it stands: the page and the box on it, the time, the number of the cue. */
  page: z.number().int().nullable(),
  box: box.nullable(),
  startMs: z.number().int().nullable(),
  cue: z.number().int().nullable(),
  /** Around it, what stands there now, and what would stand there. */
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
    /** Where the page before ended. */
    cursor: z.string().max(200).optional(),
  }),
  output: z.strictObject({
    occurrences: z.array(glossaryOccurrence),
    /** Texts with it in all; not exact: at least this many. */
    texts: boundedCount,
    next: z.string().nullable(),
  }),
  rateLimit: { calls: 120, windowMs: 60_000 },
});

/**
 * The action `applyGlossary` of the list `glossary`, with Undo: its selection are the `textId`s of occurrences. Only the
 * versions that were previewed are changed; a text that has another one by now is skipped and says so.
 */
export const applyGlossaryInput = z.strictObject({
  rule: glossaryRule,
  /** Occurrences that stay as they are. */
  leaveOut: z
    .array(z.strictObject({ textId: z.uuid(), ordinals: z.array(z.number().int().min(0)).max(5000) }))
    .max(1000),
});
export type ApplyGlossaryInput = z.output<typeof applyGlossaryInput>;
