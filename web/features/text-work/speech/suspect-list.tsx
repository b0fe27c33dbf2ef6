import { Button } from '../../../components/button.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { clock } from '../../../components/viewers/media/clock.ts';
import { goTo } from '../../../components/workbench/line-keys.ts';
import { removeLine } from '../../../components/workbench/model/edits.ts';
import { clearSuspects } from '../../../components/workbench/model/line-deeds.ts';
import { useWorkbench } from '../../../components/workbench/workbench-context.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import type { Suspect } from './use-suspects.ts';

/** More are a matter of listening again. */
const most = 200;

/** What the machine may have made up, one after another: heard again, found right, or deleted. */
export function SuspectList({ suspects }: { suspects: readonly Suspect[] }) {
  const bench = useWorkbench();
  const { textWork, reading } = useTexts();
  const { work, readOnly } = bench;
  const { speech } = textWork;
  if (suspects.length === 0) return <p className="speech-none">{speech.noSuspects}</p>;
  return (
    <ul className="speech-list">
      {suspects.slice(0, most).map(({ key, startMs, text, suspects: reasons }) => (
        <li key={key}>
          <button type="button" className="speech-item" onClick={() => goTo(bench, { key, from: 0, to: 0 })}>
            <span className="speech-time">{clock(startMs / 1_000)}</span>
            <b>{reasons.map((reason) => reading.suspects[reason]).join(' · ')}</b>
            <span className="speech-text">{text}</span>
          </button>
          {!readOnly && (
            <>
              <Button size="small" look="quiet" onClick={() => clearSuspects(work, key)}>
                {speech.wasSaid}
              </Button>
              <IconButton icon="trash" label={speech.deleteLine} onClick={() => removeLine(work, key)} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
