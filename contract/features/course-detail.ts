import { z } from 'zod';
import { detailEndpoints } from '../detail/define-detail.ts';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { chapterItem } from './chapter-item.ts';
import { courseDetailView, coursePage, courseParts, onCourses } from './course.ts';
import { courseChecks } from './course-check.ts';

export const courseDetail = {
  type: 'course',
  page: coursePage,
  ability: 'user',
  path: '/courses',
  revertable: [
    'name',
    'code',
    'term',
    'description',
    'language',
    'subjectId',
    'collegeId',
    'departmentId',
    'availableFrom',
    'availableUntil',
  ],
} as const;
export const courseDetailEndpoints = detailEndpoints(courseDetail);
export const {
  getLock: getCourseLock,
  takeLock: takeCourseLock,
  releaseLock: releaseCourseLock,
  listActivity: listCourseActivity,
  revertActivity: revertCourseActivity,
} = courseDetailEndpoints;

export const setCoursePeople = defineEndpoint({
  id: 'course.setPeople',
  method: 'PUT',
  path: '/courses/{id}/people',
  access: onCourses,
  summary: 'Replace the teachers, assistants and editors of a course',
  params: idParams,
  body: z.strictObject({
    people: z
      .array(
        z.strictObject({
          userId: z.uuid().nullable(),
          /** Name of a person without an account. */
          name: z.string().trim().max(100).default(''),
          part: z.enum(courseParts),
        }),
      )
      .max(100),
    version: z.int32(),
  }),
  output: courseDetailView,
});

export const getCourseChecks = defineEndpoint({
  id: 'course.getChecks',
  method: 'GET',
  path: '/courses/{id}/checks',
  access: onCourses,
  summary: 'List the problems of a course, its chapters and resources',
  params: idParams,
  output: courseChecks,
});

export const listCourseResources = defineEndpoint({
  id: 'course.listResources',
  method: 'GET',
  path: '/courses/{id}/resources',
  access: onCourses,
  summary: 'List the resources of a course in order, with their chapters',
  params: idParams,
  output: z.array(chapterItem.extend({ chapterNumber: z.string(), chapterTitle: z.string() })),
});
