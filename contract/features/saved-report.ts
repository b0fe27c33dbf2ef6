import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { problem } from '../input-problems.ts';
import { accessStatPage } from './access-stat.ts';
import { libraryStatPage } from './library-stat.ts';

/** The day of the month that stands for its last. */
export const lastOfMonth = 31;

const access = { kind: 'page', pages: [libraryStatPage, accessStatPage] } as const;

export const reportPages = ['data.resource', 'data.accessStat'] as const;
export const reportRhythms = ['none', 'daily', 'weekly', 'monthly'] as const;
export type ReportRhythm = (typeof reportRhythms)[number];

/** When a report goes out, by the clock of its own time zone; of the days only the one that its rhythm needs counts. */
const mailingTime = z.strictObject({
  /** 1 is Monday. */
  weekday: z.number().int().min(1).max(7),
  /** 31: the last day of the month, however long that is. */
  monthDay: z.int32().refine((day) => (day >= 1 && day <= 28) || day === lastOfMonth, problem('monthDay')),
  hour: z.number().int().min(0).max(23),
  timeZone: z.string().min(1).max(60).refine(isTimeZone, problem('noSuchTimeZone')),
});
export type MailingTime = z.output<typeof mailingTime>;

const fields = {
  name: z.string().trim().min(1).max(100),
  /** The search parameters of the page, as its address has them. */
  address: z.string().max(2000),
  /** Others who may open the page find it, too; everybody sees in it what they may see. */
  shared: z.boolean(),
  /** Sent to its owner by mail, of the data that they may see at that moment. */
  mailed: z.enum(reportRhythms),
};
/** Missing: Monday, the first, seven in the morning, where the platform is. */
const when = { mailedOn: mailingTime.optional() };

const savedReport = z.strictObject({
  id: z.uuid(),
  page: z.enum(reportPages),
  ...fields,
  mailedOn: mailingTime,
  owner: z.strictObject({ id: z.uuid(), name: z.string() }),
  mine: z.boolean(),
  lastMailedAt: z.iso.datetime().nullable(),
  /** null: it is not sent. */
  nextMailedAt: z.iso.datetime().nullable(),
  version: z.int32(),
});
export type SavedReport = z.output<typeof savedReport>;

export const listSavedReports = defineEndpoint({
  id: 'savedReport.list',
  method: 'GET',
  path: '/statistics/reports',
  access,
  summary: 'List your reports and shared ones',
  query: z.strictObject({ page: z.enum(reportPages) }),
  output: z.array(savedReport),
});

export const createSavedReport = defineEndpoint({
  id: 'savedReport.create',
  method: 'POST',
  path: '/statistics/reports',
  access,
  summary: 'Save a report',
  body: z.strictObject({ page: z.enum(reportPages), ...fields, ...when }),
  output: savedReport,
  successStatus: 201,
});

export const updateSavedReport = defineEndpoint({
  id: 'savedReport.update',
  method: 'PATCH',
  path: '/statistics/reports/{id}',
  access,
  summary: 'Change your report; 409 if it has changed',
  params: idParams,
  body: z
    .strictObject({ ...fields, ...when })
    .partial()
    .extend({ version: z.int32() }),
  output: savedReport,
});

export const deleteSavedReport = defineEndpoint({
  id: 'savedReport.delete',
  method: 'DELETE',
  path: '/statistics/reports/{id}',
  access,
  summary: 'Delete one of your reports',
  params: idParams,
  output: z.null(),
});

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
