import { type CourseHit, searchCourses } from '@lectern/contract/features/search.ts';
import { getRoute } from '@lectern/contract/routes.ts';
import { queryOf } from '../../lib/queries.ts';
import { type Found, useFound } from './use-found.ts';

export const courseListPage = getRoute('course.list');

/** Courses and their chapters. */
export function useCourses(text: string): Found<CourseHit> {
  return useFound(text, courseListPage, (wanted) =>
    queryOf(searchCourses, { query: { text: wanted } }, { quiet: true }),
  );
}
