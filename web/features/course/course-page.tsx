import { type CourseRow, courseList, exportCourses, listCourses } from '@lectern/contract/features/course.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { filterLink, none } from '../../components/list-page/cells.tsx';
import type { CellContext, ColumnView, ListDefinition } from '../../components/list-page/list-definition.ts';
import { ListPage } from '../../components/list-page/list-page.tsx';
import { currentLanguageNames } from '../../components/resource/list/current-language-names.ts';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { useLiveEvents } from '../../lib/live-events.ts';
import { isAnswerOf } from '../../lib/queries.ts';
import { useStore } from '../../lib/store.ts';
import { courseActions, createAction, importAction, trashActions } from './course-actions.ts';
import { closeCourseDialog, courseDialog } from './course-dialog.ts';
import { courseHref } from './course-href.ts';
import { completeness, courseCover, courseState } from './course-state.tsx';
import './course-columns.css';

type Named = { id: string; name: string };

function ago(at: string | null, context: CellContext): ReactNode {
  if (!at) return none(context);
  const { format } = context;
  return (
    <time dateTime={at} title={format.dateTime(at)} className="grid-quiet">
      {format.relativeTime(at)}
    </time>
  );
}

function linked(part: Named | null, filter: string, context: CellContext): ReactNode {
  if (!part) return none(context);
  return <span className="course-lines">{filterLink(filter, [part.id], part.name, context)}</span>;
}

function teachers({ teachers: names }: CourseRow, context: CellContext): ReactNode {
  const [first, ...others] = names;
  if (first === undefined) return none(context);
  return <span title={names.join('\n')}>{others.length > 0 ? `${first} +${others.length}` : first}</span>;
}

const number = (value: number, { format }: CellContext) =>
  value > 0 ? format.number(value) : <span className="grid-quiet">0</span>;

const courseColumns: Record<string, ColumnView<CourseRow>> = {
  name: {
    width: 160,
    grow: 5,
    cell: ({ name, cover }) => (
      <>
        {courseCover(cover)}
        <span className="grid-name" title={name}>
          {name}
        </span>
      </>
    ),
  },
  code: { width: 80, grow: 1, keep: 7, cell: ({ code }) => <span title={code}>{code}</span> },
  subject: { width: 82, grow: 2, keep: 6, cell: ({ subject }, context) => linked(subject, 'subject', context) },
  college: { width: 88, grow: 2, keep: 3, cell: ({ college }, context) => linked(college, 'college', context) },
  department: {
    width: 120,
    grow: 2,
    keep: 2,
    cell: ({ department }, context) => linked(department, 'department', context),
  },
  teachers: { width: 80, grow: 2, keep: 6, cell: teachers },
  term: {
    // Fits “2026-autumn”.
    width: 118,
    grow: 0,
    keep: 4,
    cell: ({ term }, context) => (term ? filterLink('term', term, term, context) : none(context)),
  },
  chapters: { width: 76, grow: 0, keep: 4, cell: ({ counts }, context) => number(counts.chapters, context) },
  resources: { width: 84, grow: 0, keep: 4, cell: ({ counts }, context) => number(counts.resources, context) },
  completeness: {
    width: 108,
    grow: 0,
    keep: 8,
    cell: ({ id, counts }, context) =>
      completeness(counts, courseHref(id, { tab: 'checks', view: context.view }), context),
  },
  audience: {
    // Fits “Campus only”.
    width: 104,
    grow: 0,
    keep: 7,
    cell: ({ audience }, context) =>
      filterLink('audience', [audience], context.texts.words.audiences[audience], context),
  },
  state: { width: 96, grow: 0, keep: 9, cell: (row, { texts }) => courseState(row, texts) },
  owner: {
    width: 110,
    grow: 1,
    keep: 2,
    cell: ({ owner }, context) => filterLink('owner', owner.id, owner.name, context),
  },
  language: {
    width: 90,
    grow: 0,
    cell: ({ language }, context) =>
      language
        ? filterLink('language', [language], currentLanguageNames()[language] ?? language, context)
        : none(context),
  },
  published: {
    width: 108,
    grow: 0,
    greatestFirst: true,
    cell: ({ publishedAt }, context) => ago(publishedAt, context),
  },
  created: { width: 108, grow: 0, greatestFirst: true, cell: ({ createdAt }, context) => ago(createdAt, context) },
  updated: {
    width: 92,
    grow: 0,
    // Hidden first when space is short, because nobody looks for a course by it.
    keep: 1,
    greatestFirst: true,
    cell: ({ updatedAt }, context) => ago(updatedAt, context),
  },
};

const courseListView: ListDefinition<CourseRow> = {
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
  texts: ({ routes, course, courseStates, words }) => ({
    title: routes['course.list'],
    search: course.list.search,
    emptyTitle: course.list.emptyTitle,
    emptyText: course.list.emptyText,
    columns: course.columns,
    tabs: course.list.tabs,
    filters: course.list.filters,
    values: {
      state: courseStates,
      problem: course.problemKinds,
      audience: words.audiences,
      language: currentLanguageNames(),
    },
  }),
};

/** Loaded when the first dialog opens. */
const CourseDialogs = lazyPage(async () => (await import('./dialogs/course-dialogs.tsx')).CourseDialogs);

/** The list of courses the user may see. */
export function CoursePage() {
  const asking = useStore(courseDialog) !== null;
  const client = useQueryClient();
  // Also sent when a change to a resource affects a course's completeness.
  useLiveEvents('course', () => void client.invalidateQueries({ predicate: isAnswerOf([listCourses]) }));
  useEffect(() => closeCourseDialog, []);
  return (
    <>
      <ListPage definition={courseListView} />
      {asking && <CourseDialogs />}
    </>
  );
}
