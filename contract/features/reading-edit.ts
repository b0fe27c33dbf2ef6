import { z } from 'zod';
import { editLock } from '../detail/define-detail.ts';
import { defineEndpoint } from '../endpoint.ts';
import { problem } from '../input-problems.ts';
import type { PagePath } from '../routes.ts';
import { type ReadingPart, type ReadingSource, reading, readingLine, readingSources } from './reading.ts';
import { onResourceDetail, resourceLanguages, resourcePages } from './resource.ts';
import { draftBytes, draftEndpoints, textDraftInfo } from './text-draft.ts';

const readOnPages = [...resourcePages, '/app/handle/img'] as const;
/** Where each text is worked on: who may open one of its pages may change it in what their data scope shows. */
export const readingPages = {
  document: readOnPages,
  ocr: readOnPages,
  speech: [...resourcePages, '/app/handle/asr'],
} as const satisfies Record<ReadingSource, readonly PagePath[]>;
/** On one page of any text; which one it has to be is judged by the text. */
const change = { kind: 'page', pages: [...resourcePages, '/app/handle/img', '/app/handle/asr'] } as const;
const params = z.strictObject({ id: z.uuid(), source: z.enum(readingSources) });
const path = '/resources/{id}/readings/{source}';

const editLimits = {
  /** Of a line. */
  characters: 10_000,
  words: 5_000,
  /** Of a page, or of some minutes of speech. */
  lines: 10_000,
  speaker: 80,
  parts: 500,
} as const;

/** Rounding may lead a little beyond the edge. */
const fraction = z.number().min(-0.1).max(1.1);
const editedBox = z.tuple([fraction, fraction, fraction, fraction]);
/** As far as a day. */
const milliseconds = z.number().int().min(0).max(86_400_000);
const sure = z.number().min(0).max(1).nullable();
const inOrder = ({ startMs, endMs }: { startMs?: number | undefined; endMs?: number | undefined }) =>
  (startMs === undefined) === (endMs === undefined) && (startMs ?? 0) <= (endMs ?? 0);
const order = { message: problem('timesInPairs'), path: ['endMs'] };

const editedWord = z
  .strictObject({
    text: z.string().max(editLimits.characters),
    /** null: a person wrote it. */
    confidence: sure,
    box: editedBox.optional(),
    startMs: milliseconds.optional(),
    endMs: milliseconds.optional(),
  })
  .refine(inOrder, order);

const editedLine = z
  .strictObject({
    text: z.string().max(editLimits.characters),
    confidence: sure,
    box: editedBox.optional(),
    startMs: milliseconds.optional(),
    endMs: milliseconds.optional(),
    heading: z.number().int().min(1).max(6).optional(),
    speaker: z.string().trim().min(1).max(editLimits.speaker).optional(),
    suspects: readingLine.shape.suspects,
    words: z.array(editedWord).max(editLimits.words).optional(),
  })
  .refine(inOrder, order);

/** A part as somebody has changed it: its lines alone; its size and how it was turned stay. */
const editedPart = z.strictObject({
  number: z.int32().min(1),
  lines: z.array(editedLine).max(editLimits.lines),
});
export type EditedPart = z.output<typeof editedPart>;

export const listReadingVersions = defineEndpoint({
  id: 'reading.versions',
  method: 'GET',
  path: `${path}/versions`,
  access: onResourceDetail,
  summary: 'List the versions of one source, newest first, with any draft',
  params,
  output: z.strictObject({
    versions: z.array(reading),
    /** Told to those who may change the text. */
    draft: textDraftInfo.nullable(),
    /** Whether the person who asks may change the text: it is theirs, and nothing of it is covered for them. */
    mayEdit: z.boolean(),
  }),
});

export const saveReading = defineEndpoint({
  id: 'reading.save',
  method: 'POST',
  path: `${path}/versions`,
  access: change,
  summary: 'Save changed parts as a new version; 409 if someone else saved first',
  params,
  body: z.strictObject({
    /** The version that was changed: must be the current one. */
    baseId: z.uuid(),
    /** Of one’s own draft, whose parts are saved too and which is gone then; null: there is none. */
    draftVersion: z.int32().min(1).nullable(),
    /** Changed parts that are not in the draft, or newer than there. */
    parts: z.array(editedPart).max(editLimits.parts),
    language: z.enum(resourceLanguages).optional(),
    /** Somebody has looked at all of it. */
    checked: z.boolean().default(false),
  }),
  output: reading,
  successStatus: 201,
  bodyLimit: draftBytes,
});

export const restoreReading = defineEndpoint({
  id: 'reading.restore',
  method: 'POST',
  path: `${path}/versions/{readingId}/restore`,
  access: change,
  summary: 'Restore another version of the same file as a new version',
  params: params.extend({ readingId: z.uuid() }),
  body: z.strictObject({ baseId: z.uuid() }),
  output: reading,
  successStatus: 201,
});

export const checkReading = defineEndpoint({
  id: 'reading.check',
  method: 'PUT',
  path: `${path}/check`,
  access: change,
  summary: 'Mark the current version as checked, or undo that',
  params,
  body: z.strictObject({ readingId: z.uuid(), checked: z.boolean() }),
  output: reading,
});

const { get, put, take, discard } = draftEndpoints({
  id: 'reading',
  path,
  params,
  read: onResourceDetail,
  write: change,
  part: editedPart,
});

export { discard as discardReadingDraft, get as getReadingDraft, put as putReadingDraft, take as takeReadingDraft };

/** The edit lock of one text of a resource, as details have it. */
export const getReadingLock = defineEndpoint({
  id: 'reading.getLock',
  method: 'GET',
  path: `${path}/lock`,
  access: onResourceDetail,
  summary: 'Get who is editing the text, and since when',
  params,
  query: z.strictObject({ window: z.uuid() }),
  output: editLock.nullable(),
});

export const takeReadingLock = defineEndpoint({
  id: 'reading.takeLock',
  method: 'PUT',
  path: `${path}/lock`,
  access: change,
  summary: 'Start or continue editing; returns the lock, which may be someone else’s',
  params,
  body: z.strictObject({ window: z.uuid() }),
  output: editLock,
});

export const releaseReadingLock = defineEndpoint({
  id: 'reading.releaseLock',
  method: 'DELETE',
  path: `${path}/lock`,
  access: change,
  summary: 'Stop editing; keeps someone else’s lock',
  params,
  query: z.strictObject({ window: z.uuid() }),
  successStatus: 204,
});

/** A part as the workbench shows it, changed: what is known of the page stays. */
export function withLines(part: ReadingPart, edited: EditedPart | undefined): ReadingPart {
  return edited ? { ...part, lines: edited.lines } : part;
}
