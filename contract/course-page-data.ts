import { idParams } from './endpoint.ts';
import { getChapter } from './features/chapter.ts';
import { courseList, getCourse, listCourses } from './features/course.ts';
import { getCatalogue } from './features/course-catalogue.ts';
import { getCourseChecks } from './features/course-detail.ts';
import { getSubjectTree } from './features/subject-management.ts';
import { listData, type PageDataCall } from './page-data-call.ts';

export function subjectData(): PageDataCall[] {
  return [{ endpoint: getSubjectTree, quiet: true }];
}

export function courseListData(url: URL): PageDataCall[] {
  return listData(courseList, listCourses, url);
}

export function courseData({ pathname }: URL): PageDataCall[] {
  const params = idIn(pathname);
  if (!params) return [];
  return [
    { endpoint: getCourse, params, quiet: true },
    { endpoint: getCatalogue, params, quiet: true },
    { endpoint: getCourseChecks, params, quiet: true },
  ];
}

export function chapterData({ pathname }: URL): PageDataCall[] {
  const params = idIn(pathname);
  return params ? [{ endpoint: getChapter, params, quiet: true }] : [];
}

/** Undefined for an invalid ID: the page shows an error without sending a request. */
function idIn(pathname: string): { id: string } | undefined {
  return idParams.safeParse({ id: pathname.split('/').at(-1) }).data;
}
