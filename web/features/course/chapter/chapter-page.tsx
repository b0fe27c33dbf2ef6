import { type ChapterView, getChapter, listChapterActivity } from '@lectern/contract/features/chapter.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import { DetailNotices } from '../../../components/detail/detail-notices.tsx';
import { DetailSaveBar } from '../../../components/detail/detail-save-bar.tsx';
import { LoadedPage } from '../../../components/detail/loaded-page.tsx';
import { TitleField } from '../../../components/detail/title-field.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useUrlTab } from '../../../components/use-url-tab.ts';
import type { Walk } from '../../../components/walk/walk.ts';
import { useWalkKeys, WalkButtons } from '../../../components/walk/walk-buttons.tsx';
import { usePageTitle } from '../../../lib/document-title.ts';
import { loadPageTexts } from '../../../lib/i18n/language.ts';
import { sentenceGap } from '../../../lib/i18n/punctuation.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { useLiveEvents } from '../../../lib/live-events.ts';
import { isAnswerOf } from '../../../lib/queries.ts';
import { chapterHref, courseHref, listHref } from '../course-href.ts';
import type { PreviewProps } from '../dialogs/preview-dialog.tsx';
import type { ChapterStatisticsProps } from './chapter-statistics.tsx';
import { type ChapterEdit, useChapter, useChapterEdit } from './use-chapter-edit.ts';
import '../../../components/detail/detail.css';
import '../../../components/detail/detail-page.css';
import '../../../components/visually-hidden.css';
import '../detail/course-detail.css';
import './chapter-page.css';

export function ChapterPage() {
  const { pathname, searchStr } = useLocation();
  const id = decodeURIComponent(pathname.split('/').at(-1) ?? '');
  const { routes, chapter: texts, course } = useTexts();
  const client = useQueryClient();
  const chapter = useChapter(id);
  const refresh = () => client.invalidateQueries({ predicate: isAnswerOf([getChapter, listChapterActivity]) });
  useLiveEvents('course', (event) => {
    if (event.id === chapter.data?.course.id) void refresh();
  });
  return (
    <LoadedPage
      query={chapter}
      title={routes['course.chapter']}
      back={{ list: listHref(searchStr), label: course.backToList }}
      missing={texts.missing}
      skeleton={
        <>
          <h1 className="visually-hidden">{routes['course.chapter']}</h1>
          <SkeletonRegion className="course-waiting">
            <Skeleton width="40%" height={28} />
            <Skeleton height={220} />
            <Skeleton height={260} />
          </SkeletonRegion>
        </>
      }
    >
      {(data) => <ChapterDetail key={data.id} chapter={data} refresh={refresh} />}
    </LoadedPage>
  );
}

const pending = (
  <SkeletonRegion>
    <Skeleton height={280} />
  </SkeletonRegion>
);
/** Loaded lazily because of the drag code; the page header appears before it. */
const ChapterContent = lazyPart(async () => (await import('./chapter-content.tsx')).ChapterContent, pending);
const ChapterActivity = lazyPart(async () => (await import('./chapter-activity.tsx')).ChapterActivity, pending);
const ChapterStatistics = lazyPart<ChapterStatisticsProps>(async () => {
  const [{ ChapterStatistics: Tab }] = await Promise.all([
    import('./chapter-statistics.tsx'),
    loadPageTexts('statistics', 'chart'),
  ]);
  return Tab;
}, pending);
const PreviewDialog = lazyPart<PreviewProps>(async () => (await import('../dialogs/preview-dialog.tsx')).PreviewDialog);

type Props = { chapter: ChapterView; refresh: () => Promise<unknown> };
const tabIds = ['content', 'statistics', 'activity'] as const;

function ChapterDetail({ chapter, refresh }: Props) {
  const { chapter: words, course: courseWords } = useTexts();
  const edit = useChapterEdit(chapter, refresh);
  const [previewing, setPreviewing] = useState(false);
  const [tab, setTab] = useUrlTab(tabIds);
  const { form, lock, goOn } = edit;
  usePageTitle(`${chapter.number} ${chapter.title}`);
  const problems = chapter.problems.map((problem) => courseWords.chapterProblems[problem]);
  return (
    <div className="course-detail">
      <ChapterHeader chapter={chapter} edit={edit} onPreview={() => setPreviewing(true)} />
      <div className="detail-page-notices">
        <DetailNotices lock={lock} onGoOn={goOn} form={form} />
        {!chapter.mayEdit && (
          <Banner tone="info" label={courseWords.readOnly}>
            {courseWords.readOnly}
          </Banner>
        )}
        {problems.length > 0 && (
          <Banner tone="warning" label={words.problems}>
            <strong>{words.problems}</strong>
            {sentenceGap()}
            {problems.join(' · ')}
          </Banner>
        )}
      </div>
      <Tabs
        label={words.tabsLabel}
        tabs={tabIds.map((id) => ({ id, label: words.tabs[id] }))}
        active={tab}
        onChange={setTab}
      >
        {tab === 'content' && <ChapterContent chapter={chapter} edit={edit} />}
        {tab === 'statistics' && <ChapterStatistics chapter={chapter} />}
        {tab === 'activity' && <ChapterActivity chapter={chapter} onReverted={() => void refresh()} />}
      </Tabs>
      <DetailSaveBar edit={edit} />
      {previewing && <PreviewDialog chapterId={chapter.id} onClose={() => setPreviewing(false)} />}
      <UnsavedGuard unsaved={form.changed.length > 0} within="page" />
    </div>
  );
}

type ChapterHeaderProps = { chapter: ChapterView; edit: ChapterEdit; onPreview: () => void };

/** Breadcrumbs, title, and links to the neighbouring chapters. */
function ChapterHeader({ chapter, edit, onPreview }: ChapterHeaderProps) {
  const { chapter: words } = useTexts();
  const { course, ancestors, previous, next } = chapter;
  const { form, editable } = edit;
  const home = `${courseHref(course.id, { tab: 'catalogue' })}&chapter=${chapter.id}`;
  const walk: Walk = {
    previous: previous && chapterHref(previous.id),
    next: next && chapterHref(next.id),
    list: home,
    position: null,
    count: null,
  };
  useWalkKeys(walk);
  return (
    <>
      <nav className="chapter-line" aria-label={words.line}>
        <AppLink to={home}>{course.name}</AppLink>
        {ancestors.map(({ id, number, title }) => (
          <Fragment key={id}>
            <span aria-hidden="true">/</span>
            <AppLink to={chapterHref(id)}>
              {number} {title}
            </AppLink>
          </Fragment>
        ))}
      </nav>
      <div className="detail-header">
        <WalkButtons walk={walk} words={{ back: words.backToCourse, previous: words.previous, next: words.next }} />
        <h1 className={editable ? 'visually-hidden' : 'detail-heading'}>
          {chapter.number} {chapter.title}
        </h1>
        {editable && (
          <>
            <span className="chapter-title-number" aria-hidden="true">
              {chapter.number}
            </span>
            <TitleField
              label={words.form.title}
              value={form.values.title}
              error={form.problems.title}
              changed={form.changed.includes('title')}
              maxLength={200}
              onChange={(value) => form.set('title', value)}
              onEnter={() => void form.submit()}
            />
          </>
        )}
        <div className="detail-header-actions">
          <Button icon="eye" onClick={onPreview}>
            {words.preview}
          </Button>
        </div>
      </div>
    </>
  );
}
