import { z } from 'zod';
import { detailEndpoints } from '../detail/define-detail.ts';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { defineList, listEndpoints } from '../list/define-list.ts';
import { jobStates } from './job.ts';
import { jobCauses } from './job-cause.ts';
import { onResourceDetail, resourceLanguages } from './resource.ts';
import { resourceKinds, resourceStates } from './resource-state.ts';
import { summaryContent } from './summary-content.ts';

const page = '/app/handle/ai' as const;
export const onSummaryPage = { kind: 'page', pages: [page] } as const;
export const onSummaryWork = { kind: 'page', pages: [page], ability: 'editor' } as const;

/** `extracted`: sentences from the text. `generated`: by a language model. `edited`: by a person. */
const summaryOrigins = ['extracted', 'generated', 'edited'] as const;
export type SummaryOrigin = (typeof summaryOrigins)[number];
/** `none`: no summary exists yet. */
const summaryStates = ['none', 'draft', 'approved', 'published', 'rejected'] as const;
export type SummaryState = (typeof summaryStates)[number];
/** Why the summary is an extract although a language model was requested. */
export const fallbackCauses = ['unreachable', 'slow', 'refused', 'garbage', 'budget', 'notConfigured'] as const;
export type FallbackCause = (typeof fallbackCauses)[number];
/** Default for the minimum evidence in bulk approval. */
export const evidenceFrom = 0.8;

const named = z.strictObject({ id: z.uuid(), name: z.string() });

/** Latest state of the summary step. */
const summaryWork = z.strictObject({
  id: z.uuid(),
  state: z.enum(jobStates),
  progress: z.number().int(),
  cause: z.string().nullable(),
  causeCode: z.enum(jobCauses).nullable(),
  finishedAt: z.iso.datetime().nullable(),
});

/** The summary of one resource; its ID is the resource's. */
const summaryRow = z.strictObject({
  id: z.uuid(),
  state: z.enum(summaryStates),
  /** The source text has changed since. */
  stale: z.boolean(),
  resource: z.strictObject({
    title: z.string(),
    kind: z.enum(resourceKinds),
    state: z.enum(resourceStates),
    format: z.string(),
    thumbnail: z.string().nullable(),
    owner: named,
    department: named.nullable(),
  }),
  work: summaryWork.nullable(),
  /** The version being worked on; null if there is none. */
  summaryId: z.uuid().nullable(),
  number: z.number().int().nullable(),
  origin: z.enum(summaryOrigins).nullable(),
  engine: z.string().nullable(),
  model: z.string().nullable(),
  fallback: z.enum(fallbackCauses).nullable(),
  language: z.string().nullable(),
  /** Start of the short summary. */
  snippet: z.string(),
  keywords: z.array(z.string()),
  sentences: z.number().int(),
  /** Share of supported sentences, 0 to 1; null without sentences. */
  evidence: z.number().nullable(),
  chapters: z.number().int(),
  /** Number of a newer generated version that is offered instead of replacing one a person wrote or approved. */
  offered: z.number().int().nullable(),
  /** Number of the version that others see. */
  published: z.number().int().nullable(),
  tokens: z.number().int(),
  cost: z.number().nullable(),
  changedAt: z.iso.datetime(),
  changedBy: named.nullable(),
  version: z.int32(),
});
export type SummaryRow = z.output<typeof summaryRow>;

export const summaryList = defineList({
  id: 'summary',
  texts: 'summary',
  page,
  path: '/summaries',
  row: summaryRow,
  columns: {
    resource: { always: true },
    kind: {},
    state: {},
    snippet: {},
    origin: {},
    evidence: { sort: 'evidence', align: 'end' },
    keywords: { optional: true },
    language: { optional: true },
    engine: { optional: true },
    model: { optional: true },
    sentences: { align: 'end', optional: true },
    chapters: { align: 'end', optional: true },
    tokens: { align: 'end', optional: true },
    cost: { align: 'end', optional: true },
    work: {},
    owner: { optional: true },
    department: { optional: true },
    changedBy: { optional: true },
    changed: { sort: 'changed' },
  },
  filters: {
    resource: { kind: 'text' },
    kind: { kind: 'many', values: resourceKinds },
    state: { kind: 'many', values: summaryStates },
    origin: { kind: 'many', values: summaryOrigins },
    fallback: { kind: 'many', values: fallbackCauses },
    language: { kind: 'many', values: resourceLanguages },
    model: { kind: 'text' },
    /** As a percentage. */
    evidence: { kind: 'range' },
    stale: { kind: 'yesNo' },
    /** A newer generated version is waiting. */
    offered: { kind: 'yesNo' },
    work: { kind: 'many', values: jobStates },
    cause: { kind: 'many', values: jobCauses },
    owner: { kind: 'person' },
    department: { kind: 'tree', of: 'department' },
    changed: { kind: 'date' },
  },
  sorts: ['changed', 'evidence'],
  defaultSort: '-changed',
  tabs: ['todo', 'draft', 'approved', 'published', 'rejected', 'stale', 'failed', 'all'],
});

export const { list: listSummaries, export: exportSummaries } = listEndpoints(summaryList);

export const summaryDetail = {
  type: 'summary',
  page,
  ability: 'editor',
  path: summaryList.path,
  revertable: [],
} as const;
export const summaryDetailEndpoints = detailEndpoints(summaryDetail);
export const {
  getLock: getSummaryLock,
  takeLock: takeSummaryLock,
  releaseLock: releaseSummaryLock,
  listActivity: listSummaryActivity,
  revertActivity: revertSummaryActivity,
} = summaryDetailEndpoints;

const summaryMoves = ['edit', 'approve', 'publish', 'unpublish', 'reject', 'reopen', 'regenerate'] as const;
export type SummaryMove = (typeof summaryMoves)[number];

export const rejectionReasons = ['wrong', 'incomplete', 'tooLong', 'unclear', 'unsuitable', 'other'] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

const rejection = z.strictObject({ reason: z.enum(rejectionReasons), note: z.string() });

/** One version, generated or edited; all are kept. */
export const summaryVersion = z.strictObject({
  id: z.uuid(),
  number: z.number().int(),
  /** Whether it is the version being worked on. */
  current: z.boolean(),
  origin: z.enum(summaryOrigins),
  state: z.enum(['draft', 'approved', 'published', 'rejected']),
  stale: z.boolean(),
  language: z.string().nullable(),
  engine: z.string().nullable(),
  model: z.string().nullable(),
  fallback: z.strictObject({ code: z.enum(fallbackCauses), sentence: z.string() }).nullable(),
  options: z.record(z.string(), z.unknown()),
  tokensIn: z.number().int(),
  tokensOut: z.number().int(),
  cost: z.number().nullable(),
  sentences: z.number().int(),
  evidence: z.number().nullable(),
  rejection: rejection.nullable(),
  /** Number of the file version it was made from. */
  versionNumber: z.number().int(),
  createdAt: z.iso.datetime(),
  /** null for generated versions. */
  createdBy: named.nullable(),
});
export type SummaryVersion = z.output<typeof summaryVersion>;

/**
 * Why a summary is out of date. `file`: there is a newer file version; otherwise that source's text was read again or
 * edited.
 */
const summaryChange = z.strictObject({
  source: z.enum(['file', 'document', 'ocr', 'speech', 'unknown']),
  /** null if no longer known. */
  at: z.iso.datetime().nullable(),
  /** null if Lectern did it or the person no longer exists. */
  by: z.string().nullable(),
  /** File version the summary was made from, and the current one. */
  fromVersion: z.number().int(),
  toVersion: z.number().int(),
});
export type SummaryChange = z.output<typeof summaryChange>;

export const summaryView = summaryRow.extend({
  /** null if it is up to date or there is no summary. */
  outOfDate: summaryChange.nullable(),
  moves: z.array(z.enum(summaryMoves)),
  durationSeconds: z.number().nullable(),
  /** null if there is no summary. */
  current: summaryVersion.extend({ content: summaryContent }).nullable(),
});
export type SummaryView = z.output<typeof summaryView>;

export const getSummary = defineEndpoint({
  id: 'summary.get',
  method: 'GET',
  path: '/summaries/{id}',
  access: onSummaryPage,
  summary: 'Get the summary of a resource in your data scope, with available actions',
  params: idParams,
  output: summaryView,
});

/** What everyone who may open a resource sees of its summary; `state` is that of the version being worked on. */
const resourceSummary = z.strictObject({
  published: summaryVersion.extend({ content: summaryContent }).nullable(),
  state: z.enum(summaryStates),
  /** Whether the caller may open the summary page. */
  mayOpen: z.boolean(),
});
export type ResourceSummary = z.output<typeof resourceSummary>;

export const getResourceSummary = defineEndpoint({
  id: 'summary.ofResource',
  method: 'GET',
  path: '/resources/{id}/summary',
  access: onResourceDetail,
  summary: 'Get the published summary of a resource and the state of the next one',
  params: idParams,
  output: resourceSummary,
});

export const summaryNeighbours = defineEndpoint({
  id: 'summary.neighbours',
  method: 'GET',
  path: '/summaries/{id}/neighbours',
  access: onSummaryPage,
  summary: 'Get the previous and next summary of the list you came from',
  params: idParams,
  /** The list's query string, as in its URL. */
  query: z.strictObject({ view: z.string().max(4000).default('') }),
  output: z.strictObject({
    previous: z.strictObject({ id: z.uuid(), kind: z.enum(resourceKinds) }).nullable(),
    next: z.strictObject({ id: z.uuid(), kind: z.enum(resourceKinds) }).nullable(),
    /** Number of summaries before and after it in the list; null if too many to count. */
    before: z.number().int().nullable(),
    after: z.number().int().nullable(),
  }),
});
