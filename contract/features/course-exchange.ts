import { z } from 'zod';
import { bytesBody, defineEndpoint, idParams } from '../endpoint.ts';
import { courseFields, onCourses } from './course.ts';

/** Our own format, and what other systems read. */
export const courseFormats = ['json', 'zip', 'imscc'] as const;
export type CourseFormat = (typeof courseFormats)[number];

export const courseFileLimits = { bytes: 100 * 1024 * 1024 } as const;

export const exportCourse = defineEndpoint({
  id: 'courseExchange.export',
  method: 'GET',
  path: '/courses/{id}/file',
  access: onCourses,
  carrier: 'cookie',
  answer: 'stream',
  summary:
    'A course as a file: JSON, a zip with the files one may see, or a Common Cartridge 1.3; made while it is sent',
  params: idParams,
  query: z.strictObject({ format: z.enum(courseFormats) }),
});

/** What became of a file that was imported. */
export const courseImported = z.strictObject({
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
  summary: 'A new draft from a file of any of these formats; told apart by what it holds',
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
