import { IconButton } from '../../../components/icon-button.tsx';
import { SummaryLabel } from '../../../components/summary/summary-label.tsx';
import { KeepingStatus } from '../../../components/workbench/keeping-status.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { useStore } from '../../../lib/use-store.ts';
import { ChapterRows } from './chapter-rows.tsx';
import { KeywordField } from './keyword-field.tsx';
import { OutlineRows } from './outline-rows.tsx';
import type { PanelProps } from './panel-props.ts';
import { QuestionRows } from './question-rows.tsx';
import { SentenceRows } from './sentence-rows.tsx';
import { SummaryFacts } from './summary-facts.tsx';

/** The summary part by part, to read and to write. */
export function SummaryPanel(props: PanelProps) {
  const { resource, edit } = props;
  const { summary } = useTexts();
  const { past, future } = useStore(edit.work.state);
  const keeping = useStore(edit.keeper.status);
  const { current } = edit.view;
  const isMedia = resource.kind === 'video' || resource.kind === 'audio';
  return (
    <section className="summary-panel" aria-label={summary.toolbar}>
      <div className="summary-bar">
        {current && <SummaryLabel version={current} />}
        <span className="summary-bar-end">
          <small role="status">
            <KeepingStatus keeping={keeping} unsaved={edit.unsaved} readOnly={edit.readOnly} />
          </small>
          {!edit.readOnly && (
            <>
              <IconButton
                icon="undo"
                label={summary.undo}
                disabled={past.length === 0}
                aria-keyshortcuts="Control+Z"
                onClick={edit.work.undo}
              />
              <IconButton
                icon="undo"
                className="summary-redo"
                label={summary.redo}
                disabled={future.length === 0}
                aria-keyshortcuts="Control+Shift+Z"
                onClick={edit.work.redo}
              />
            </>
          )}
        </span>
      </div>
      <div className="summary-parts">
        <SentenceRows {...props} />
        <KeywordField edit={edit} />
        {isMedia && <ChapterRows {...props} />}
        <OutlineRows {...props} />
        <QuestionRows {...props} />
        {current && <SummaryFacts version={current} />}
      </div>
    </section>
  );
}
