import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { defineList, listEndpoints } from '../list/define-list.ts';
import type { PagePath } from '../routes.ts';
import { jobStates, type StepKind, stepKinds } from './job.ts';
import { jobCauses } from './job-cause.ts';
import { onResourceDetail, resourceLanguages, resourcePages } from './resource.ts';
import { resourceKinds } from './resource-state.ts';
import { summaryOptions } from './summary-options.ts';

const named = z.strictObject({ id: z.uuid(), name: z.string() });

/** Options a step accepts; unknown options are refused. */
export const stepOptions = {
  inspect: z.strictObject({}),
  convert: z.strictObject({
    /** Re-encode even if the file's streams could be copied. */
    encode: z.boolean().optional(),
  }),
  ocr: z.strictObject({
    language: z.enum(['auto', 'en', 'zh']).optional(),
    /** Degrees clockwise, applied before OCR; detected if omitted. */
    rotate: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]).optional(),
    /** Include pages that already have text. */
    allPages: z.boolean().optional(),
    /**
     * Process only this part of one page: left, top, width and height as fractions of the upright page. Other text is
     * kept.
     */
    region: z
      .string()
      .regex(/^(0|1|0?\.\d{1,6}|1\.0+)(,(0|1|0?\.\d{1,6}|1\.0+)){3}$/)
      .optional(),
    /** The page or image that `region` refers to; default 1. */
    page: z.number().int().min(1).max(1_000_000).optional(),
    /** Apply the glossary to the recognised text; default true. */
    glossary: z.boolean().optional(),
  }),
  asr: z.strictObject({
    language: z.enum(resourceLanguages).optional(),
    /** Apply the glossary to the transcript; default true. */
    glossary: z.boolean().optional(),
  }),
  subtitle: z.strictObject({}),
  scan: z.strictObject({}),
  summarise: summaryOptions,
} as const;
/** Options that aren't repeated when a step is run again without options. */
export const onceOnlyOptions: readonly string[] = ['region', 'page'];
const anyStepOptions = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** Whether a person has checked the recognised text. */
const checkStates = ['needsCheck', 'checked'] as const;

const workRow = z.strictObject({
  id: z.uuid(),
  kind: z.enum(stepKinds),
  state: z.enum(jobStates),
  progress: z.number().int().min(0).max(100),
  cause: z.string().nullable(),
  causeCode: z.enum(jobCauses).nullable(),
  tries: z.number().int(),
  priority: z.number().int(),
  /** Name and version. */
  engine: z.string().nullable(),
  options: anyStepOptions,
  resource: z.strictObject({
    id: z.uuid(),
    title: z.string(),
    kind: z.enum(resourceKinds),
    format: z.string(),
    thumbnail: z.string().nullable(),
    owner: named,
  }),
  versionNumber: z.number().int(),
  /** Whether it belongs to the current version; jobs of older versions are kept for the record. */
  current: z.boolean(),
  check: z.enum(checkStates).nullable(),
  /** 0 to 1. */
  confidence: z.number().nullable(),
  language: z.string().nullable(),
  queuedAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  /** Time spent waiting and running so far. */
  waitSeconds: z.number().nullable(),
  runSeconds: z.number().nullable(),
});
export type WorkRow = z.output<typeof workRow>;

const columns = {
  resource: { always: true },
  kind: {},
  state: {},
  cause: {},
  check: { optional: true },
  confidence: { align: 'end', optional: true },
  language: { optional: true },
  engine: { optional: true },
  options: { optional: true },
  owner: { optional: true },
  version: { align: 'end', optional: true },
  tries: { align: 'end' },
  priority: { align: 'end', optional: true },
  wait: { align: 'end' },
  run: { align: 'end' },
  queued: { sort: 'queued' },
  changed: { sort: 'changed' },
} as const;

/** Why a step has no result: not requested or cancelled, engine not installed, or failed. */
export const workGaps = ['notRun', 'noEngine', 'failed'] as const;

const filters = {
  kind: { kind: 'many', values: stepKinds },
  state: { kind: 'many', values: jobStates },
  cause: { kind: 'many', values: jobCauses },
  resourceKind: { kind: 'many', values: resourceKinds },
  check: { kind: 'many', values: checkStates },
  confidence: { kind: 'range' },
  language: { kind: 'many', values: resourceLanguages },
  engine: { kind: 'text' },
  resource: { kind: 'text' },
  owner: { kind: 'person' },
  department: { kind: 'tree', of: 'department' },
  library: { kind: 'tree', of: 'library' },
  queued: { kind: 'date' },
  changed: { kind: 'date' },
  current: { kind: 'yesNo' },
  missing: { kind: 'many', values: workGaps },
} as const;

const shape = { row: workRow, filters, sorts: ['queued', 'changed'], defaultSort: '-changed' } as const;

/** All processing: running, waiting and failed. */
export const workList = defineList({
  ...shape,
  id: 'work',
  texts: 'work',
  page: '/app/data/convert',
  path: '/work',
  columns,
  tabs: ['attention', 'running', 'waiting', 'done', 'all'],
});

function shown<Column extends { optional: true }>({ optional: _, ...column }: Column): Omit<Column, 'optional'> {
  return column;
}

/** The OCR and transcript lists show the confidence columns by default. */
const readingColumns = {
  ...columns,
  check: shown(columns.check),
  confidence: shown(columns.confidence),
  language: shown(columns.language),
  engine: shown(columns.engine),
  kind: { ...columns.kind, optional: true },
  tries: { ...columns.tries, optional: true },
  wait: { ...columns.wait, optional: true },
} as const;
const readingTabs = ['todo', 'running', 'needsCheck', 'done', 'checked', 'failed', 'all'] as const;

export const ocrList = defineList({
  ...shape,
  id: 'ocr',
  texts: 'work',
  page: '/app/handle/img',
  path: '/ocr',
  columns: readingColumns,
  tabs: readingTabs,
});
export const asrList = defineList({
  ...shape,
  id: 'asr',
  texts: 'work',
  page: '/app/handle/asr',
  path: '/asr',
  columns: readingColumns,
  tabs: readingTabs,
});
export const workLists = [workList, ocrList, asrList] as const;

export const { list: listWork, export: exportWork } = listEndpoints(workList);
export const { list: listOcr, export: exportOcr } = listEndpoints(ocrList);
export const { list: listAsr, export: exportAsr } = listEndpoints(asrList);

const workPages = { kind: 'page', pages: ['/app/data/convert', '/app/handle/img', '/app/handle/asr'] } as const;
export const onPagesWithWork = {
  kind: 'page',
  pages: [...resourcePages, ...workPages.pages, '/app/handle/subtitle', '/app/handle/ai'],
} as const;

const listPages = {
  ocr: ['/app/handle/img'],
  asr: ['/app/handle/asr'],
  subtitle: ['/app/handle/subtitle', '/app/handle/asr'],
  summarise: ['/app/handle/ai'],
} as const satisfies Partial<Record<StepKind, readonly PagePath[]>>;

/** Pages on which a step can be started; anyone who may open one of them may start it within their data scope. */
export function pagesOfStep(kind: StepKind): readonly PagePath[] {
  const own: readonly PagePath[] = kind in listPages ? listPages[kind as keyof typeof listPages] : [];
  return [...resourcePages, '/app/data/convert', ...own];
}

/** Inputs of actions on the three lists; each runs as an operation with a report. */
export const workActionInputs = {
  /** Runs the step or runs it again; `options` replaces the previous ones. */
  run: z.strictObject({ options: anyStepOptions.optional() }),
  /** Runs behind everything else in the queue, so that catching up delays nobody. */
  runMissing: z.strictObject({}),
  cancel: z.strictObject({}),
  raise: z.strictObject({}),
  lower: z.strictObject({}),
  markChecked: z.strictObject({}),
} as const;
export type WorkAction = keyof typeof workActionInputs;

export const getWork = defineEndpoint({
  id: 'work.get',
  method: 'GET',
  path: '/work/{id}',
  access: workPages,
  summary: 'Get a job with its log',
  params: idParams,
  output: z.strictObject({ work: workRow, log: z.string(), requestedBy: z.string().nullable() }),
});

const workNeighbour = z.strictObject({
  /** ID of the resource. */
  id: z.uuid(),
  kind: z.enum(resourceKinds),
  /** ID of the job. */
  row: z.uuid(),
});

export const workNeighbours = defineEndpoint({
  id: 'work.neighbours',
  method: 'GET',
  path: '/resources/{id}/work/neighbours',
  access: workPages,
  summary: 'Get the previous and next resource of the job list you came from',
  params: idParams,
  query: z.strictObject({
    list: z.enum(['work', 'ocr', 'asr']),
    /** The list's query string, as in its URL. */
    view: z.string().max(4000).default(''),
    /** Which of the resource's rows; not needed for OCR and transcripts, which have one row per resource. */
    row: z.uuid().optional(),
  }),
  output: z.strictObject({
    previous: workNeighbour.nullable(),
    next: workNeighbour.nullable(),
    /** Number of rows before and after it in the list; null if too many to count. */
    before: z.number().int().nullable(),
    after: z.number().int().nullable(),
  }),
});

const workCause = z.strictObject({
  kind: z.enum(stepKinds),
  cause: z.enum(jobCauses),
  count: z.number().int(),
  /** The most recent cause text, with the resource it is about. */
  example: z.string(),
  resource: named,
  lastAt: z.iso.datetime(),
});

const queue = z.strictObject({
  kind: z.enum(stepKinds),
  waiting: z.number().int(),
  running: z.number().int(),
  /** `done` and `failed` count jobs that ended in the last hour. */
  done: z.number().int(),
  failed: z.number().int(),
  oldestWaitingAt: z.iso.datetime().nullable(),
  pausedAt: z.iso.datetime().nullable(),
  pausedBy: z.string().nullable(),
});

export const getWorkOverview = defineEndpoint({
  id: 'work.overview',
  method: 'GET',
  path: '/work/overview',
  access: { kind: 'page', pages: ['/app/data/convert'] },
  summary: 'Get queues, causes of failure, throughput and workers',
  output: z.strictObject({
    queues: z.array(queue),
    causes: z.array(workCause),
    /** One entry per hour, oldest first. */
    throughput: z.array(z.strictObject({ hour: z.iso.datetime(), done: z.number().int(), failed: z.number().int() })),
    workers: z.array(z.strictObject({ name: z.string(), startedAt: z.iso.datetime(), lastSeenAt: z.iso.datetime() })),
  }),
});
export type WorkOverview = z.output<ReturnType<() => (typeof getWorkOverview)['output']>>;

export const pauseQueue = defineEndpoint({
  id: 'work.pauseQueue',
  method: 'PATCH',
  path: '/work/queues/{kind}',
  access: { kind: 'page', pages: ['/app/data/convert'], ability: 'admin' },
  summary: 'Pause or resume a queue; running jobs finish',
  params: z.strictObject({ kind: z.enum(stepKinds) }),
  body: z.strictObject({ paused: z.boolean() }),
  output: queue,
});

export const runMissing = defineEndpoint({
  id: 'work.runMissing',
  method: 'POST',
  path: '/work/missing',
  access: { ...workPages, ability: 'editor' },
  summary: 'Queue all missing, skipped and failed jobs of current versions',
  body: z.strictObject({ kinds: z.array(z.enum(stepKinds)).min(1), failed: z.boolean().default(false) }),
  output: z.strictObject({ operationId: z.uuid() }),
  successStatus: 202,
});

/** The place of a waiting job in its queue. */
const queuePlace = z.strictObject({
  /** Jobs of the same kind that probably run before it. */
  ahead: z.number().int(),
  /** Estimated time until it has finished, from recent jobs; null when there are none or the queue is paused. */
  seconds: z.number().int().nullable(),
  paused: z.strictObject({ by: z.string().nullable(), at: z.iso.datetime() }).nullable(),
});
export type QueuePlace = z.output<typeof queuePlace>;

export const listResourceWork = defineEndpoint({
  id: 'work.ofResource',
  method: 'GET',
  path: '/resources/{id}/work',
  access: onResourceDetail,
  summary: 'List the jobs of the current version in order, with their logs',
  params: idParams,
  output: z.array(z.strictObject({ work: workRow, log: z.string(), queue: queuePlace.nullable() })),
});

export const runStep = defineEndpoint({
  id: 'work.runStep',
  method: 'POST',
  path: '/resources/{id}/work/{kind}',
  access: onPagesWithWork,
  summary: 'Run a job again, optionally with other options',
  params: z.strictObject({ id: z.uuid(), kind: z.enum(stepKinds) }),
  body: z.strictObject({ options: anyStepOptions.default({}) }),
  output: workRow,
  successStatus: 202,
});

export const cancelStep = defineEndpoint({
  id: 'work.cancelStep',
  method: 'DELETE',
  path: '/resources/{id}/work/{kind}',
  access: onPagesWithWork,
  summary: 'Cancel a waiting or running job',
  params: z.strictObject({ id: z.uuid(), kind: z.enum(stepKinds) }),
  output: workRow,
});
