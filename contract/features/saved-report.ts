import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { accessStatPage } from './access-stat.ts';
import { libraryStatPage } from './library-stat.ts';

const access = { kind: 'page', pages: [libraryStatPage, accessStatPage] } as const;

export const reportPages = ['data.resource', 'data.accessStat'] as const;
export const reportRhythms = ['none', 'daily', 'weekly', 'monthly'] as const;

const fields = {
  name: z.string().trim().min(1).max(100),
  /** The search parameters of the page, as its address has them. */
  address: z.string().max(2000),
  /** Others who may open the page find it, too; everybody sees in it what they may see. */
  shared: z.boolean(),
  /** Sent to its owner by mail, in the morning, of the data that they may see at that moment. */
  mailed: z.enum(reportRhythms),
};

export const savedReport = z.strictObject({
  id: z.uuid(),
  page: z.enum(reportPages),
  ...fields,
  owner: z.strictObject({ id: z.uuid(), name: z.string() }),
  mine: z.boolean(),
  lastMailedAt: z.iso.datetime().nullable(),
  version: z.number().int(),
});
export type SavedReport = z.output<typeof savedReport>;

export const listSavedReports = defineEndpoint({
  id: 'savedReport.list',
  method: 'GET',
  path: '/statistics/reports',
  access,
  summary: 'One’s own reports and those that others share',
  query: z.strictObject({ page: z.enum(reportPages) }),
  output: z.array(savedReport),
});

export const createSavedReport = defineEndpoint({
  id: 'savedReport.create',
  method: 'POST',
  path: '/statistics/reports',
  access,
  summary: 'Keep what a page of statistics shows under a name',
  body: z.strictObject({ page: z.enum(reportPages), ...fields }),
  output: savedReport,
  successStatus: 201,
});

export const updateSavedReport = defineEndpoint({
  id: 'savedReport.update',
  method: 'PATCH',
  path: '/statistics/reports/{id}',
  access,
  summary: 'Change one’s own report; refused when it was changed meanwhile',
  params: idParams,
  body: z.strictObject(fields).partial().extend({ version: z.number().int() }),
  output: savedReport,
});

export const deleteSavedReport = defineEndpoint({
  id: 'savedReport.delete',
  method: 'DELETE',
  path: '/statistics/reports/{id}',
  access,
  summary: 'Remove one’s own report',
  params: idParams,
  output: z.null(),
});
