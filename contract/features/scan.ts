import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { box } from './passage.ts';
import { onResourceDetail } from './resource.ts';

/** Every text of an item that is scanned for words, in the order of reading. */
export const scanSources = [
  'title',
  'description',
  'details',
  'people',
  'tags',
  'fileName',
  'goals',
  'body',
  'document',
  'ocr',
  'cover',
  'speech',
  'subtitle',
  'summary',
  'note',
] as const;
export type ScanSource = (typeof scanSources)[number];

/** What can be published besides resources, and is scanned like them. `homePage`: one of its slots or entries. */
export const itemTypes = ['course', 'chapter', 'subject', 'column', 'homePage'] as const;
export type ItemType = (typeof itemTypes)[number];

/** How grave a word is: told, held until somebody decided, or taken out of publication at once. */
export const severities = ['notice', 'review', 'block'] as const;
export type Severity = (typeof severities)[number];

/** As it stands but for case, width and script; or only without its disguise. */
export const matchPasses = ['strict', 'loose'] as const;

/** What was undone to find a word, in the order in which it is told. */
export const disguises = [
  'case',
  'width',
  'traditional',
  'lineBreak',
  'separators',
  'zeroWidth',
  'marks',
  'letters',
  'lookalikes',
  'accents',
  'leet',
  'repeats',
] as const;
export type Disguise = (typeof disguises)[number];

/** Where in a resource a text stands: page and box, seconds, or neither. */
export const textPlace = z.strictObject({
  source: z.enum(scanSources),
  page: z.number().int().nullable(),
  box: box.nullable(),
  startMs: z.number().int().nullable(),
  endMs: z.number().int().nullable(),
});
export type TextPlace = z.output<typeof textPlace>;

/** A piece of text with what was found in it: the first character and the one after the last, as JavaScript counts. */
export const markedText = z.strictObject({
  text: z.string(),
  mark: z.tuple([z.number().int(), z.number().int()]),
});
export type MarkedText = z.output<typeof markedText>;

const rescanKinds = ['changed', 'full'] as const;
const rescanStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;

/** Looking again after words changed (only at what can change), or at everything. */
const rescanRow = z.strictObject({
  id: z.uuid(),
  kind: z.enum(rescanKinds),
  state: z.enum(rescanStates),
  /** How many words and packs changed. */
  changes: z.number().int(),
  /** Resources to look at; null while that is being found out. */
  total: z.number().int().nullable(),
  done: z.number().int(),
  /** Resources with hits that they had not before, and without some that they had. */
  flagged: z.number().int(),
  cleared: z.number().int(),
  cause: z.string().nullable(),
  requestedBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
});
export type RescanRow = z.output<typeof rescanRow>;

const page = '/app/sensitive/word' as const;

export const getRescans = defineEndpoint({
  id: 'rescan.list',
  method: 'GET',
  path: '/sensitive/rescans',
  access: { kind: 'page', pages: [page], ability: 'editor' },
  summary: 'List running and waiting re-scans, then recent ones, up to 20',
  output: z.strictObject({
    /** Raised by every change that can change what is found. */
    dictionaryVersion: z.int32(),
    rows: z.array(rescanRow),
  }),
});

export const startFullRescan = defineEndpoint({
  id: 'rescan.startFull',
  method: 'POST',
  path: '/sensitive/rescans',
  access: { kind: 'page', pages: [page], ability: 'admin' },
  summary: 'Start a re-scan, or return the one waiting or running',
  output: rescanRow,
  successStatus: 202,
});

export const cancelRescan = defineEndpoint({
  id: 'rescan.cancel',
  method: 'POST',
  path: '/sensitive/rescans/{id}/cancel',
  access: { kind: 'page', pages: [page], ability: 'admin' },
  summary: 'Cancel a re-scan; matches found so far stay',
  params: idParams,
  output: rescanRow,
});

/** What everybody who sees a resource may know of its scan: no word, no text, only what follows from it. */
const resourceScan = z.strictObject({
  scannedAt: z.iso.datetime().nullable(),
  /** Words or texts changed since: it is looked at again soon. */
  stale: z.boolean(),
  severity: z.enum(severities).nullable(),
  openHits: z.number().int(),
  /** It can't be published before somebody has decided. */
  holdsPublication: z.boolean(),
  /** Why it was given back to its owner. */
  returned: z.strictObject({ why: z.string(), at: z.iso.datetime() }).nullable(),
  /** Something is covered in what others get to see. */
  masked: z.boolean(),
  /** Whether the person who asks may open the review. */
  mayReview: z.boolean(),
});
export type ResourceScan = z.output<typeof resourceScan>;

export const getResourceScan = defineEndpoint({
  id: 'scan.ofResource',
  method: 'GET',
  path: '/resources/{id}/scan',
  access: onResourceDetail,
  summary: 'Get the scan result of a resource; null if never scanned',
  params: idParams,
  output: resourceScan.nullable(),
});
