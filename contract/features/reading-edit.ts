import { z } from 'zod';
import { editLock } from '../detail/define-detail.ts';
import { defineEndpoint } from '../endpoint.ts';
import { problem } from '../input-problems.ts';
import type { PagePath } from '../routes.ts';
import { type ReadingPart, type ReadingSource, reading, readingLine, readingSources } from './reading.ts';
import { onResourceDetail, resourceLanguages, resourcePages } from './resource.ts';
import { draftBytes, draftEndpoints, textDraftInfo } from './text-draft.ts';

const readOnPages = [...resourcePages, '/app/handle/img'] as const;
/** Pages where each text is edited; anyone who may open one of them may edit the text within their data scope. */
export const readingPages = {
  document: readOnPages,
  ocr: readOnPages,
  speech: [...resourcePages, '/app/handle/asr'],
} as const satisfies Record<ReadingSource, readonly PagePath[]>;
/** Access for the endpoint, which serves all texts; the page for the specific text is checked by the handler. */
const change = { kind: 'page', pages: [...resourcePages, '/app/handle/img', '/app/handle/asr'] } as const;
const params = z.strictObject({ id: z.uuid(), source: z.enum(readingSources) });
const path = '/resources/{id}/readings/{source}';

const editLimits = {
  /** Per line or word. */
  characters: 10_000,
  words: 5_000,
  /** Per part: a page, or some minutes of speech. */
  lines: 10_000,
  speaker: 80,
  parts: 500,
} as const;

/** Rounding may go slightly past the edge. */
const fraction = z.number().min(-0.1).max(1.1);
const editedBox = z.tuple([fraction, fraction, fraction, fraction]);
/** Up to 24 hours. */
const milliseconds = z.number().int().min(0).max(86_400_000);
const sure = z.number().min(0).max(1).nullable();
const inOrder = ({ startMs, endMs }: { startMs?: number | undefined; endMs?: number | undefined }) =>
  (startMs === undefined) === (endMs === undefined) && (startMs ?? 0) <= (endMs ?? 0);
const order = { message: problem('timesInPairs'), path: ['endMs'] };

const editedWord = z
  .strictObject({
    text: z.string().max(editLimits.characters),
    /** 0 to 1; null if a person wrote it. */
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

/** The edited lines of a part; its size and rotation don't change. */
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
    /** null for people who may not edit the text. */
    draft: textDraftInfo.nullable(),
    /** Whether the caller may edit the text: they have permission, and nothing in it is masked for them. */
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
    /** The version that was edited; must still be the current one. */
    baseId: z.uuid(),
    /** Version of the caller's own draft, whose parts are saved too before it is deleted; null without a draft. */
    draftVersion: z.int32().min(1).nullable(),
    /** Changed parts that aren't in the draft or are newer. */
    parts: z.array(editedPart).max(editLimits.parts),
    language: z.enum(resourceLanguages).optional(),
    /** Someone has checked the whole text. */
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

/** The edit lock for one text of a resource, like the lock of detail pages. */
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

/** The part with its edited lines; page size and rotation stay. */
export function withLines(part: ReadingPart, edited: EditedPart | undefined): ReadingPart {
  return edited ? { ...part, lines: edited.lines } : part;
}
