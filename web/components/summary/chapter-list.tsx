import type { Chapter } from '@lectern/contract/features/summary-content.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useStore } from '../../lib/use-store.ts';
import { clock } from '../viewers/media/clock.ts';
import type { ViewerLink } from '../viewers/viewer-link.ts';
import './summary-text.css';

/** The chapters of a recording: the one that plays is marked, and a click goes to another. */
export function ChapterList({ chapters, link }: { chapters: readonly Chapter[]; link: ViewerLink }) {
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
