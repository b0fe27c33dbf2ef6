import { type ReadSubtitles, readSubtitles } from '@lectern/contract/subtitle/read-subtitles.ts';
import { type SubtitleFormat, subtitleFormats } from '@lectern/contract/subtitle/subtitle-clock.ts';
import { writeSubtitles } from '@lectern/contract/subtitle/write-subtitles.ts';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '../../../components/button.tsx';
import type { TextWork } from '../../../components/workbench/model/text-work.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { putCues } from '../model/cue-changes.ts';
import { cuesOf } from '../model/cue-lines.ts';

/** Subtitles can be long, so they are parsed only after a pause in typing. */
const pauseMs = 300;
const mostErrors = 20;
/** Cues per part; a text field with all cues of a film would freeze the page for a second. */
const partSize = 500;

type Read = Pick<ReadSubtitles, 'cues' | 'errors'>;

/** All cues as text in a file format. Edits take effect only when applied, as one undo step. */
export function RawView({ work, readOnly }: { work: TextWork; readOnly: boolean }) {
  const { subtitle } = useTexts();
  const { number } = useFormat();
  const [format, setFormat] = useState<SubtitleFormat>('srt');
  const [part, setPart] = useState(0);
  const [read, setRead] = useState<Read | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const lines = useSyncExternalStore(work.state.subscribe, () => work.state.get().lines);
  const parts = Math.max(1, Math.ceil(lines.length / partSize));
  const shown = Math.min(part, parts - 1);
  const [from, to] = [shown * partSize, (shown + 1) * partSize];
  useEffect(() => () => clearTimeout(timer.current), []);

  const show = () => {
    clearTimeout(timer.current);
    if (area.current) area.current.value = writeSubtitles(cuesOf(lines.slice(from, to)), format);
    setRead(null);
  };
  // Keeps typed text that isn't applied yet; otherwise follows the table, including its Undo.
  // biome-ignore lint/correctness/useExhaustiveDependencies: rewrites the text only when its source changes
  useEffect(() => {
    if (read === null) show();
  }, [lines, shown, format]);
  const parse = (): Read => {
    const text = area.current?.value ?? '';
    // A file without cues is valid too.
    return text.replace(/^WEBVTT.*/, '').trim() === '' ? { cues: [], errors: [] } : readSubtitles(text);
  };
  const apply = () => {
    clearTimeout(timer.current);
    const result = parse();
    setRead(result);
    if (result.errors.length > 0) return;
    setRead(null);
    putCues(work, [...cuesOf(lines.slice(0, from)), ...result.cues, ...cuesOf(lines.slice(to))]);
    notify({ level: 'success', title: subtitle.raw.applied });
  };
  const goToLine = (line: number) => {
    const field = area.current;
    if (!field) return;
    const lines = field.value.split('\n');
    const from = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    field.focus();
    field.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
    field.scrollTop = (field.scrollHeight / Math.max(1, lines.length)) * Math.max(0, line - 4);
  };
  const errors = read?.errors ?? [];
  return (
    <div className="raw-view">
      <div className="raw-bar">
        <select
          className="field-input"
          aria-label={subtitle.raw.format}
          value={format}
          disabled={read !== null}
          onChange={(event) => setFormat(event.target.value as SubtitleFormat)}
        >
          {subtitleFormats.map((one) => (
            <option key={one} value={one}>
              {one.toUpperCase()}
            </option>
          ))}
        </select>
        {parts > 1 && (
          <select
            className="field-input"
            aria-label={subtitle.raw.part}
            value={shown}
            disabled={read !== null}
            onChange={(event) => setPart(Number(event.target.value))}
          >
            {Array.from({ length: parts }, (_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its number
              <option key={at} value={at}>
                {number(at * partSize + 1)}–{number(Math.min(lines.length, (at + 1) * partSize))}
              </option>
            ))}
          </select>
        )}
        <span role="status">
          {read === null
            ? subtitle.raw.same
            : errors.length > 0
              ? fillText(subtitle.raw.errors, {
                  count: number(errors.length),
                })
              : fillText(subtitle.raw.changed, { count: number(read.cues.length) })}
        </span>
        {!readOnly && (
          <>
            <Button size="small" disabled={read === null} onClick={show}>
              {subtitle.raw.discard}
            </Button>
            <Button size="small" look="primary" disabled={read === null || errors.length > 0} onClick={apply}>
              {subtitle.raw.apply}
            </Button>
          </>
        )}
      </div>
      {errors.length > 0 && (
        <ul className="raw-errors">
          {errors.slice(0, mostErrors).map((error) => (
            <li key={`${error.line} ${error.code}`}>
              <button type="button" onClick={() => goToLine(error.line)}>
                <b>{fillText(subtitle.raw.line, { line: number(error.line) })}</b> {subtitle.fileErrors[error.code]}{' '}
                <code>{error.text}</code>
              </button>
            </li>
          ))}
        </ul>
      )}
      <textarea
        ref={area}
        aria-label={subtitle.raw.label}
        readOnly={readOnly}
        spellCheck={false}
        wrap="off"
        onChange={() => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => setRead(parse()), pauseMs);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.stopPropagation();
          apply();
        }}
      />
    </div>
  );
}
