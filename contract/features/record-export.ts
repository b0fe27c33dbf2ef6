import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { exportFormats } from '../list/define-list.ts';
import { accessRecordList, accessRecordPage } from './access-record.ts';
import { jobStates } from './job.ts';

const access = { kind: 'page', pages: [accessRecordPage] } as const;

const recordExport = z.strictObject({
  id: z.uuid(),
  state: z.enum(jobStates),
  format: z.enum(exportFormats),
  /** Percentage. */
  progress: z.number().int(),
  /** `total`: rows to write, counted at the start. `rows`: rows written so far. */
  total: z.number().int(),
  rows: z.number().int(),
  sizeBytes: z.number().int().nullable(),
  cause: z.string().nullable(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  /** The file can be downloaded until then. */
  expiresAt: z.iso.datetime().nullable(),
});
export type RecordExport = z.output<typeof recordExport>;

export const listRecordExports = defineEndpoint({
  id: 'accessRecord.listExports',
  method: 'GET',
  path: '/statistics/access-record-exports',
  access,
  summary: 'List your exports, newest first',
  output: z.array(recordExport),
});

export const startRecordExport = defineEndpoint({
  id: 'accessRecord.startExport',
  method: 'POST',
  path: '/statistics/access-record-exports',
  access,
  summary: 'Export a view of any size in the background; you’re notified when it’s ready',
  body: z.strictObject({
    /** The list's query string, as in its URL. */
    matching: z.string().max(4000),
    format: z.enum(exportFormats),
    columns: z
      .array(z.enum(Object.keys(accessRecordList.columns) as [string, ...string[]]))
      .min(1)
      .max(50),
  }),
  output: recordExport,
  successStatus: 202,
});

export const cancelRecordExport = defineEndpoint({
  id: 'accessRecord.cancelExport',
  method: 'DELETE',
  path: '/statistics/access-record-exports/{id}',
  access,
  summary: 'Cancel or delete an export',
  params: idParams,
  output: z.null(),
});

export const downloadRecordExport = defineEndpoint({
  id: 'accessRecord.downloadExport',
  method: 'GET',
  path: '/statistics/access-record-exports/{id}/file',
  access,
  carrier: 'cookie',
  answer: 'stream',
  summary: 'Download an export',
  params: idParams,
});
