import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { jobRow } from './job.ts';
import { mailServerReport } from './mail-server.ts';

const healthStates = ['ok', 'degraded', 'down'] as const;
const healthPage = { kind: 'page', pages: ['/app/system/health'] } as const;

export const getHealthState = defineEndpoint({
  id: 'health.state',
  method: 'GET',
  path: '/health',
  access: { kind: 'open' },
  summary: 'Get the overall state for monitors: ok or degraded, or HTTP 503 when down; cached',
  output: z.strictObject({ state: z.enum(healthStates).exclude(['down']) }),
});

export const getLiveness = defineEndpoint({
  id: 'health.live',
  method: 'GET',
  path: '/health/live',
  access: { kind: 'open' },
  summary: 'Check that the process responds, regardless of the database; restart it if not',
  output: z.strictObject({ state: z.literal('live') }),
});

export const getReadiness = defineEndpoint({
  id: 'health.ready',
  method: 'GET',
  path: '/health/ready',
  access: { kind: 'open' },
  summary: 'Check whether a load balancer should send requests: ready or slow, otherwise HTTP 503; cached',
  output: z.strictObject({ state: z.enum(['ready', 'slow']) }),
});

/** Each problem has a sentence in the message catalogue, filled with `params`. */
const healthProblems = [
  'databaseDown',
  'databaseSlow',
  'filesUnreadable',
  'filesNotMeasured',
  'diskLow',
  'noWorker',
  'queueNotMeasured',
  'longWait',
  'jobsFailed',
  'enginesMissing',
  'noSandbox',
  'sandboxWaived',
  'mailDown',
  'loopsFailing',
] as const;
export type HealthProblem = (typeof healthProblems)[number];

const sandboxLevels = ['bubblewrap', 'landlock', 'none'] as const;

const engineReport = z.strictObject({
  name: z.string(),
  found: z.boolean(),
  version: z.string().nullable(),
  /** Command that installs the engine if it is missing. */
  install: z.string().nullable(),
});

const queueReport = z.strictObject({
  waiting: z.number().int(),
  running: z.number().int(),
  failedLastDay: z.number().int(),
  oldestWaitingAt: z.iso.datetime().nullable(),
  workers: z.array(z.strictObject({ name: z.string(), startedAt: z.iso.datetime(), lastSeenAt: z.iso.datetime() })),
});
export type QueueReport = z.output<typeof queueReport>;

/** Background loops, which run alongside requests and jobs. */
export const loopNames = [
  'scan',
  'tasks',
  'passwordResets',
  'mail',
  'reportMail',
  'courseChecks',
  'webhooks',
  'accessStatistics',
  'pageDrawing',
  'uploadRecovery',
  'jobControl',
  'workerPresence',
] as const;
export type LoopName = (typeof loopNames)[number];

const loopReport = z.strictObject({
  name: z.enum(loopNames),
  /** Number of processes that run it. */
  instances: z.number().int(),
  /** Failed several times in a row in at least one process. */
  failing: z.boolean(),
  failures: z.number().int(),
  failingSince: z.iso.datetime().nullable(),
  lastSuccessAt: z.iso.datetime().nullable(),
  /** The last error, without values or secrets. */
  message: z.string().nullable(),
});
export type LoopReport = z.output<typeof loopReport>;

export const healthReport = z.strictObject({
  state: z.enum(healthStates),
  checkedAt: z.iso.datetime(),
  /** Worst first; empty if all is well. */
  problems: z.array(
    z.strictObject({
      severity: z.enum(['bad', 'warn']),
      code: z.enum(healthProblems),
      params: z.record(z.string(), z.string()),
    }),
  ),
  versions: z.strictObject({
    lectern: z.string(),
    node: z.string(),
    postgres: z.string().nullable(),
    schema: z.string().nullable(),
  }),
  process: z.strictObject({ startedAt: z.iso.datetime(), memoryBytes: z.number(), eventLoopDelayMs: z.number() }),
  database: z.strictObject({
    /** `slow`: responds late. `down`: accepts no connections. */
    state: z.enum(['up', 'slow', 'down']),
    embedded: z.boolean(),
    latencyMs: z.number().nullable(),
    sizeBytes: z.number().nullable(),
    connections: z.number().int().nullable(),
  }),
  disk: z.strictObject({
    path: z.string(),
    freeBytes: z.number(),
    totalBytes: z.number(),
    usedByFilesBytes: z.number(),
  }),
  /** null if the query timed out. */
  queue: queueReport.nullable(),
  engines: z.array(engineReport),
  /** How engines are isolated from the network and other files on the responding machine. */
  sandbox: z.enum(sandboxLevels),
  /** null if its state couldn't be read in time. */
  mail: mailServerReport.nullable(),
  /** null if the query timed out. */
  loops: z.array(loopReport).nullable(),
});
export type HealthReport = z.output<typeof healthReport>;

export const getHealthReport = defineEndpoint({
  id: 'health.report',
  method: 'GET',
  path: '/system/health',
  access: healthPage,
  summary: 'Get the health of engines, queue, disk and database, with versions',
  query: z.strictObject({ fresh: z.stringbool().default(false) }),
  output: healthReport,
});

const supportBundle = z.strictObject({
  id: z.uuid(),
  job: jobRow,
  /** null until the file can be downloaded. */
  file: z.strictObject({ name: z.string(), sizeBytes: z.number().int(), sha256: z.string() }).nullable(),
});
export type SupportBundle = z.output<typeof supportBundle>;

export const listSupportBundles = defineEndpoint({
  id: 'health.listSupportBundles',
  method: 'GET',
  path: '/system/health/bundles',
  access: healthPage,
  summary: 'List recent support bundles, newest first',
  output: z.array(supportBundle),
});

export const makeSupportBundle = defineEndpoint({
  id: 'health.makeSupportBundle',
  method: 'POST',
  path: '/system/health/bundles',
  access: { ...healthPage, ability: 'admin' },
  summary: 'Create a support bundle with versions, settings without secrets, health and recent failures',
  output: supportBundle,
  successStatus: 202,
});

export const downloadSupportBundle = defineEndpoint({
  id: 'health.downloadSupportBundle',
  method: 'GET',
  path: '/system/health/bundles/{id}/file',
  access: { ...healthPage, ability: 'admin' },
  carrier: 'cookie',
  answer: 'stream',
  summary: 'Download a support bundle',
  params: idParams,
});
