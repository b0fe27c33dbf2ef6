import { getChapter, listChapterActivity } from '@lectern/contract/features/chapter.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { FailedPage } from '../../../components/detail/failed-page.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../../lib/live-events.ts';
import { isAnswerOf } from '../../../lib/queries.ts';
import { listHref } from '../course-href.ts';
import { isMissing, MissingObject } from '../missing-object.tsx';
import { ChapterDetail } from './chapter-detail.tsx';
import { useChapter } from './use-chapter.ts';
import '../../../components/detail/detail.css';
import '../../../components/visually-hidden.css';
import '../detail/course-detail.css';
import './chapter-page.css';

/** One chapter: what it is about, and what it holds. */
export function ChapterPage() {
  const { pathname, searchStr } = useLocation();
  const id = decodeURIComponent(pathname.split('/').at(-1) ?? '');
  const { routes, chapter: texts, course } = useTexts();
  const client = useQueryClient();
  const chapter = useChapter(id);
  const refresh = () => client.invalidateQueries({ predicate: isAnswerOf([getChapter, listChapterActivity]) });
  const { data, error } = chapter;
  useLiveEvents('course', (event) => {
    if (event.id === data?.course.id) void refresh();
  });
  if (isMissing(error)) return <MissingObject texts={texts.missing} />;
  const panel = error && (
    <ErrorPanel
      error={error}
      keepsOld={data !== undefined}
      retrying={chapter.isFetching}
      onRetry={() => void chapter.refetch()}
    />
  );
  if (data)
    return (
      <>
        {panel}
        <ChapterDetail key={data.id} chapter={data} refresh={refresh} />
      </>
    );
  if (panel)
    return (
      <FailedPage title={routes['course.chapter']} back={{ list: listHref(searchStr), label: course.backToList }}>
        {panel}
      </FailedPage>
    );
  return (
    <>
      <h1 className="visually-hidden">{routes['course.chapter']}</h1>
      <SkeletonRegion className="course-waiting">
        <Skeleton width="40%" height={28} />
        <Skeleton height={220} />
        <Skeleton height={260} />
      </SkeletonRegion>
    </>
  );
}
