import { type ChapterView, chapterDetailEndpoints } from '@lectern/contract/features/chapter.ts';
import { chapterProblemWords } from '@lectern/contract/features/course-words.ts';
import { useMemo, useState } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { ActivityTab } from '../../../components/detail/activity-tab.tsx';
import { DetailNotices } from '../../../components/detail/detail-notices.tsx';
import { DetailSaveBar } from '../../../components/detail/detail-save-bar.tsx';
import { DragArea } from '../../../components/drag/drag-area.tsx';
import { beforeIdOf } from '../../../components/drag/sort-list.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useUrlTab } from '../../../components/use-url-tab.ts';
import { usePageTitle } from '../../../lib/document-title.ts';
import { inLanguage } from '../../../lib/i18n/in-language.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { useCourseWords } from '../course-words.ts';
import type { PreviewProps } from '../preview/preview-dialog.tsx';
import { Shelf } from '../shelf/shelf.tsx';
import { ChapterFields } from './chapter-fields.tsx';
import { ChapterHeader } from './chapter-header.tsx';
import { ChapterItems } from './chapter-items.tsx';
import { useChapterEdit } from './use-chapter-edit.ts';
import { useItemDeeds } from './use-item-deeds.ts';

const PreviewDialog = lazyPart<PreviewProps>(async () => (await import('../preview/preview-dialog.tsx')).PreviewDialog);

type Props = { chapter: ChapterView; refresh: () => Promise<unknown> };
const tabIds = ['content', 'activity'] as const;

export function ChapterDetail({ chapter, refresh }: Props) {
  const { chapter: words, course: courseWords } = useTexts();
  const activityWords = useCourseWords();
  const edit = useChapterEdit(chapter, refresh);
  const items = useItemDeeds();
  const [previewing, setPreviewing] = useState(false);
  const [tab, setTab] = useUrlTab(tabIds);
  const { form, lock, goOn, editable } = edit;
  const place = { id: chapter.id, title: chapter.title, courseId: chapter.course.id };
  const inside = useMemo(() => new Set(chapter.items.map(({ resource }) => resource.id)), [chapter.items]);
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
        {tab === 'content' && (
          <DragArea
            onDrop={(dragged, to) => {
              const item = chapter.items.find(({ id }) => id === dragged.id);
              if (dragged.kind === 'shelf') {
                const beforeId = to.kind === 'item' ? to.id : null;
                void items.add(place, [{ id: dragged.id, title: dragged.name }], beforeId);
              } else if (item) items.place(place, item, to.kind === 'item' ? beforeIdOf(chapter.items, to) : null);
            }}
          >
            <div className="chapter-columns" data-read-only={!editable || undefined}>
              <div className="chapter-main">
                <ChapterFields chapter={chapter} edit={edit} />
                <section className="course-panel" aria-label={words.resources}>
                  <div className="chapter-list-head">
                    <h2>{words.resources}</h2>
                    {editable && <small>{words.items.keysHint}</small>}
                  </div>
                  <ChapterItems chapter={chapter} editable={editable} />
                </section>
              </div>
              {editable && <Shelf chapter={chapter} inside={inside} onAdd={(found) => void items.add(place, found)} />}
            </div>
          </DragArea>
        )}
        {tab === 'activity' && (
          <div className="course-panel course-pad">
            <ActivityTab
              calls={chapterDetailEndpoints}
              id={chapter.id}
              version={chapter.version}
              words={activityWords}
              current={chapter}
              onReverted={() => void refresh()}
            />
          </div>
        )}
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
