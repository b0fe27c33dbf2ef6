import { listCourseResources } from '@lectern/contract/features/course-detail.ts';
import { useQuery } from '@tanstack/react-query';
import { AppLink } from '../../../components/app-link.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { QueryError } from '../../../components/error-panel.tsx';
import { ResourceState } from '../../../components/resource/resource-state.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { ChapterItemRow } from '../chapter/chapter-item-row.tsx';
import { chapterHref, courseHref } from '../course-href.ts';
import '../../../components/drag/sort-list.css';
import '../chapter/chapter-items.css';
import './resources-tab.css';

const nothing = () => undefined;

/** All resources of the course, grouped by chapter. */
export function ResourcesTab({ courseId }: { courseId: string }) {
  const { course: texts, chapter: words } = useTexts();
  const format = useFormat();
  const resources = useQuery(queryOf(listCourseResources, { params: { id: courseId } }, { quiet: true }));
  const rows = resources.data ?? [];
  const groups = [...Map.groupBy(rows, ({ chapterId }) => chapterId).values()];
  return (
    <>
      {resources.error && <QueryError query={resources} keepsOld={resources.data !== undefined} />}
      {resources.isPending && (
        <SkeletonRegion>
          <Skeleton height={320} />
        </SkeletonRegion>
      )}
      {resources.isSuccess && rows.length === 0 && (
        <div className="course-panel course-empty">
          <EmptyState
            icon="document"
            title={texts.noResources}
            action={
              <AppLink className="action action-primary" to={courseHref(courseId, { tab: 'catalogue' })}>
                {texts.toCatalogue}
              </AppLink>
            }
          >
            {texts.noResourcesText}
          </EmptyState>
        </div>
      )}
      {groups.map((items) => {
        const [first] = items;
        return (
          first && (
            <section key={first.chapterId} className="course-panel course-group" aria-label={first.chapterTitle}>
              <h2>
                <AppLink to={chapterHref(first.chapterId)}>
                  <span className="course-group-number">{first.chapterNumber}</span> {first.chapterTitle}
                </AppLink>
                <small>{fillText(words.resourceCount, { count: format.number(items.length) })}</small>
              </h2>
              <ul className="sort-list">
                {items.map((item) => (
                  <li key={item.id} className="sort-row">
                    <ChapterItemRow
                      item={item}
                      editable={false}
                      onRequired={nothing}
                      onOpen={nothing}
                      onRemove={nothing}
                    />
                    <div className="course-group-state">
                      <ResourceState state={item.resource.state} />
                    </div>
                  </li>
                ))}
              </ul>
            </section>
          )
        );
      })}
    </>
  );
}
