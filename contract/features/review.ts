import { z } from 'zod';
import { detailEndpoints } from '../detail/define-detail.ts';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { defineList, listEndpoints } from '../list/define-list.ts';
import { reportReasons } from '../portal/portal-report.ts';
import { chapterPath, coursePath } from './course.ts';
import { resourcePath } from './resource.ts';
import { resourceKinds, resourceStates } from './resource-state.ts';
import {
  disguises,
  type ItemType,
  itemTypes,
  markedText,
  matchPasses,
  scanSources,
  severities,
  textPlace,
} from './scan.ts';
import { wordCategories } from './sensitive-word.ts';

const page = '/app/sensitive/resource' as const;
export const onReviewPage = { kind: 'page', pages: [page], ability: 'editor' } as const;

const reviewStates = ['open', 'claimed', 'cleared', 'blocked', 'masked', 'returned', 'escalated'] as const;
export type ReviewState = (typeof reviewStates)[number];
/** `gone`: the text that matched no longer exists. */
const hitStates = ['open', 'cleared', 'confirmed', 'masked', 'gone'] as const;
export type HitState = (typeof hitStates)[number];

/** A review is about a resource, by kind, or another item, by type. */
const reviewKinds = [...resourceKinds, ...itemTypes] as const;
export type ReviewKind = (typeof reviewKinds)[number];

export function isItemType(kind: ReviewKind): kind is ItemType {
  return (itemTypes as readonly string[]).includes(kind);
}

const named = z.strictObject({ id: z.uuid(), name: z.string() });
const step = z.strictObject({ by: named.nullable(), at: z.iso.datetime(), why: z.string() });

/** The review of all matches in one resource or other item; its ID is the item's. */
const reviewRow = z.strictObject({
  id: z.uuid(),
  state: z.enum(reviewStates),
  resource: z.strictObject({
    title: z.string(),
    kind: z.enum(reviewKinds),
    /** For items other than resources: `blocked` while withheld from the public site. */
    state: z.enum(resourceStates),
    format: z.string(),
    thumbnail: z.string().nullable(),
    /** null if it belongs to the whole university. */
    owner: named.nullable(),
    department: named.nullable(),
    college: named.nullable(),
  }),
  /** The highest severity among open matches, or among all if none is open. */
  severity: z.enum(severities).nullable(),
  /** Whether all open matches are likely false, or all matches if none is open. */
  likelyFalse: z.boolean(),
  openHits: z.number().int(),
  hits: z.number().int(),
  /** The most frequent matching words, up to 8. */
  words: z.array(z.strictObject({ id: z.uuid(), text: z.string(), hits: z.number().int() })),
  /** Where the matches are. */
  sources: z.array(z.enum(scanSources)),
  first: z.strictObject({ word: z.string(), source: z.enum(scanSources), excerpt: markedText }).nullable(),
  claimedBy: named.nullable(),
  claimedAt: z.iso.datetime().nullable(),
  dueAt: z.iso.datetime(),
  escalated: step.nullable(),
  returned: step.nullable(),
  /** Someone requested an unblock; a second person has to confirm. */
  unblockAsked: step.nullable(),
  decidedBy: named.nullable(),
  decidedAt: z.iso.datetime().nullable(),
  /** Redaction failed: nobody else can see the content, and it can't be published. */
  maskFailed: z.strictObject({ at: z.iso.datetime(), why: z.string() }).nullable(),
  openedAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
  version: z.int32(),
});
export type ReviewRow = z.output<typeof reviewRow>;

export const reviewList = defineList({
  id: 'review',
  texts: 'review',
  page,
  ability: 'editor',
  path: '/sensitive/reviews',
  row: reviewRow,
  columns: {
    resource: { always: true },
    kind: {},
    severity: { sort: 'severity' },
    words: {},
    sources: {},
    snippet: {},
    hits: { sort: 'hits', align: 'end' },
    state: {},
    resourceState: { optional: true },
    owner: {},
    department: { optional: true },
    college: { optional: true },
    reviewer: {},
    opened: { sort: 'opened' },
    due: { sort: 'due' },
    changed: { sort: 'changed', optional: true },
  },
  filters: {
    resource: { kind: 'text' },
    kind: { kind: 'many', values: reviewKinds },
    severity: { kind: 'many', values: severities },
    /** Matches the text of a sensitive word found in the item. */
    word: { kind: 'text' },
    category: { kind: 'many', values: wordCategories },
    source: { kind: 'many', values: scanSources },
    state: { kind: 'many', values: reviewStates },
    resourceState: {
      kind: 'many',
      values: resourceStates.filter((state) => state !== 'trashed' && state !== 'purged'),
    },
    openHits: { kind: 'range' },
    owner: { kind: 'person' },
    department: { kind: 'tree', of: 'department' },
    college: { kind: 'tree', of: 'college' },
    reviewer: { kind: 'person' },
    claimed: { kind: 'yesNo' },
    overdue: { kind: 'yesNo' },
    unblockAsked: { kind: 'yesNo' },
    opened: { kind: 'date' },
    due: { kind: 'date' },
    decided: { kind: 'date' },
  },
  sorts: ['severity', 'hits', 'opened', 'due', 'changed'],
  defaultSort: 'due',
  tabs: ['open', 'mine', 'escalated', 'blocked', 'returned', 'cleared', 'all'],
});

export const { list: listReviews, export: exportReviews } = listEndpoints(reviewList);

export const reviewDetail = {
  type: 'review',
  page,
  readAbility: 'editor',
  ability: 'editor',
  path: reviewList.path,
  revertable: [],
} as const;
export const reviewDetailEndpoints = detailEndpoints(reviewDetail);
export const {
  getLock: getReviewLock,
  takeLock: takeReviewLock,
  releaseLock: releaseReviewLock,
  listActivity: listReviewActivity,
  revertActivity: revertReviewActivity,
} = reviewDetailEndpoints;

const reviewMoves = [
  'claim',
  'release',
  'clear',
  'block',
  'mask',
  'return',
  'escalate',
  'askUnblock',
  'confirmUnblock',
  'refuseUnblock',
  'withdrawUnblock',
  'maskAgain',
] as const;
export type ReviewMove = (typeof reviewMoves)[number];

export const reviewView = reviewRow.extend({
  moves: z.array(z.enum(reviewMoves)),
  /** All matching words, with open and total matches. */
  words: z.array(
    z.strictObject({
      id: z.uuid(),
      text: z.string(),
      severity: z.enum(severities),
      category: z.enum(wordCategories),
      note: z.string(),
      open: z.number().int(),
      hits: z.number().int(),
      /**
       * Number of open matches that are likely false; `ignoreLikelyFalse`: whether they are dismissed for this word.
       */
      likelyFalse: z.number().int(),
      ignoreLikelyFalse: z.boolean(),
    }),
  ),
  /** Whether the caller has asked to see the images, which are blurred until then. */
  revealed: z.boolean(),
  /** Number of masked places. */
  masks: z.number().int(),
  /** Reports from readers of sites, open ones first, then newest first; up to 50. */
  reports: z.array(
    z.strictObject({
      id: z.uuid(),
      reason: z.enum(reportReasons),
      note: z.string(),
      page: z.number().int().nullable(),
      positionMs: z.number().int().nullable(),
      /** Name of the API key that sent it; null if the key no longer exists. */
      site: z.string().nullable(),
      at: z.iso.datetime(),
      settledAt: z.iso.datetime().nullable(),
    }),
  ),
});
export type ReviewView = z.output<typeof reviewView>;

export const getReview = defineEndpoint({
  id: 'review.get',
  method: 'GET',
  path: '/sensitive/reviews/{id}',
  access: onReviewPage,
  summary: 'Get a review in your data scope; its ID is the resource’s',
  params: idParams,
  output: reviewView,
});

export const hit = z.strictObject({
  id: z.uuid(),
  word: z.strictObject({ id: z.uuid(), text: z.string() }),
  severity: z.enum(severities),
  state: z.enum(hitStates),
  place: textPlace,
  excerpt: markedText,
  pass: z.enum(matchPasses),
  disguises: z.array(z.enum(disguises)),
  /** Crosses word boundaries in Chinese text, or a short word only looks disguised; such matches never block. */
  likelyFalse: z.boolean(),
  /** The decision that closed the match. */
  decision: z.strictObject({ id: z.uuid(), by: named.nullable(), at: z.iso.datetime(), note: z.string() }).nullable(),
  foundAt: z.iso.datetime(),
});
export type Hit = z.output<typeof hit>;

export const listHits = defineEndpoint({
  id: 'review.listHits',
  method: 'GET',
  path: '/sensitive/reviews/{id}/hits',
  access: onReviewPage,
  summary: 'List the matches of a review by word, in reading order',
  params: idParams,
  query: z.strictObject({
    wordId: z.uuid().optional(),
    state: z.enum(hitStates).optional(),
    /** Include matches whose text no longer exists. */
    gone: z.stringbool().default(false),
    after: z.uuid().optional(),
    size: z.coerce.number().int().min(1).max(200).default(100),
  }),
  output: z.strictObject({ rows: z.array(hit), more: z.boolean() }),
});

export const hitParams = z.strictObject({ id: z.uuid(), hitId: z.uuid() });
/** Milliseconds played before and after a match in audio or video, in a loop. */
export const loopAroundMs = 10_000;

export const getHitText = defineEndpoint({
  id: 'review.getHitText',
  method: 'GET',
  path: '/sensitive/reviews/{id}/hits/{hitId}/text',
  access: onReviewPage,
  summary: 'Get the text around a match',
  params: hitParams,
  output: z.strictObject({
    place: textPlace,
    /** The passage; `marks` holds all matches in it, including those of other words. */
    text: z.string(),
    marks: z.array(z.strictObject({ hitId: z.uuid(), start: z.number().int(), end: z.number().int() })),
    before: z.string(),
    after: z.string(),
    /** The text has changed since the scan; it will be scanned again soon. */
    stale: z.boolean(),
  }),
});

export const reviewNeighbours = defineEndpoint({
  id: 'review.neighbours',
  method: 'GET',
  path: '/sensitive/reviews/{id}/neighbours',
  access: onReviewPage,
  summary: 'Get the previous and next review of the queue you came from',
  params: idParams,
  /** The queue's query string, as in its URL. */
  query: z.strictObject({ view: z.string().max(4000).default('') }),
  output: z.strictObject({
    previous: z.strictObject({ id: z.uuid(), kind: z.enum(reviewKinds) }).nullable(),
    next: z.strictObject({ id: z.uuid(), kind: z.enum(reviewKinds) }).nullable(),
    /** Number of reviews before and after it in the queue; null if too many to count. */
    before: z.number().int().nullable(),
    after: z.number().int().nullable(),
  }),
});

export function reviewPath({ id, kind }: { id: string; kind: ReviewKind }): string {
  if (isItemType(kind)) return `/app/sensitive/resource/detail/${id}?type=${kind}`;
  const page = { document: 'detail', video: 'videoDetail', audio: 'audioDetail', image: 'imgDetail' }[kind];
  return `/app/sensitive/resource/${page}/${id}`;
}

/** Path of the page where the reviewed item can be edited. */
export function editPath({ id, kind }: { id: string; kind: ReviewKind }): string {
  switch (kind) {
    case 'course':
      return coursePath(id);
    case 'chapter':
      return chapterPath(id);
    case 'subject':
      return `/app/course/subject?id=${id}`;
    case 'column':
      return `/app/resource/column?id=${id}`;
    case 'homePage':
      return `/app/page/resourceRecommend?entry=${id}`;
    default:
      return resourcePath({ id, kind });
  }
}
