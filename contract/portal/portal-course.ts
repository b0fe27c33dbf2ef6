import { z } from 'zod';
import { audiences } from '../audience.ts';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { mediaLink, nextCursor, portalName, portalPageQuery } from './portal-page.ts';
import { portalResourceCard } from './portal-resource.ts';

const access = { kind: 'apiKey', scope: 'content' } as const;

export const portalCourseCard = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  code: z.string(),
  term: z.string(),
  description: z.string(),
  language: z.string().nullable(),
  audience: z.enum(audiences),
  subject: portalName.nullable(),
  college: portalName.nullable(),
  department: portalName.nullable(),
  /** In the order of the course. */
  teachers: z.array(z.string()),
  publishedAt: z.iso.datetime().nullable(),
  updatedAt: z.iso.datetime(),
  /** It is there until then; null: no end is planned. */
  availableUntil: z.iso.datetime().nullable(),
  cover: mediaLink.nullable(),
});
export type PortalCourseCard = z.output<typeof portalCourseCard>;

export const listPortalCourses = defineEndpoint({
  id: 'portal.courses',
  method: 'GET',
  path: '/portal/courses',
  access,
  summary: 'List published courses, newest first',
  query: z.strictObject({
    ...portalPageQuery,
    /** With everything below it. */
    subject: z.uuid().optional(),
    college: z.uuid().optional(),
    term: z.string().trim().min(1).max(60).optional(),
    audience: z.enum(audiences).optional(),
    /** Parts of name, code or description. */
    text: z.string().trim().min(1).max(100).optional(),
  }),
  output: z.strictObject({ courses: z.array(portalCourseCard), next: nextCursor }),
});

export const portalChapterResource = z.strictObject({
  /** Of the place in the chapter: the same resource may stand in several. */
  id: z.uuid(),
  required: z.boolean(),
  /** The part of a film or a recording that is meant; null: from its beginning, to its end. */
  startMs: z.number().int().nullable(),
  endMs: z.number().int().nullable(),
  note: z.string(),
  resource: portalResourceCard,
});

export const portalChapter = z.strictObject({
  id: z.uuid(),
  parentId: z.uuid().nullable(),
  title: z.string(),
  goals: z.string(),
  body: z.string(),
  availableUntil: z.iso.datetime().nullable(),
  resources: z.array(portalChapterResource),
});
export type PortalChapter = z.output<typeof portalChapter>;

export const portalCourse = portalCourseCard.extend({
  /** In the order of reading, parents before what is below them. */
  chapters: z.array(portalChapter),
});
export type PortalCourse = z.output<typeof portalCourse>;

export const getPortalCourse = defineEndpoint({
  id: 'portal.course',
  method: 'GET',
  path: '/portal/courses/{id}',
  access,
  summary: 'Get a published course with its chapters and their content',
  params: idParams,
  output: portalCourse,
});
