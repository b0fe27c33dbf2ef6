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
/** `gone`: the text that it stood in is not there any more. */
const hitStates = ['open', 'cleared', 'confirmed', 'masked', 'gone'] as const;
export type HitState = (typeof hitStates)[number];

/** What a review can be about: a resource by its kind, or another item by its type. */
const reviewKinds = [...resourceKinds, ...itemTypes] as const;
export type ReviewKind = (typeof reviewKinds)[number];

export function isItemType(kind: ReviewKind): kind is ItemType {
  return (itemTypes as readonly string[]).includes(kind);
}

const named = z.strictObject({ id: z.uuid(), name: z.string() });
const step = z.strictObject({ by: named.nullable(), at: z.iso.datetime(), why: z.string() });

/** The decision work on the hits of one resource or other item; its id is the item's. */
const reviewRow = z.strictObject({
  id: z.uuid(),
  state: z.enum(reviewStates),
  resource: z.strictObject({
    title: z.string(),
    kind: z.enum(reviewKinds),
    /** Of other items: `blocked` while they are withheld from the front site. */
    state: z.enum(resourceStates),
    format: z.string(),
    thumbnail: z.string().nullable(),
    /** null: it belongs to the whole university. */
    owner: named.nullable(),
    department: named.nullable(),
    college: named.nullable(),
  }),
  /** The highest of the hits that are open, or of all where none is. */
  severity: z.enum(severities).nullable(),
  /** Every open match is likely false, or every match where none is open. */
  likelyFalse: z.boolean(),
  openHits: z.number().int(),
  hits: z.number().int(),
  /** The words that were found, the most frequent first; at most 8. */
  words: z.array(z.strictObject({ id: z.uuid(), text: z.string(), hits: z.number().int() })),
  /** Where they were found. */
  sources: z.array(z.enum(scanSources)),
  first: z.strictObject({ word: z.string(), source: z.enum(scanSources), excerpt: markedText }).nullable(),
  claimedBy: named.nullable(),
  claimedAt: z.iso.datetime().nullable(),
  dueAt: z.iso.datetime(),
  escalated: step.nullable(),
  returned: step.nullable(),
  /** Somebody wants the block lifted: a second person has to agree. */
  unblockAsked: step.nullable(),
  decidedBy: named.nullable(),
  decidedAt: z.iso.datetime().nullable(),
  /** What others get to see could not be covered: they get none of it, and it can’t be published. */
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
    /** With a hit of a word that is called so. */
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

/** What a person may do with a review right now. */
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

/** Everything a review's page begins with, besides its hits. */
export const reviewView = reviewRow.extend({
  moves: z.array(z.enum(reviewMoves)),
  /** Every word that was found, with how many hits are open and in all. */
  words: z.array(
    z.strictObject({
      id: z.uuid(),
      text: z.string(),
      severity: z.enum(severities),
      category: z.enum(wordCategories),
      note: z.string(),
      open: z.number().int(),
      hits: z.number().int(),
      /** Open matches that are likely false, and whether those of this word are dismissed. */
      likelyFalse: z.number().int(),
      ignoreLikelyFalse: z.boolean(),
    }),
  ),
  /** Pictures are blurred until this person has asked to see them. */
  revealed: z.boolean(),
  /** Parts are covered in what others get to see. */
  masks: z.number().int(),
  /** What readers of sites complain of: what is open first, the latest first; at most 50. */
  reports: z.array(
    z.strictObject({
      id: z.uuid(),
      reason: z.enum(reportReasons),
      note: z.string(),
      page: z.number().int().nullable(),
      positionMs: z.number().int().nullable(),
      /** The key that it came with; null: that is gone. */
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
  /** It crosses the words of a Chinese text, or a short word only seems to be disguised: it never blocks. */
  likelyFalse: z.boolean(),
  /** Why it is not open. */
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
    /** With those whose text is not there any more. */
    gone: z.stringbool().default(false),
    after: z.uuid().optional(),
    size: z.coerce.number().int().min(1).max(200).default(100),
  }),
  output: z.strictObject({ rows: z.array(hit), more: z.boolean() }),
});

export const hitParams = z.strictObject({ id: z.uuid(), hitId: z.uuid() });
/** A hit in sound or film is played with so much before and after it, over and over. */
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
    /** The passage, with every hit in it; those of other words, too. */
    text: z.string(),
    marks: z.array(z.strictObject({ hitId: z.uuid(), start: z.number().int(), end: z.number().int() })),
    before: z.string(),
    after: z.string(),
    /** It was found in a text that has changed since: it is looked at again soon. */
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
  /** The queue’s query string, as its address has it. */
  query: z.strictObject({ view: z.string().max(4000).default('') }),
  output: z.strictObject({
    previous: z.strictObject({ id: z.uuid(), kind: z.enum(reviewKinds) }).nullable(),
    next: z.strictObject({ id: z.uuid(), kind: z.enum(reviewKinds) }).nullable(),
    /** How many come before and after it there; null: more than are worth counting. */
    before: z.number().int().nullable(),
    after: z.number().int().nullable(),
  }),
});

/** The page of one review. */
export function reviewPath({ id, kind }: { id: string; kind: ReviewKind }): string {
  if (isItemType(kind)) return `/app/sensitive/resource/detail/${id}?type=${kind}`;
  const page = { document: 'detail', video: 'videoDetail', audio: 'audioDetail', image: 'imgDetail' }[kind];
  return `/app/sensitive/resource/${page}/${id}`;
}

/** Where what a review is about can be changed. */
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
