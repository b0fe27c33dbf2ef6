import { useId } from 'react';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { setSpeaker } from './model/edits.ts';
import type { WorkLine } from './model/work-line.ts';
import { useWorkbench } from './workbench-context.ts';

/** Who speaks, said by hand; names that were used already are offered. */
export function SpeakerLabel({ line, active }: { line: WorkLine; active: boolean }) {
  const { work, readOnly } = useWorkbench();
  const { workbench } = useTexts();
  const list = useId();
  if (!active || readOnly) return <b className="wb-speaker">{line.speaker}</b>;
  const names = [...new Set(work.state.get().lines.flatMap(({ speaker }) => (speaker ? [speaker] : [])))];
  return (
    <span className="wb-speaker">
      <input
        key={line.speaker ?? ''}
        className="wb-speaker-edit"
        defaultValue={line.speaker ?? ''}
        placeholder={workbench.speaker}
        aria-label={workbench.speaker}
        maxLength={80}
        tabIndex={-1}
        list={list}
        onBlur={({ target }) => setSpeaker(work, line.key, target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          setSpeaker(work, line.key, event.currentTarget.value);
          work.go(work.here() ?? { key: line.key, from: 0, to: 0 });
        }}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </span>
  );
}
