import type { ChapterItem } from '@lectern/contract/features/chapter-item.ts';
import type { CourseDetailView } from '@lectern/contract/features/course.ts';
import { listCourseResources } from '@lectern/contract/features/course-detail.ts';
import { getCourseStat } from '@lectern/contract/features/object-stat.ts';
import { type ResourceKind, resourceKinds } from '@lectern/contract/features/resource-state.ts';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { QueryError } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { ObjectStatTab, useObjectStatQuery } from '../../../components/statistics/object-stat-tab.tsx';
import type { ApiError } from '../../../lib/api-error.ts';
import type { CallOutput } from '../../../lib/callable.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import './statistics-tab.css';

export type StatisticsTabProps = { course: CourseDetailView };

/** Usage and size of the course: durations, kinds and a comparison of chapters. */
export function StatisticsTab({ course }: StatisticsTabProps) {
  const query = useObjectStatQuery();
  const stat = useQuery({
    ...queryOf(getCourseStat, { params: { id: course.id }, query }, { quiet: true }),
    placeholderData: keepPreviousData,
  });
  const resources = useQuery(queryOf(listCourseResources, { params: { id: course.id } }, { quiet: true }));
  // If both requests fail, show one error whose Retry reloads both.
  const bothFailed = stat.error !== null && !stat.data && resources.error !== null;
  return (
    <>
      <ObjectStatTab
        stat={stat}
        of={{ course: course.id }}
        {...(bothFailed && { onRetry: () => void resources.refetch() })}
      />
      {!bothFailed && <CourseSize course={course} resources={resources} />}
    </>
  );
}

type Resources = UseQueryResult<CallOutput<typeof listCourseResources>, ApiError>;

function CourseSize({ course, resources }: StatisticsTabProps & { resources: Resources }) {
  const { course: texts, resource } = useTexts();
  const words = texts.statistics;
  const format = useFormat();
  if (!resources.data)
    return resources.error ? (
      <QueryError query={resources} />
    ) : (
      <SkeletonRegion>
        <Skeleton height={240} />
      </SkeletonRegion>
    );
  const figures = figuresOf(resources.data);
  const whole = [
    { label: words.chapters, value: format.number(course.counts.chapters) },
    {
      label: words.resources,
      value: format.number(figures.resources),
      note: fillText(words.required, { count: format.number(figures.required) }),
    },
    { label: words.playing, value: figures.playingMs > 0 ? format.duration(figures.playingMs) : '0:00' },
    { label: words.pages, value: format.number(figures.pages) },
  ];
  const kinds = resourceKinds.map((kind) => ({ id: kind, label: resource.kinds[kind], value: figures.byKind[kind] }));
  const chapters = figures.byChapter.map(({ id, number, title, resources: value, playingMs }) => ({
    id,
    label: `${number} ${title}`,
    value,
    note: playingMs > 0 ? format.duration(playingMs) : '',
  }));
  return (
    <>
      <div className="course-figures">
        {whole.map(({ label, value, note }) => (
          <div key={label} className="course-panel course-figure">
            <span>{label}</span>
            <strong>{value}</strong>
            <small>{note}</small>
          </div>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the panel around it scrolls and may contain nothing focusable */}
      <div className="course-charts" tabIndex={0}>
        <Bars title={words.byKind} bars={kinds} none={texts.noResources} />
        <Bars title={words.byChapter} bars={chapters} none={texts.noResources} />
      </div>
    </>
  );
}

type Bar = { id: string; label: string; value: number; note?: string };

function Bars({ title, bars, none }: { title: string; bars: readonly Bar[]; none: string }) {
  const format = useFormat();
  const greatest = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <section className="course-panel course-bars" aria-label={title}>
      <h2>{title}</h2>
      {bars.length === 0 && <p className="course-bars-none">{none}</p>}
      <dl>
        {bars.map(({ id, label, value, note }) => (
          <div key={id}>
            <dt title={label}>{label}</dt>
            <dd>
              <span className="course-bar" aria-hidden="true">
                <span style={{ width: `${(value / greatest) * 100}%` }} />
              </span>
              <span>{format.number(value)}</span>
              {note && <small>{note}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type Item = Pick<ChapterItem, 'chapterId' | 'resource' | 'required' | 'startMs' | 'endMs'> & {
  chapterNumber: string;
  chapterTitle: string;
};

/** Duration of the part learners play, in milliseconds; 0 if it isn't media or the duration is unknown. */
function playingMs({ resource, startMs, endMs }: Pick<Item, 'resource' | 'startMs' | 'endMs'>): number {
  const end = endMs ?? (resource.durationSeconds === null ? 0 : resource.durationSeconds * 1000);
  return Math.max(0, end - (startMs ?? 0));
}

/** Totals of a course. */
export function figuresOf(items: readonly Item[]) {
  const sum = (some: readonly Item[], of: (item: Item) => number) => some.reduce((all, item) => all + of(item), 0);
  const byKind: Record<ResourceKind, number> = { document: 0, video: 0, audio: 0, image: 0 };
  for (const { resource } of items) byKind[resource.kind] += 1;
  return {
    resources: items.length,
    required: items.filter(({ required }) => required).length,
    playingMs: sum(items, playingMs),
    pages: sum(items, ({ resource }) => resource.pageCount ?? 0),
    byKind,
    byChapter: [...Map.groupBy(items, ({ chapterId }) => chapterId)].map(([id, some]) => ({
      id,
      number: some[0]?.chapterNumber ?? '',
      title: some[0]?.chapterTitle ?? '',
      resources: some.length,
      playingMs: sum(some, playingMs),
    })),
  };
}
