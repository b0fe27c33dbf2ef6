import type { CourseDetailView } from '@lectern/contract/features/course.ts';
import type { CatalogueNode } from '@lectern/contract/features/course-catalogue.ts';
import { screen } from '@testing-library/react';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { envelope, stubApi } from '../../../lib/testing/stub-api.ts';
import { CourseDetailPage } from '../detail/course-detail-page.tsx';
import { courseId, editor, sampleCatalogue, sampleChapter } from './sample-course.ts';

type Calls = Parameters<typeof stubApi>[0];
type Options = { query?: string; chapters?: readonly CatalogueNode[]; calls?: Calls; user?: typeof editor };

/** Other calls that course pages make. */
export const sharedCalls: Calls = {
  'GET /api/settings/public': () => envelope({}),
  'GET /api/courses/terms': () => envelope([]),
  'GET /api/subjects': () => envelope([]),
  'GET /api/organisation/units': () => envelope({ colleges: [], departments: [], positions: [] }),
};

/** Opens the page of one course; needs `openFreshWindow` and `stubEventSource` first. */
export async function openCourse(course: CourseDetailView, options: Options = {}) {
  const { query = '', chapters = [], calls = {}, user = editor } = options;
  const at = `/api/courses/${courseId}`;
  const ofChapters = Object.fromEntries(
    chapters.flatMap((node) => [
      [
        `GET /api/chapters/${node.id}`,
        () => envelope(sampleChapter({ id: node.id, title: node.title, number: node.number })),
      ],
      [`GET /api/chapters/${node.id}/shelf`, () => envelope({ rows: [], more: false })],
    ]),
  );
  const api = stubApi({
    ...sharedCalls,
    [`GET ${at}`]: () => envelope(course),
    [`GET ${at}/lock`]: () => envelope(null),
    [`GET ${at}/catalogue`]: () => envelope(sampleCatalogue([...chapters])),
    ...ofChapters,
    ...calls,
  });
  const page = await renderPage(`/app/course/list/detail/${courseId}${query}`, CourseDetailPage, user);
  await screen.findByRole('heading', { level: 1 });
  return { api, ...page };
}
