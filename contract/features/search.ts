import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { onCourses } from './course.ts';
import { courseStates } from './course-state.ts';
import { passageHit, passageSources } from './passage.ts';
import { resourceKinds, resourceStates } from './resource-state.ts';

const searchHit = z.strictObject({
  id: z.uuid(),
  kind: z.enum(resourceKinds),
  state: z.enum(resourceStates),
  title: z.string(),
  fileName: z.string(),
  thumbnail: z.string().nullable(),
  /** The matching field; `snippet` is the text around the match. */
  found: z.enum(['title', 'description', 'tag', 'fileName', 'author', 'similar']),
  snippet: z.string().nullable(),
});
export type SearchHit = z.output<typeof searchHit>;

const text = z.string().trim().min(1).max(200);
const rateLimit = { calls: 600, windowMs: 60_000 };

export const searchResources = defineEndpoint({
  id: 'search.resources',
  method: 'GET',
  path: '/search/resources',
  access: { kind: 'signedIn' },
  summary: 'Search resources by title, description, tags, file name or author; falls back to similar spellings',
  query: z.strictObject({
    text,
    size: z.coerce.number().int().min(1).max(20).default(8),
  }),
  output: z.array(searchHit),
  rateLimit,
});

const passageGroup = z.strictObject({
  id: z.uuid(),
  kind: z.enum(resourceKinds),
  state: z.enum(resourceStates),
  title: z.string(),
  thumbnail: z.string().nullable(),
  /** In reading order. */
  passages: z.array(passageHit),
});
export type PassageGroup = z.output<typeof passageGroup>;

export const searchPassages = defineEndpoint({
  id: 'search.passages',
  method: 'GET',
  path: '/search/passages',
  access: { kind: 'signedIn' },
  summary: 'Search passages of resources you can see, most recently changed first',
  query: z.strictObject({
    text,
    /** Number of resources. */
    size: z.coerce.number().int().min(1).max(20).default(5),
    /** Comma-separated sources to search; default: all. */
    sources: z
      .string()
      .max(100)
      .transform((list) => list.split(','))
      .pipe(z.array(z.enum(passageSources)).min(1))
      .optional(),
  }),
  output: z.array(passageGroup),
  rateLimit,
});

const courseHit = z.strictObject({
  type: z.enum(['course', 'chapter']),
  id: z.uuid(),
  /** Name of the course or title of the chapter. */
  title: z.string(),
  course: z.strictObject({
    id: z.uuid(),
    name: z.string(),
    code: z.string(),
    term: z.string(),
    state: z.enum(courseStates),
    /** URL relative to the API base, using the cookie. */
    cover: z.string().nullable(),
  }),
});
export type CourseHit = z.output<typeof courseHit>;

export const searchCourses = defineEndpoint({
  id: 'search.courses',
  method: 'GET',
  path: '/search/courses',
  access: onCourses,
  summary: 'Search courses by name, code, term or teacher, and chapters by title',
  query: z.strictObject({
    text,
    /** Maximum number of courses, and of chapters. */
    size: z.coerce.number().int().min(1).max(20).default(5),
  }),
  output: z.array(courseHit),
  rateLimit,
});
