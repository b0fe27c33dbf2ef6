import type { Chapter } from '@lectern/contract/features/summary-content.ts';
import { AppLink } from '../../../../components/app-link.tsx';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../../components/error-panel.tsx';
import { clock } from '../../../../components/viewers/media/clock.ts';
import type { ViewerLink } from '../../../../components/viewers/viewer-link.ts';
import { fillText, useTexts } from '../../../../lib/i18n/use-texts.ts';
import { useStore } from '../../../../lib/store.ts';
import { SummaryPending, type SummaryTabProps, useResourceSummary } from './summary-pending.tsx';
import '../../../../components/summary/summary-text.css';

export function ChaptersTab({ resource, link }: SummaryTabProps) {
  const { summary } = useTexts();
  const found = useResourceSummary(resource.id);
  if (found.pending) return <SummaryPending />;
  if (found.error) return <ErrorPanel error={found.error} retrying={found.retrying} onRetry={found.retry} />;
  const chapters = found.version?.content.chapters ?? [];
  const edit = found.mayOpen && (
    <AppLink className="action" to={`/app/handle/ai?id=${resource.id}`}>
      {found.version ? summary.tab.edit : summary.tab.openEditor}
    </AppLink>
  );
  if (chapters.length === 0)
    return (
      <EmptyState icon="list" title={summary.tab.noChapters} action={edit}>
        {summary.tab.noChaptersText}
      </EmptyState>
    );
  return (
    <div className="summary-tab">
      <ChapterList chapters={chapters} link={link} />
      {edit && <div>{edit}</div>}
    </div>
  );
}

/** Chapters of a recording; the one playing is marked, and clicking one seeks to it. */
function ChapterList({ chapters, link }: { chapters: readonly Chapter[]; link: ViewerLink }) {
  const { summary } = useTexts();
  const second = useStore(link.place).second ?? 0;
  const current = chapters.findLastIndex(({ startMs }) => startMs / 1000 <= second + 0.05);
  return (
    <ol className="chapter-list">
      {chapters.map(({ title, startMs }, at) => {
        const time = clock(startMs / 1000);
        return (
          <li key={startMs}>
            <button
              type="button"
              aria-current={at === current || undefined}
              aria-label={fillText(summary.tab.goTo, { time, title })}
              onClick={() => link.goTo({ second: startMs / 1000 })}
            >
              <time>{time}</time>
              <span>{title}</span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
