import { audienceWords } from '@lectern/contract/audience.ts';
import { type CourseRow, courseList, exportCourses, listCourses } from '@lectern/contract/features/course.ts';
import { courseStateWords, problemKindWords } from '@lectern/contract/features/course-words.ts';
import type { ListDefinition } from '../../../components/list-page/list-definition.ts';
import { currentLanguageNames } from '../../../components/resource/list/current-language-names.ts';
import { currentHeadings, inLanguage } from '../../../lib/i18n/in-language.ts';
import { courseHref } from '../course-href.ts';
import { courseActions, createAction, importAction, trashActions } from './course-actions.ts';
import { courseColumns } from './course-columns.tsx';

export const courseListView: ListDefinition<CourseRow> = {
  list: courseList,
  endpoint: listCourses,
  exportEndpoint: exportCourses,
  icon: 'course',
  mainColumn: 'name',
  opens: false,
  href: ({ id }, view) => courseHref(id, { view }),
  labelOf: ({ name }) => name,
  columns: courseColumns,
  primary: createAction,
  more: [importAction],
  actions: courseActions,
  actionsIn: { trash: trashActions },
  texts: ({ routes, course }) => ({
    title: routes['course.list'],
    search: course.list.search,
    emptyTitle: course.list.emptyTitle,
    emptyText: course.list.emptyText,
    columns: currentHeadings(courseList.columns),
    tabs: course.list.tabs,
    filters: course.list.filters,
    values: {
      state: inLanguage(courseStateWords),
      problem: inLanguage(problemKindWords),
      audience: inLanguage(audienceWords),
      language: currentLanguageNames(),
    },
  }),
};
