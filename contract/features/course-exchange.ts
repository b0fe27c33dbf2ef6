import { z } from 'zod';
import { audiences, defaultAudience } from '../audience.ts';
import { bytesBody, defineEndpoint, idParams } from '../endpoint.ts';
import { courseFields, onCourses } from './course.ts';
import { resourceKinds } from './resource-state.ts';

/** Our own formats, with and without files, and Common Cartridge 1.3 and 1.1. Moodle reads 1.1 only. */
export const courseFormats = ['zip', 'json', 'imscc', 'imscc11'] as const;
export type CourseFormat = (typeof courseFormats)[number];

export const courseFileLimits = { bytes: 100 * 1024 * 1024 } as const;

const exportQuery = z.strictObject({
  format: z.enum(courseFormats),
  /** Resources that these readers wouldn’t get from the portal are left out. */
  audience: z.enum(audiences).default(defaultAudience),
  /** Also chapters that readers don’t see yet; they stay hidden. For people who may edit the course. */
  hiddenChapters: z.stringbool().default(false),
});
export type CourseExportQuery = z.output<typeof exportQuery>;

/** Why something is not in an export; `maskPending`: its redacted file has not been made yet. */
const exportReasons = [
  'blocked',
  'withheld',
  'trashed',
  'notPublished',
  'outOfDates',
  'notForAudience',
  'maskPending',
  'hidden',
] as const;
export type ExportReason = (typeof exportReasons)[number];

const leftOutOfExport = z.strictObject({
  kind: z.enum([...resourceKinds, 'chapter', 'cover']),
  id: z.uuid(),
  /** null: the person who asks may not see it. The report in the file never names it. */
  title: z.string().nullable(),
  /** Number of the chapter that it stands in, such as 2.1. */
  chapter: z.string().nullable(),
  reason: z.enum(exportReasons),
});
export type LeftOutOfExport = z.output<typeof leftOutOfExport>;

const courseExportReport = z.strictObject({
  audience: z.enum(audiences),
  chapters: z.number().int(),
  resources: z.number().int(),
  files: z.number().int(),
  bytes: z.number().int(),
  /** How many of the resources leave with masked content redacted. */
  redacted: z.number().int(),
  leftOut: z.array(leftOutOfExport),
});
export type CourseExportReport = z.output<typeof courseExportReport>;

export const getCourseExportReport = defineEndpoint({
  id: 'courseExchange.report',
  method: 'GET',
  path: '/courses/{id}/exportReport',
  access: onCourses,
  summary: 'Preview an export: what it contains and leaves out',
  params: idParams,
  query: exportQuery,
  output: courseExportReport,
});

export const exportCourse = defineEndpoint({
  id: 'courseExchange.export',
  method: 'GET',
  path: '/courses/{id}/file',
  access: onCourses,
  carrier: 'cookie',
  answer: 'stream',
  summary: 'Export a course as JSON, ZIP or Common Cartridge, as the audience sees it',
  params: idParams,
  query: exportQuery,
});

/** What became of a file that was imported. */
const courseImported = z.strictObject({
  courseId: z.uuid(),
  name: z.string(),
  chapters: z.number().int(),
  /** Found among the resources that are here already. */
  matched: z.number().int(),
  /** Brought in from the file. */
  broughtIn: z.number().int(),
  /** Left out, and why. */
  leftOut: z.array(z.strictObject({ title: z.string(), why: z.string() })),
});
export type CourseImported = z.output<typeof courseImported>;

export const importCourse = defineEndpoint({
  id: 'courseExchange.import',
  method: 'POST',
  path: '/courseImports',
  access: onCourses,
  summary: 'Import a course file as a draft; the format is detected',
  query: z.strictObject({
    name: z.string().trim().min(1).max(200),
    /** Another code or term than the file says, where that is taken. */
    code: courseFields.code.optional(),
    term: courseFields.term.optional(),
    /** Where files that are not here yet are kept; not given: one’s own library. */
    libraryId: z.uuid().optional(),
  }),
  body: bytesBody,
  bodyForm: 'bytes',
  bodyLimit: courseFileLimits.bytes,
  rateLimit: { calls: 30, windowMs: 3_600_000 },
  output: courseImported,
  successStatus: 201,
});
