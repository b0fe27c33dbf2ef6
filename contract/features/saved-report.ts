import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { problem } from '../input-problems.ts';
import { accessStatPage } from './access-stat.ts';
import { libraryStatPage } from './library-stat.ts';

/** Stands for the last day of the month, however long it is. */
export const lastOfMonth = 31;

const access = { kind: 'page', pages: [libraryStatPage, accessStatPage] } as const;

export const reportPages = ['data.resource', 'data.accessStat'] as const;
export const reportRhythms = ['none', 'daily', 'weekly', 'monthly'] as const;
export type ReportRhythm = (typeof reportRhythms)[number];

/** When a report is sent, in its own time zone. Only the day field that its rhythm needs is used. */
const mailingTime = z.strictObject({
  /** 1 is Monday. */
  weekday: z.number().int().min(1).max(7),
  /** 31 means the last day of the month. */
  monthDay: z.int32().refine((day) => (day >= 1 && day <= 28) || day === lastOfMonth, problem('monthDay')),
  hour: z.number().int().min(0).max(23),
  timeZone: z.string().min(1).max(60).refine(isTimeZone, problem('noSuchTimeZone')),
});
export type MailingTime = z.output<typeof mailingTime>;

const fields = {
  name: z.string().trim().min(1).max(100),
  /** The query string of the page, as in its URL. */
  address: z.string().max(2000),
  /** Others who may open the page can use the report; each sees only data in their own scope. */
  shared: z.boolean(),
  /** How often it is emailed to its owner, with the data they may see at that time. */
  mailed: z.enum(reportRhythms),
};
/** Default: Monday or the 1st, at 7:00 in the platform's time zone. */
const when = { mailedOn: mailingTime.optional() };

const savedReport = z.strictObject({
  id: z.uuid(),
  page: z.enum(reportPages),
  ...fields,
  mailedOn: mailingTime,
  owner: z.strictObject({ id: z.uuid(), name: z.string() }),
  mine: z.boolean(),
  lastMailedAt: z.iso.datetime().nullable(),
  /** null if it isn't emailed. */
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
