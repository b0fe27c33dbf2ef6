import { summaryLimits } from '@lectern/contract/features/summary-content.ts';
import { readClock } from '@lectern/contract/subtitle/subtitle-clock.ts';
import { useState } from 'react';
import { IconButton } from '../../../components/button.tsx';
import { EvidenceLinks } from '../../../components/summary/evidence-links.tsx';
import { SummaryLabel } from '../../../components/summary/summary-state.tsx';
import { clock } from '../../../components/viewers/media/clock.ts';
import { KeepingStatus } from '../../../components/workbench/keeping-status.tsx';
import { labelled } from '../../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useStore } from '../../../lib/store.ts';
import { type EditedEntry, inTime, newKey } from '../model/edited-summary.ts';
import type { PanelProps } from './opened-props.ts';
import { addKeyword, addRow, changeRow, RowList, removeKeyword } from './row-list.tsx';
import { SentenceRows } from './sentence-rows.tsx';
import { SummaryFacts } from './summary-facts.tsx';
import type { SummaryEdit } from './use-summary-edit.ts';

/** The summary part by part, to read and to edit. */
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

/** Comprehension questions, written by a language model or by people. */
function QuestionRows({ edit }: Pick<PanelProps, 'edit'>) {
  const { questions } = useStore(edit.work.state).value;
  return (
    <RowList
      part="questions"
      edit={edit}
      rows={questions}
      most={summaryLimits.questions}
      maxLength={summaryLimits.questionLength}
      onAdd={(after) => {
        const key = newKey();
        edit.work.perform(addRow('questions', { key, text: '' }, after));
        return key;
      }}
      onText={(row, text) => edit.work.perform(changeRow('questions', row.key, { text }), `questions ${row.key}`)}
    >
      {(_, at) => ({ lead: <span className="summary-row-number">{at + 1}</span> })}
    </RowList>
  );
}

/** Keywords as chips. Enter or comma adds the typed one; Backspace in the empty field removes the last one. */
function KeywordField({ edit }: { edit: SummaryEdit }) {
  const { summary } = useTexts();
  const { keywords } = useStore(edit.work.state).value;
  const [text, setText] = useState('');
  if (edit.readOnly && keywords.length === 0) return null;
  const add = () => {
    for (const word of text.split(/[,，、;；]/)) edit.work.perform(addKeyword(word));
    setText('');
  };
  return (
    <section className="summary-part">
      <h2>{summary.parts.keywords}</h2>
      <ul className="summary-keywords">
        {keywords.map((word) => (
          <li key={word}>
            {word}
            {!edit.readOnly && (
              <IconButton
                icon="close"
                label={fillText(summary.removeKeyword, { word })}
                onClick={() => edit.work.perform(removeKeyword(word))}
              />
            )}
          </li>
        ))}
        {!edit.readOnly && keywords.length < summaryLimits.keywords && (
          <li className="summary-keyword-new">
            <input
              className="field-input"
              aria-label={summary.keywordNew}
              placeholder={summary.add.keywords}
              value={text}
              maxLength={summaryLimits.keywordLength}
              onChange={(event) => setText(event.target.value)}
              onBlur={add}
              onKeyDown={(event) => {
                if (event.nativeEvent.isComposing) return;
                const last = keywords.at(-1);
                if (event.key === 'Enter' || event.key === ',') add();
                else if (event.key === 'Backspace' && text === '' && last) edit.work.perform(removeKeyword(last));
                else return;
                event.preventDefault();
              }}
            />
          </li>
        )}
      </ul>
    </section>
  );
}

const deepest = 6;

/** The outline, indented by level; each heading links to its place. */
function OutlineRows({ resource, edit, shown, onGo }: PanelProps) {
  const { row: words } = useTexts().summary;
  const { outline } = useStore(edit.work.state).value;
  const shift = ({ key, level }: EditedEntry, by: -1 | 1) =>
    edit.work.perform(changeRow('outline', key, { level: level + by }));
  return (
    <RowList
      part="outline"
      edit={edit}
      rows={outline}
      most={summaryLimits.outline}
      maxLength={summaryLimits.titleLength}
      onAdd={(after) => {
        const key = newKey();
        const level = outline.find((row) => row.key === after)?.level ?? outline.at(-1)?.level ?? 1;
        edit.work.perform(addRow('outline', { key, text: '', level, place: null }, after));
        return key;
      }}
      onText={(row, text) => edit.work.perform(changeRow('outline', row.key, { text }), `outline ${row.key}`)}
    >
      {(row, _at, name) => {
        const { place, level } = row;
        return {
          indent: level - 1,
          look: shown?.key === row.key ? 'shown' : undefined,
          onOpen: place ? () => onGo({ ...row, place }) : undefined,
          trail: place && (
            <EvidenceLinks places={[place]} kind={resource.kind} of={name} onGo={() => onGo({ ...row, place })} />
          ),
          tools: (
            <>
              <IconButton
                icon="chevronLeft"
                label={fillText(words.shallower, { row: name })}
                disabled={level <= 1}
                onClick={() => shift(row, -1)}
              />
              <IconButton
                icon="chevronRight"
                label={fillText(words.deeper, { row: name })}
                disabled={level >= deepest}
                onClick={() => shift(row, 1)}
              />
            </>
          ),
        };
      }}
    </RowList>
  );
}

/** Chapters sorted by time. Clicking one seeks there; its time can be typed or taken from the player. */
function ChapterRows({ edit, link }: Pick<PanelProps, 'edit' | 'link'>) {
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
            label={labelled(summary.time, name)}
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
    // Unless edited, the time keeps its fractions of a second, which the field doesn't show.
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
