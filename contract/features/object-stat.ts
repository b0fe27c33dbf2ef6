import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { comparisons, days, period } from '../statistics/period.ts';
import { countedUntil } from './access-stat.ts';
import { onCourses } from './course.ts';
import { onResourceDetail } from './resource.ts';

const query = z.strictObject({ period, compare: z.enum(comparisons).default('before') });
const figure = z.strictObject({ value: z.number(), before: z.number().nullable(), exact: z.boolean() });
const sums = {
  views: z.number().int(),
  plays: z.number().int(),
  downloads: z.number().int(),
  playSeconds: z.number(),
  /** null if no video or audio was viewed. */
  completion: z.number().nullable(),
};

/** Figures for the Statistics tab of a resource, course or chapter. */
const objectStat = z.strictObject({
  period: days,
  compared: days.nullable(),
  views: figure,
  viewers: figure.extend({ value: z.number().nullable() }),
  plays: figure,
  playSeconds: figure,
  /** null if no video or audio was viewed. */
  completion: figure.extend({ value: z.number().nullable() }),
  downloads: figure,
  /** One entry per day, week or month, depending on the length of the period. */
  series: z.array(z.strictObject({ from: z.iso.date(), to: z.iso.date(), ...sums })),
  /** Chapters and resources of a course, resources of a chapter, or courses that use a resource. */
  parts: z.array(
    z.strictObject({
      of: z.enum(['chapter', 'resource', 'course']),
      id: z.uuid(),
      name: z.string().nullable(),
      gone: z.boolean(),
      kind: z.string().nullable(),
      ...sums,
    }),
  ),
  /** Whether the caller may open the access records behind the figures. */
  opens: z.boolean(),
  counted: countedUntil,
});
export type ObjectStat = z.output<typeof objectStat>;

export const getResourceStat = defineEndpoint({
  id: 'resource.getStatistics',
  method: 'GET',
  path: '/resources/{id}/statistics',
  access: onResourceDetail,
  summary: 'Get the use of a resource',
  params: idParams,
  query,
  output: objectStat,
});

export const getCourseStat = defineEndpoint({
  id: 'course.getStatistics',
  method: 'GET',
  path: '/courses/{id}/statistics',
  access: onCourses,
  summary: 'Get the use of a course, by chapter and resource',
  params: idParams,
  query,
  output: objectStat,
});

export const getChapterStat = defineEndpoint({
  id: 'chapter.getStatistics',
  method: 'GET',
  path: '/chapters/{id}/statistics',
  access: onCourses,
  summary: 'Get the use of a chapter, by resource',
  params: idParams,
  query,
  output: objectStat,
});
