import { summaryLimits } from '@lectern/contract/features/summary-content.ts';
import { readClock } from '@lectern/contract/subtitle/subtitle-clock.ts';
import { useState } from 'react';
import { IconButton } from '../../../components/icon-button.tsx';
import { clock } from '../../../components/viewers/media/clock.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useStore } from '../../../lib/use-store.ts';
import { addRow, changeRow } from '../model/edit-rows.ts';
import { inTime, newKey } from '../model/edited-summary.ts';
import type { PanelProps } from './panel-props.ts';
import { RowList } from './row-list.tsx';

/** The chapters in the order of time. A click goes there; the time is typed, or taken from where the recording is. */
export function ChapterRows({ edit, link }: Pick<PanelProps, 'edit' | 'link'>) {
  const { summary } = useTexts();
  const { chapters } = useStore(edit.work.state).value;
  const now = () => Math.round((link.place.get().second ?? 0) * 1000);
  const setTime = (key: number, startMs: number) => edit.work.perform(changeRow('chapters', key, { startMs }));
  return (
    <RowList
      part="chapters"
      fixed
      edit={edit}
      rows={inTime(chapters)}
      most={summaryLimits.chapters}
      maxLength={summaryLimits.titleLength}
      onAdd={() => {
        const key = newKey();
        edit.work.perform(addRow('chapters', { key, text: '', startMs: now() }, null));
        return key;
      }}
      onText={(row, text) => edit.work.perform(changeRow('chapters', row.key, { text }), `chapters ${row.key}`)}
    >
      {({ key, startMs }, _at, name) => ({
        lead: (
          <TimeField
            key={startMs}
            label={`${summary.time}: ${name}`}
            startMs={startMs}
            readOnly={edit.readOnly}
            onTime={(ms) => setTime(key, ms)}
          />
        ),
        tools: (
          <IconButton
            icon="clock"
            label={fillText(summary.setTime, { row: name })}
            onClick={() => setTime(key, now())}
          />
        ),
        onOpen: () => link.goTo({ second: startMs / 1000 }),
      })}
    </RowList>
  );
}

type TimeProps = { label: string; startMs: number; readOnly: boolean; onTime: (ms: number) => void };

function TimeField({ label, startMs, readOnly, onTime }: TimeProps) {
  const { summary } = useTexts();
  const [text, setText] = useState(() => clock(startMs / 1000));
  const read = readClock(text);
  if (readOnly) return <time className="summary-row-time">{text}</time>;
  const leave = () => {
    if (read === undefined) setText(clock(startMs / 1000));
    // Looking at a time does not cut its tenths off.
    else if (text !== clock(startMs / 1000)) onTime(read);
  };
  return (
    <input
      className="summary-row-time field-input"
      aria-label={label}
      aria-invalid={read === undefined || undefined}
      title={read === undefined ? summary.timeWrong : undefined}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && leave()}
    />
  );
}
