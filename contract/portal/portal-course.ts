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
  /** In display order. */
  teachers: z.array(z.string()),
  publishedAt: z.iso.datetime().nullable(),
  updatedAt: z.iso.datetime(),
  /** null if no end is planned. */
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
    /** Includes child subjects. */
    subject: z.uuid().optional(),
    college: z.uuid().optional(),
    term: z.string().trim().min(1).max(60).optional(),
    audience: z.enum(audiences).optional(),
    /** Matches part of the name, code or description. */
    text: z.string().trim().min(1).max(100).optional(),
  }),
  output: z.strictObject({ courses: z.array(portalCourseCard), next: nextCursor }),
});

export const portalChapterResource = z.strictObject({
  /** ID of the item in the chapter; the same resource can be in several chapters. */
  id: z.uuid(),
  required: z.boolean(),
  /** Start of the excerpt to play; a null start or end means the start or end of the recording. */
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
  /** In reading order, parents before children. */
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
