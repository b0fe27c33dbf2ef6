import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { box } from './passage.ts';
import { onResourceDetail } from './resource.ts';

/** All texts of an item that are scanned, in reading order. */
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

/** Items besides resources that can be published and are scanned. `homePage`: a slot or entry. */
export const itemTypes = ['course', 'chapter', 'subject', 'column', 'homePage'] as const;
export type ItemType = (typeof itemTypes)[number];

/** `notice`: only reported. `review`: held back until decided. `block`: unpublished at once. */
export const severities = ['notice', 'review', 'block'] as const;
export type Severity = (typeof severities)[number];

/** `strict`: matches apart from case, width and script. `loose`: matches only after undoing disguises. */
export const matchPasses = ['strict', 'loose'] as const;

/** What was undone to find a match, in display order. */
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

/** Where a text is located: page and box, time range, or neither. */
export const textPlace = z.strictObject({
  source: z.enum(scanSources),
  page: z.number().int().nullable(),
  box: box.nullable(),
  startMs: z.number().int().nullable(),
  endMs: z.number().int().nullable(),
});
export type TextPlace = z.output<typeof textPlace>;

/** Text with a match; `mark` is its start and end (exclusive) as JavaScript string offsets. */
export const markedText = z.strictObject({
  text: z.string(),
  mark: z.tuple([z.number().int(), z.number().int()]),
});
export type MarkedText = z.output<typeof markedText>;

const rescanKinds = ['changed', 'full'] as const;
const rescanStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;

/** A re-scan: of items that changed words may affect, or of everything. */
const rescanRow = z.strictObject({
  id: z.uuid(),
  kind: z.enum(rescanKinds),
  state: z.enum(rescanStates),
  /** Number of changed words and packs. */
  changes: z.number().int(),
  /** Resources to scan; null until they are counted. */
  total: z.number().int().nullable(),
  done: z.number().int(),
  /** `flagged`: resources with new matches. `cleared`: resources that lost matches. */
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
    /** Incremented by every change that can affect matches. */
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

/** What everyone who sees a resource may know about its scan: its effects, but no words or text. */
const resourceScan = z.strictObject({
  scannedAt: z.iso.datetime().nullable(),
  /** Words or texts have changed since; it will be scanned again soon. */
  stale: z.boolean(),
  severity: z.enum(severities).nullable(),
  openHits: z.number().int(),
  /** Can't be published until someone decides. */
  holdsPublication: z.boolean(),
  /** Why it was returned to its owner. */
  returned: z.strictObject({ why: z.string(), at: z.iso.datetime() }).nullable(),
  /** Others see it with parts masked. */
  masked: z.boolean(),
  /** Whether the caller may open the review. */
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
