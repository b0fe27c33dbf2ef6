import { type CourseDetailView, getCourse } from '@lectern/contract/features/course.ts';
import { getCatalogue } from '@lectern/contract/features/course-catalogue.ts';
import type { CourseChecks } from '@lectern/contract/features/course-check.ts';
import { getCourseChecks, listCourseActivity, listCourseResources } from '@lectern/contract/features/course-detail.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { DetailNotices } from '../../../components/detail/detail-notices.tsx';
import { DetailSaveBar } from '../../../components/detail/detail-save-bar.tsx';
import { LoadedPage } from '../../../components/detail/loaded-page.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { WithheldNotice } from '../../../components/withheld-notice.tsx';
import { registerActions } from '../../../lib/actions.ts';
import { usePageTitle } from '../../../lib/document-title.ts';
import { useFormat } from '../../../lib/format.ts';
import { loadPageTexts } from '../../../lib/i18n/language.ts';
import { sentenceGap } from '../../../lib/i18n/punctuation.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { lazyPage } from '../../../lib/lazy-page.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { useLiveEvents } from '../../../lib/live-events.ts';
import { navigate } from '../../../lib/navigation.ts';
import { isAnswerOf, queryOf } from '../../../lib/queries.ts';
import { useStore } from '../../../lib/store.ts';
import { useLatest } from '../../../lib/use-latest.ts';
import { useCatalogue } from '../catalogue/use-catalogue.ts';
import { closeCourseDialog, courseDialog } from '../course-dialog.ts';
import { type CourseTab, courseTabs, listHref } from '../course-href.ts';
import type { PreviewProps } from '../dialogs/preview-dialog.tsx';
import { CourseHeader, useCourseMoves } from './course-header.tsx';
import { OverviewTab } from './overview-tab.tsx';
import type { StatisticsTabProps } from './statistics-tab.tsx';
import { useCourseEdit } from './use-course-edit.ts';
import '../../../components/detail/detail.css';
import '../../../components/detail/detail-page.css';
import '../../../components/visually-hidden.css';
import './course-detail.css';

const told = [getCourse, getCatalogue, getCourseChecks, listCourseResources, listCourseActivity];

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
  return (
    <LoadedPage
      query={course}
      title={routes['course.detail']}
      back={{ list: listHref(searchStr), label: texts.backToList }}
      missing={texts.missingCourse}
      skeleton={
        <>
          <h1 className="visually-hidden">{routes['course.detail']}</h1>
          <SkeletonRegion className="course-waiting">
            <Skeleton width="40%" height={28} />
            <Skeleton width="60%" height={24} />
            <Skeleton height={360} />
          </SkeletonRegion>
        </>
      }
    >
      {(data) => <CourseDetail key={data.id} course={data} refresh={refresh} />}
    </LoadedPage>
  );
}

const pending = (
  <SkeletonRegion>
    <Skeleton height={280} />
  </SkeletonRegion>
);
/** Large or less used tabs are loaded on demand. */
const CatalogueTab = lazyPart(async () => (await import('../catalogue/catalogue-tab.tsx')).CatalogueTab, pending);
const ResourcesTab = lazyPart(async () => (await import('./resources-tab.tsx')).ResourcesTab, pending);
const PeopleTab = lazyPart(async () => (await import('./people-tab.tsx')).PeopleTab, pending);
const ChecksTab = lazyPart(async () => (await import('./checks-tab.tsx')).ChecksTab, pending);
const StatisticsTab = lazyPart<StatisticsTabProps>(async () => {
  const [{ StatisticsTab: Tab }] = await Promise.all([
    import('./statistics-tab.tsx'),
    loadPageTexts('statistics', 'chart'),
  ]);
  return Tab;
}, pending);
const CourseActivity = lazyPart(async () => (await import('./course-activity.tsx')).CourseActivity, pending);
const PreviewDialog = lazyPart<PreviewProps>(async () => (await import('../dialogs/preview-dialog.tsx')).PreviewDialog);
const CourseDialogs = lazyPage(async () => (await import('../dialogs/course-dialogs.tsx')).CourseDialogs);

type Props = { course: CourseDetailView; refresh: () => Promise<unknown> };

function CourseDetail({ course, refresh }: Props) {
  const { course: texts } = useTexts();
  const format = useFormat();
  const { searchStr } = useLocation();
  const address = useCourseAddress();
  const edit = useCourseEdit(course, refresh);
  const moves = useCourseMoves(course, {
    onMoved: (moved) => {
      if (!moved) return navigate(listHref(searchStr));
      edit.keep(moved);
      void refresh();
    },
  });
  const [previewing, setPreviewing] = useState(false);
  const asking = useStore(courseDialog) !== null;
  const first = useCatalogue(course.id).data?.chapters[0];
  usePageTitle(course.name);
  useEffect(() => closeCourseDialog, []);
  const { form, lock, goOn, editable } = edit;
  useSaveKey(() => editable && void form.submit());
  const { counts } = course;
  const checks = useQuery(queryOf(getCourseChecks, { params: { id: course.id } }, { quiet: true })).data;
  const shown: Partial<Record<CourseTab, number>> = {
    catalogue: counts.chapters,
    resources: counts.resources,
    people: course.people.length,
    ...(checks && { checks: rowsOf(checks) }),
  };
  const tabs = courseTabs.map((id) => ({
    id,
    label: texts.tabs[id],
    count: shown[id] ? format.number(shown[id]) : undefined,
  }));
  return (
    <div className="course-detail">
      <CourseHeader course={course} edit={edit} moves={moves} onPreview={first ? () => setPreviewing(true) : null} />
      <div className="detail-page-notices">
        <DetailNotices lock={lock} onGoOn={goOn} form={form} />
        {!course.mayEdit && (
          <Banner tone="info" label={texts.readOnly}>
            {course.state === 'trashed' || course.state === 'archived' ? texts.shutState : texts.readOnly}
          </Banner>
        )}
        {course.withheld && <WithheldNotice item={{ id: course.id, kind: 'course' }} texts={texts} />}
        {course.stateReason && (
          <Banner tone="warning" label={texts.reason}>
            <strong>{texts.reason}</strong>
            {sentenceGap()}
            {course.stateReason}
          </Banner>
        )}
      </div>
      <Tabs label={texts.tabsLabel} tabs={tabs} active={address.tab} onChange={(tab) => address.go({ tab })}>
        {address.tab === 'overview' && <OverviewTab course={course} edit={edit} refresh={refresh} />}
        {address.tab === 'catalogue' && (
          <CatalogueTab
            courseId={course.id}
            chosenId={address.chapter}
            onChoose={(chapter) => address.go({ chapter })}
          />
        )}
        {address.tab === 'resources' && <ResourcesTab courseId={course.id} />}
        {address.tab === 'people' && <PeopleTab course={course} editable={editable} edit={edit} refresh={refresh} />}
        {address.tab === 'statistics' && <StatisticsTab course={course} />}
        {address.tab === 'checks' && <ChecksTab course={course} />}
        {address.tab === 'activity' && <CourseActivity course={course} onReverted={() => void refresh()} />}
      </Tabs>
      <DetailSaveBar edit={edit} />
      {moves.dialog}
      {asking && <CourseDialogs />}
      {previewing && first && <PreviewDialog chapterId={first.id} onClose={() => setPreviewing(false)} />}
      <UnsavedGuard unsaved={form.changed.length > 0} within="page" />
    </div>
  );
}

/** Number of rows in the tab; an object with two problems has two rows. */
function rowsOf({ course, chapters, resources }: CourseChecks): number {
  return course.length + chapters.length + resources.reduce((sum, { problems }) => sum + problems.length, 0);
}

/** Open tab and chapter, kept in the query string next to the list view. */
function useCourseAddress() {
  const { pathname, searchStr } = useLocation();
  const params = new URLSearchParams(searchStr);
  return {
    tab: courseTabs.find((one) => one === params.get('tab')) ?? courseTabs[0],
    chapter: params.get('chapter'),
    go(change: { tab?: CourseTab; chapter?: string }) {
      for (const [name, value] of Object.entries(change)) params.set(name, value);
      if (params.get('tab') === courseTabs[0]) params.delete('tab');
      const query = params.toString();
      navigate(query ? `${pathname}?${query}` : pathname);
    },
  };
}

function useSaveKey(save: () => unknown): void {
  const latest = useLatest(save);
  useEffect(
    () =>
      registerActions([
        {
          id: 'course.save',
          label: ({ words }) => words.save,
          group: 'view',
          keys: '$mod+s',
          keysOnly: true,
          run: () => void latest.current(),
        },
      ]),
    [],
  );
}
