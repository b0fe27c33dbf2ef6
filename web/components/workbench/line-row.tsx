import { sureFrom } from '@lectern/contract/features/reading.ts';
import { memo, type PointerEvent, useId, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useStore } from '../../lib/store.ts';
import { clock } from '../viewers/media/clock.ts';
import { goTo, pressKey } from './line-keys.ts';
import { setSpeaker, typeText } from './model/edits.ts';
import { type FindOptions, finderOf, isDoubtful, wordPlaces } from './model/word-places.ts';
import type { WorkLine } from './model/work-line.ts';
import { type Said, useWorkbench } from './workbench-context.ts';

type LineEditorProps = { line: WorkLine; said: Said | null };

/**
 * The line being edited: a transparent native textarea, so input methods, selection and spelling work as usual, over a
 * coloured copy of its text.
 */
function LineEditor({ line, said }: LineEditorProps) {
  const bench = useWorkbench();
  const { workbench } = useTexts();
  const { work, readOnly, language } = bench;
  const area = useRef<HTMLTextAreaElement>(null);
  const sent = useStore(work.caret);
  const key = line.key;
  const number = useSyncExternalStore(work.state.subscribe, () => work.indexOf(key) + 1);
  useLayoutEffect(() => {
    const field = area.current;
    if (!field || sent?.key !== key) return;
    // Focus only if the user chose the line, not if playback reached it.
    if (sent.by === 'hand') field.focus({ preventScroll: true });
    field.setSelectionRange(sent.from, sent.to);
  }, [sent, key]);
  const note = () => {
    const field = area.current;
    if (field) work.noteCaret({ key, from: field.selectionStart, to: field.selectionEnd });
  };
  return (
    <div className="wb-edit" {...(language && { lang: language })}>
      <div className="wb-edit-under" aria-hidden="true">
        <LineText line={line} said={said} />
        {'\u200b'}
      </div>
      <textarea
        ref={area}
        rows={1}
        value={line.text}
        readOnly={readOnly}
        aria-label={fillText(workbench.line, { number })}
        spellCheck={!readOnly}
        autoCapitalize="off"
        autoComplete="off"
        onChange={({ target }) => {
          const caret = { from: target.selectionStart, to: target.selectionEnd };
          // Except in cues, pasted line breaks become spaces.
          const text = bench.kind === 'cue' ? target.value : target.value.replace(/\s*[\r\n]+\s*/g, ' ');
          typeText(work, key, text, caret, Date.now());
        }}
        onSelect={note}
        onKeyDown={(event) => {
          const field = area.current;
          if (field && pressKey(event, { bench, line, area: field })) event.preventDefault();
        }}
      />
    </div>
  );
}

/** The words of a line, coloured by confidence. */
function LineText({ line, said }: { line: WorkLine; said: Said | null }) {
  const finding = useStore(useWorkbench().finding);
  const pieces = useMemo(() => piecesOf(line, finding, said), [line, finding, said]);
  return pieces.map(({ from, text, tone, found, said: now }) => {
    const classes = [tone && `wb-${tone}`, found && 'wb-found', now && 'wb-said'].filter(Boolean).join(' ');
    return classes === '' ? (
      text
    ) : (
      <span key={from} className={classes}>
        {text}
      </span>
    );
  });
}

/** Below this confidence a word is more likely wrong than right. */
const poorBelow = 0.4;

type Tone = 'fair' | 'doubtful' | 'poor' | null;
type Piece = { from: number; text: string; tone: Tone; found: boolean; said: boolean };

/** Splits a line where its appearance changes: confidence, search match, or the word being spoken. */
function piecesOf(line: WorkLine, finding: FindOptions | null, said: Said | null): Piece[] {
  const { text } = line;
  const cuts = new Set([0, text.length]);
  const words = (line.words ?? []).length === 0 ? [] : wordPlaces(line);
  const tones = words.flatMap(({ word, from, to }) => {
    const tone = toneOf(word);
    return tone ? [{ from, to, tone }] : [];
  });
  const hits = finding ? finderOf(finding)(text) : [];
  const now = said && said.to > said.from ? [said] : [];
  for (const { from, to } of [...tones, ...hits, ...now]) {
    cuts.add(Math.min(from, text.length));
    cuts.add(Math.min(to, text.length));
  }
  const edges = [...cuts].sort((left, right) => left - right);
  const holds = (from: number) => (range: { from: number; to: number }) => range.from <= from && from < range.to;
  return edges.slice(0, -1).map((from, at) => ({
    from,
    text: text.slice(from, edges[at + 1]),
    tone: tones.find(holds(from))?.tone ?? null,
    found: hits.some(holds(from)),
    said: now.some(holds(from)),
  }));
}

function toneOf(word: { text: string; confidence: number | null }): Tone {
  if (word.confidence === null || word.confidence >= sureFrom) return null;
  if (!isDoubtful(word)) return 'fair';
  return word.confidence < poorBelow ? 'poor' : 'doubtful';
}

type Props = {
  lineKey: number;
  /** Whether it is the first line of its page. */
  heads: boolean;
  measure: (element: HTMLElement | null) => (() => void) | undefined;
};

/**
 * One line. It subscribes only to its own text, so edits elsewhere don't re-render it; line numbers come from CSS
 * counters for the same reason.
 */
export const LineRow = memo(function LineRow({ lineKey, heads, measure }: Props) {
  const bench = useWorkbench();
  const { workbench, reading } = useTexts();
  const { work, kind, said, language } = bench;
  const { LineEnd } = bench.extras;
  const line = useSyncExternalStore(work.state.subscribe, () => work.lineOf(lineKey));
  const active = useSyncExternalStore(work.caret.subscribe, () => work.caret.get()?.key === lineKey);
  const now = useSyncExternalStore<Said | null>(said.subscribe, () => {
    const current = said.get();
    return current?.key === lineKey ? current : null;
  });
  // The line may be gone before the list has re-rendered.
  if (!line) return null;
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const offset = textOffsetAt(event.currentTarget, event) ?? line.text.length;
    goTo(bench, { key: lineKey, from: offset, to: offset });
  };
  const second = (line.startMs ?? 0) / 1_000;
  return (
    <li
      ref={measure}
      data-key={lineKey}
      className={`wb-line${active ? ' wb-line-active' : ''}${now ? ' wb-line-said' : ''}`}
      aria-current={now ? 'true' : undefined}
    >
      {heads && <h3 className="wb-part">{fillText(workbench.page, { number: line.part })}</h3>}
      <div className="wb-line-row">
        {kind === 'page' ? (
          <span className="wb-number" />
        ) : (
          <button
            type="button"
            className="wb-time"
            tabIndex={-1}
            aria-label={fillText(workbench.playFrom, { time: clock(second, true) })}
            title={`${clock(second, true)} – ${clock((line.endMs ?? 0) / 1_000, true)}`}
            onClick={() => goTo(bench, { key: lineKey, from: 0, to: 0 })}
          >
            {clock(second, kind === 'cue')}
          </button>
        )}
        <div className="wb-body">
          {active ? (
            <LineEditor line={line} said={now} />
          ) : (
            <div className="wb-text" {...(language && { lang: language })} onPointerDown={begin}>
              <LineText line={line} said={now} />
              {'\u200b'}
            </div>
          )}
          {line.suspects?.map((suspect) => (
            <em key={suspect} className="wb-suspect">
              {reading.suspects[suspect]}
            </em>
          ))}
        </div>
        {kind === 'speech' && <SpeakerLabel line={line} active={active} />}
        {LineEnd && <LineEnd line={line} active={active} />}
      </div>
    </li>
  );
});

/** Character offset in an element at a pointer position; null where the browser doesn't support it. */
function textOffsetAt(element: Element, { clientX, clientY }: { clientX: number; clientY: number }): number | null {
  const caret = document.caretPositionFromPoint?.(clientX, clientY);
  if (!caret || !element.contains(caret.offsetNode)) return null;
  const before = document.createRange();
  before.selectNodeContents(element);
  before.setEnd(caret.offsetNode, caret.offset);
  return before.toString().replaceAll('\u200b', '').length;
}

/** The speaker of a line; names already used are suggested. */
function SpeakerLabel({ line, active }: { line: WorkLine; active: boolean }) {
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
