import type { ChapterView } from '@lectern/contract/features/chapter.ts';
import { chapterProblemWords } from '@lectern/contract/features/course-words.ts';
import { useState } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { DetailNotices } from '../../../components/detail/detail-notices.tsx';
import { DetailSaveBar } from '../../../components/detail/detail-save-bar.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useUrlTab } from '../../../components/use-url-tab.ts';
import { usePageTitle } from '../../../lib/document-title.ts';
import { inLanguage } from '../../../lib/i18n/in-language.ts';
import { loadPageTexts } from '../../../lib/i18n/language.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import type { PreviewProps } from '../preview/preview-dialog.tsx';
import { ChapterHeader } from './chapter-header.tsx';
import type { ChapterStatisticsProps } from './chapter-statistics.tsx';
import { useChapterEdit } from './use-chapter-edit.ts';

const pending = (
  <SkeletonRegion>
    <Skeleton height={280} />
  </SkeletonRegion>
);
/** With all that drags; the page shows where one is before it. */
const ChapterContent = lazyPart(async () => (await import('./chapter-content.tsx')).ChapterContent, pending);
const ChapterActivity = lazyPart(async () => (await import('./chapter-activity.tsx')).ChapterActivity, pending);
const ChapterStatistics = lazyPart<ChapterStatisticsProps>(async () => {
  const [{ ChapterStatistics: Tab }] = await Promise.all([
    import('./chapter-statistics.tsx'),
    loadPageTexts('statistics', 'chart'),
  ]);
  return Tab;
}, pending);
const PreviewDialog = lazyPart<PreviewProps>(async () => (await import('../preview/preview-dialog.tsx')).PreviewDialog);

type Props = { chapter: ChapterView; refresh: () => Promise<unknown> };
const tabIds = ['content', 'statistics', 'activity'] as const;

export function ChapterDetail({ chapter, refresh }: Props) {
  const { chapter: words, course: courseWords } = useTexts();
  const edit = useChapterEdit(chapter, refresh);
  const [previewing, setPreviewing] = useState(false);
  const [tab, setTab] = useUrlTab(tabIds);
  const { form, lock, goOn, editable } = edit;
  usePageTitle(`${chapter.number} ${chapter.title}`);
  const problems = chapter.problems.map((problem) => inLanguage(chapterProblemWords)[problem]);
  return (
    <div className="course-detail">
      <ChapterHeader chapter={chapter} edit={edit} onPreview={() => setPreviewing(true)} />
      <div className="course-notices">
        <DetailNotices lock={lock} onGoOn={goOn} form={form} />
        {!chapter.mayEdit && (
          <Banner tone="info" label={courseWords.readOnly}>
            {courseWords.readOnly}
          </Banner>
        )}
        {problems.length > 0 && (
          <Banner tone="warning" label={words.problems}>
            <strong>{words.problems}</strong> {problems.join(' · ')}
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
      <DetailSaveBar
        changes={form.changed.length}
        saving={form.saving}
        blocked={!editable}
        onSave={() => void form.submit()}
        onDiscard={form.discard}
      />
      {previewing && <PreviewDialog chapterId={chapter.id} onClose={() => setPreviewing(false)} />}
      <UnsavedGuard unsaved={form.changed.length > 0} within="page" />
    </div>
  );
}
