import { z } from 'zod';
import { audiences, defaultAudience } from '../audience.ts';
import { bytesBody, defineEndpoint, idParams } from '../endpoint.ts';
import { courseFields, onCourses } from './course.ts';
import { resourceKinds } from './resource-state.ts';

/**
 * `zip` and `json` are Lectern's own formats, with and without files; `imscc` and `imscc11` are Common Cartridge 1.3
 * and 1.1. Moodle reads only 1.1.
 */
export const courseFormats = ['zip', 'json', 'imscc', 'imscc11'] as const;
export type CourseFormat = (typeof courseFormats)[number];

export const courseFileLimits = { bytes: 100 * 1024 * 1024 } as const;

const exportQuery = z.strictObject({
  format: z.enum(courseFormats),
  /** Resources that the portal wouldn't show to this audience are left out. */
  audience: z.enum(audiences).default(defaultAudience),
  /** Includes chapters that readers can't see yet; they stay hidden. Only for people who may edit the course. */
  hiddenChapters: z.stringbool().default(false),
});
export type CourseExportQuery = z.output<typeof exportQuery>;

/** Why something is left out of an export. `maskPending`: its redacted file isn't ready. */
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
  /** null if the caller may not see it. The report inside the file never includes it. */
  title: z.string().nullable(),
  /** Number of its chapter, such as 2.1. */
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
  /** Number of resources exported with masked content redacted. */
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

/** The result of an import. */
const courseImported = z.strictObject({
  courseId: z.uuid(),
  name: z.string(),
  chapters: z.number().int(),
  /** Resources that already existed. */
  matched: z.number().int(),
  /** Resources created from the file. */
  broughtIn: z.number().int(),
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
    /** Overrides the code or term from the file, in case that combination is taken. */
    code: courseFields.code.optional(),
    term: courseFields.term.optional(),
    /** The library for new files; default: your own. */
    libraryId: z.uuid().optional(),
  }),
  body: bytesBody,
  bodyForm: 'bytes',
  bodyLimit: courseFileLimits.bytes,
  rateLimit: { calls: 30, windowMs: 3_600_000 },
  output: courseImported,
  successStatus: 201,
});
