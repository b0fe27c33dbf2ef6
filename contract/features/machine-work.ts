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

/** What a step may be told to do otherwise. What a step does not know of is refused. */
export const stepOptions = {
  inspect: z.strictObject({}),
  convert: z.strictObject({
    /** Encode anew even where the file could be copied. */
    encode: z.boolean().optional(),
  }),
  ocr: z.strictObject({
    language: z.enum(['auto', 'en', 'zh']).optional(),
    /** Clockwise, before reading; absent: found out. */
    rotate: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]).optional(),
    /** Every page, also those that have text of their own. */
    allPages: z.boolean().optional(),
    /** Only this part of one page, as fractions of it when it is upright: left, top, width, height. The rest stays. */
    region: z
      .string()
      .regex(/^(0|1|0?\.\d{1,6}|1\.0+)(,(0|1|0?\.\d{1,6}|1\.0+)){3}$/)
      .optional(),
    /** Which page or picture the part is of; 1 unless told. */
    page: z.number().int().min(1).max(1_000_000).optional(),
    /** Correct what is read by the glossary; it is, unless told. */
    glossary: z.boolean().optional(),
  }),
  asr: z.strictObject({
    language: z.enum(resourceLanguages).optional(),
    /** Correct what is heard by the glossary; it is, unless told. */
    glossary: z.boolean().optional(),
  }),
  subtitle: z.strictObject({}),
  scan: z.strictObject({}),
  summarise: summaryOptions,
} as const;
/** Options for one time only: running it again without a word does not repeat them. */
export const onceOnlyOptions: readonly string[] = ['region', 'page'];
const anyStepOptions = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** Whether a person has looked at what the machine read. */
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
  /** Its name and version. */
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
  /** Of the version that is current; work on an older one is kept for the record. */
  current: z.boolean(),
  check: z.enum(checkStates).nullable(),
  /** 0 to 1. */
  confidence: z.number().nullable(),
  language: z.string().nullable(),
  queuedAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  /** How long it waited and ran, so far. */
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

/** Why work is not there yet: nobody asked for it or it was stopped, an engine was not installed, or it did not come off. */
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

/** All machine work: what runs, what waits, and what did not come off. */
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

/** What is read with the eye and with the ear begins with how sure the machine is of it. */
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

/** Where a step is asked for: who may open one of these pages may, for what their data scope shows. */
export function pagesOfStep(kind: StepKind): readonly PagePath[] {
  const own: readonly PagePath[] = kind in listPages ? listPages[kind as keyof typeof listPages] : [];
  return [...resourcePages, '/app/data/convert', ...own];
}

/** What can be done with chosen rows of the three lists; each is an operation with a report. */
export const workActionInputs = {
  /** Runs it, or runs it again; options replace the ones it had. */
  run: z.strictObject({ options: anyStepOptions.optional() }),
  /** Runs it behind everything else that waits: catching up holds nobody up. */
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
  /** The resource’s. */
  id: z.uuid(),
  kind: z.enum(resourceKinds),
  /** The work’s own. */
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
    /** The list’s query string, as its address has it. */
    view: z.string().max(4000).default(''),
    /** Which of the resource’s rows; of pictures and of sound there is only one. */
    row: z.uuid().optional(),
  }),
  output: z.strictObject({
    previous: workNeighbour.nullable(),
    next: workNeighbour.nullable(),
    /** How many rows come before and after it there; null: more than are worth counting. */
    before: z.number().int().nullable(),
    after: z.number().int().nullable(),
  }),
});

const workCause = z.strictObject({
  kind: z.enum(stepKinds),
  cause: z.enum(jobCauses),
  count: z.number().int(),
  /** The newest sentence, and what it is about. */
  example: z.string(),
  resource: named,
  lastAt: z.iso.datetime(),
});

const queue = z.strictObject({
  kind: z.enum(stepKinds),
  waiting: z.number().int(),
  running: z.number().int(),
  /** Ended in the last hour. */
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
    /** One entry an hour, oldest first. */
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

export const listResourceWork = defineEndpoint({
  id: 'work.ofResource',
  method: 'GET',
  path: '/resources/{id}/work',
  access: onResourceDetail,
  summary: 'List the jobs of the current version in order, with their logs',
  params: idParams,
  output: z.array(z.strictObject({ work: workRow, log: z.string() })),
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
