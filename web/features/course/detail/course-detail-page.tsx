import { getCourse } from '@lectern/contract/features/course.ts';
import { getCatalogue } from '@lectern/contract/features/course-catalogue.ts';
import { getCourseChecks, listCourseActivity, listCourseResources } from '@lectern/contract/features/course-detail.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { FailedPage } from '../../../components/detail/failed-page.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../../lib/live-events.ts';
import { isAnswerOf, queryOf } from '../../../lib/queries.ts';
import { listHref } from '../course-href.ts';
import { isMissing, MissingObject } from '../missing-object.tsx';
import { CourseDetail } from './course-detail.tsx';
import '../../../components/detail/detail.css';
import '../../../components/visually-hidden.css';
import './course-detail.css';

const told = [getCourse, getCatalogue, getCourseChecks, listCourseResources, listCourseActivity];

/** One course: what it says, what it holds, who makes it, and what is wrong with it. */
export function CourseDetailPage() {
  const { pathname, searchStr } = useLocation();
  const id = decodeURIComponent(pathname.split('/').at(-1) ?? '');
  const { routes, course: texts } = useTexts();
  const client = useQueryClient();
  const course = useQuery({ ...queryOf(getCourse, { params: { id } }, { quiet: true }), retry: false });
  const refresh = () => client.invalidateQueries({ predicate: isAnswerOf(told) });
  useLiveEvents('course', (event) => {
    if (event.id === id) void refresh();
  });
  const { data, error } = course;
  if (isMissing(error)) return <MissingObject texts={texts.missingCourse} />;
  const panel = error && (
    <ErrorPanel
      error={error}
      keepsOld={data !== undefined}
      retrying={course.isFetching}
      onRetry={() => void course.refetch()}
    />
  );
  if (data)
    return (
      <>
        {panel}
        <CourseDetail key={data.id} course={data} refresh={refresh} />
      </>
    );
  if (panel)
    return (
      <FailedPage title={routes['course.detail']} back={{ list: listHref(searchStr), label: texts.backToList }}>
        {panel}
      </FailedPage>
    );
  return (
    <>
      <h1 className="visually-hidden">{routes['course.detail']}</h1>
      <SkeletonRegion className="course-waiting">
        <Skeleton width="40%" height={28} />
        <Skeleton width="60%" height={24} />
        <Skeleton height={360} />
      </SkeletonRegion>
    </>
  );
}
