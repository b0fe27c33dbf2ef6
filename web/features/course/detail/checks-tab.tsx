import type { CourseDetailView } from '@lectern/contract/features/course.ts';
import type { CourseChecks, CourseProblem, ResourceProblem } from '@lectern/contract/features/course-check.ts';
import { resourceProblems } from '@lectern/contract/features/course-check.ts';
import { getCourseChecks } from '@lectern/contract/features/course-detail.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { QueryError } from '../../../components/error-panel.tsx';
import { resourceHref } from '../../../components/resource/resource-href.ts';
import { KindIcon } from '../../../components/resource/thumbnail.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { type CourseTab, chapterHref, courseHref } from '../course-href.ts';
import './checks-tab.css';

/** The tab where each course problem is fixed. */
const mendedIn: Record<CourseProblem, CourseTab> = {
  noChapters: 'catalogue',
  noResources: 'catalogue',
  nothingPublic: 'resources',
  noCover: 'overview',
  noSubject: 'overview',
  noTeacher: 'people',
  sensitive: 'overview',
  withheld: 'overview',
};

/** Problems by group, each with a link to where it can be fixed. */
export function ChecksTab({ course }: { course: CourseDetailView }) {
  const { checks: words } = useTexts().course;
  const checks = useQuery({
    ...queryOf(getCourseChecks, { params: { id: course.id } }, { quiet: true }),
    staleTime: 0,
  });
  if (!checks.data)
    return checks.error ? (
      <QueryError query={checks} />
    ) : (
      <SkeletonRegion>
        <Skeleton height={240} />
      </SkeletonRegion>
    );
  const { course: own, chapters, resources } = checks.data;
  const isClean = own.length === 0 && chapters.length === 0 && resources.length === 0;
  return (
    <>
      {checks.error && <QueryError query={checks} keepsOld />}
      {isClean ? (
        <div className="course-panel checks-clean">
          <EmptyState icon="done" title={words.clean}>
            {words.cleanText}
          </EmptyState>
        </div>
      ) : (
        <Found courseId={course.id} checks={checks.data} />
      )}
    </>
  );
}

function Found({ courseId, checks }: { courseId: string; checks: CourseChecks }) {
  const { checks: words, courseProblems, chapterProblems, resourceProblems: problemNames } = useTexts().course;
  const kinds = resourceProblems
    .map((problem) => ({ problem, found: checks.resources.filter(({ problems }) => problems.includes(problem)) }))
    .filter(({ found }) => found.length > 0);
  return (
    <>
      {checks.course.length > 0 && (
        <Group title={words.course} count={checks.course.length}>
          {checks.course.map((problem) => (
            <li key={problem}>
              <span className="check-what">{courseProblems[problem]}</span>
              <AppLink to={courseHref(courseId, { tab: mendedIn[problem] })}>{words.fix[problem]}</AppLink>
            </li>
          ))}
        </Group>
      )}
      {checks.chapters.length > 0 && (
        <Group title={words.chapters} count={checks.chapters.length}>
          {checks.chapters.map(({ id, number, title, problems }) => (
            <li key={id}>
              <span className="check-what">
                {number} {title}
              </span>
              <span className="check-note">{problems.map((problem) => chapterProblems[problem]).join(' · ')}</span>
              <AppLink to={chapterHref(id)}>{words.openChapter}</AppLink>
            </li>
          ))}
        </Group>
      )}
      {kinds.map(({ problem, found }) => (
        <Group key={problem} title={problemNames[problem]} count={found.length}>
          {found.map((item) => (
            <li key={item.itemId}>
              <span className="check-what">
                <KindIcon kind={item.kind} size={15} />
                <span title={item.title}>{item.title}</span>
              </span>
              <AppLink className="check-note" to={chapterHref(item.chapterId)}>
                {item.chapterNumber} {item.chapterTitle}
              </AppLink>
              <AppLink to={fixHref(item, problem)}>{words.fixResource[problem]}</AppLink>
            </li>
          ))}
        </Group>
      ))}
    </>
  );
}

/** Link to the page and tab where a resource problem is fixed. */
function fixHref({ resourceId, kind, chapterId }: CourseChecks['resources'][number], problem: ResourceProblem): string {
  const page = resourceHref({ id: resourceId, kind });
  switch (problem) {
    case 'beyondEnd':
      return chapterHref(chapterId);
    case 'failed':
      return `${page}?tab=processing`;
    case 'noText':
      return `${page}?tab=${kind === 'video' || kind === 'audio' ? 'transcript' : 'text'}`;
    case 'noSubtitles':
      return `${page}?tab=subtitles`;
    default:
      return page;
  }
}

function Group({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  const format = useFormat();
  const { checks: words } = useTexts().course;
  return (
    <section className="course-panel checks-group" aria-label={title}>
      <h2>
        {title} <small>{fillText(words.count, { count: format.number(count) })}</small>
      </h2>
      <ul>{children}</ul>
    </section>
  );
}
