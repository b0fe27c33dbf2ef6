import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { integerInAddress } from '../integer.ts';
import { box } from './passage.ts';
import { onResourceDetail } from './resource.ts';

/** Where a text comes from: the file's own text, OCR or a transcript. */
export const readingSources = ['document', 'ocr', 'speech'] as const;
export type ReadingSource = (typeof readingSources)[number];
const readingOrigins = ['machine', 'edited', 'imported'] as const;

/** Words below this confidence need checking. Engines calibrate their confidence to this scale. */
export const doubtfulBelow = 0.7;
/** Texts below this overall confidence need checking. */
export const sureFrom = 0.9;

const readingWord = z.strictObject({
  text: z.string(),
  confidence: z.number().nullable(),
  box: box.optional(),
  startMs: z.number().int().optional(),
  endMs: z.number().int().optional(),
});

/** A line of a page or a segment of speech. */
export const readingLine = z.strictObject({
  text: z.string(),
  confidence: z.number().nullable(),
  box: box.optional(),
  startMs: z.number().int().optional(),
  endMs: z.number().int().optional(),
  /** Level 1 to 6, if the document declares it. */
  heading: z.number().int().optional(),
  speaker: z.string().optional(),
  /** Signs that the engine made the segment up. */
  suspects: z.array(z.enum(['textOnSilence', 'repeatedLoop', 'tooFast'])).optional(),
  words: z.array(readingWord).optional(),
});
export type ReadingLine = z.output<typeof readingLine>;

/** One page or image; for speech, about ten minutes. */
const readingPart = z.strictObject({
  /** Starts at 1. */
  number: z.number().int(),
  /** Of a page: the size that boxes are fractions of, and the rotation applied before recognition. */
  width: z.number().nullable(),
  height: z.number().nullable(),
  rotation: z.number().int().nullable(),
  lines: z.array(readingLine),
});
export type ReadingPart = z.output<typeof readingPart>;

export const reading = z.strictObject({
  id: z.uuid(),
  source: z.enum(readingSources),
  /** Incremented by each result and edit; everyone sees the current one. */
  number: z.number().int(),
  origin: z.enum(readingOrigins),
  current: z.boolean(),
  /** It was made from a file that isn't the current version. */
  stale: z.boolean(),
  versionNumber: z.number().int(),
  engine: z.string().nullable(),
  options: z.record(z.string(), z.unknown()),
  language: z.string().nullable(),
  confidence: z.number().nullable(),
  /** Number of words below the confidence threshold. */
  doubtful: z.number().int(),
  characters: z.number().int(),
  parts: z.number().int(),
  /**
   * Its language may be wrong: search, subtitles, summaries and the portal leave it out until someone has checked it.
   */
  withheld: z.boolean(),
  checkedAt: z.iso.datetime().nullable(),
  checkedBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  createdBy: z.string().nullable(),
});
export type Reading = z.output<typeof reading>;

export const listReadings = defineEndpoint({
  id: 'reading.list',
  method: 'GET',
  path: '/resources/{id}/readings',
  access: onResourceDetail,
  summary: 'List all texts read from a resource, current ones first',
  params: idParams,
  output: z.array(reading),
});

export const getReading = defineEndpoint({
  id: 'reading.get',
  method: 'GET',
  path: '/resources/{id}/readings/{source}',
  access: onResourceDetail,
  summary: 'Get the current text of one source, in parts',
  params: z.strictObject({ id: z.uuid(), source: z.enum(readingSources) }),
  query: z.strictObject({
    /** Default: the current version. */
    readingId: z.uuid().optional(),
    from: integerInAddress.min(1).default(1),
    size: z.coerce.number().int().min(1).max(50).default(10),
    /** Include words with positions and confidence; otherwise only lines. */
    words: z.stringbool().default(false),
  }),
  output: z.strictObject({ reading, parts: z.array(readingPart) }),
});

export const readingFormats = ['txt', 'json', 'hocr', 'pdf', 'srt', 'vtt', 'docx'] as const;

export const exportReading = defineEndpoint({
  id: 'reading.export',
  method: 'GET',
  path: '/resources/{id}/readings/{source}/export',
  access: onResourceDetail,
  carrier: 'cookie',
  answer: 'stream',
  summary: 'Export the current text: TXT, JSON, hOCR, searchable PDF, SRT, VTT or DOCX',
  params: z.strictObject({ id: z.uuid(), source: z.enum(readingSources) }),
  query: z.strictObject({ format: z.enum(readingFormats), readingId: z.uuid().optional() }),
  rateLimit: { calls: 120, windowMs: 60_000 },
});

const rendition = z.strictObject({
  id: z.uuid(),
  kind: z.enum([
    'thumbnail',
    'preview',
    'page',
    'pageThumbnail',
    'poster',
    'sprite',
    'video',
    'audio',
    'peaks',
    'burned',
  ]),
  page: z.number().int(),
  /** URL relative to the API base, using the cookie. */
  url: z.string(),
  contentType: z.string(),
  sizeBytes: z.number().int(),
  /** Technical details such as width, height, sprite layout and duration. */
  facts: z.record(z.string(), z.unknown()),
});
export type Rendition = z.output<typeof rendition>;

export const listRenditions = defineEndpoint({
  id: 'rendition.list',
  method: 'GET',
  path: '/resources/{id}/renditions',
  access: onResourceDetail,
  summary: 'List renditions of the current version; pages in groups of 100',
  params: idParams,
  query: z.strictObject({ after: integerInAddress.min(0).max(100_000).default(0) }),
  output: z.array(rendition),
});

export const findPageRendition = defineEndpoint({
  id: 'rendition.page',
  method: 'GET',
  path: '/resources/{id}/renditions/pages/{page}',
  access: onResourceDetail,
  summary: 'Get the image of a page; drawn on request in long documents',
  params: z.strictObject({ id: z.uuid(), page: z.coerce.number().int().min(1).max(100_000) }),
  output: rendition,
  rateLimit: { calls: 300, windowMs: 60_000 },
});
