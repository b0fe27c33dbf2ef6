import { memo, type PointerEvent, useSyncExternalStore } from 'react';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { clock } from '../viewers/media/clock.ts';
import { LineEditor } from './line-editor.tsx';
import { goTo } from './line-keys.ts';
import { LineText } from './line-text.tsx';
import { SpeakerLabel } from './speaker-label.tsx';
import { textOffsetAt } from './text-offset.ts';
import { type Said, useWorkbench } from './workbench-context.ts';

type Props = {
  lineKey: number;
  /** The first of its page. */
  heads: boolean;
  measure: (element: HTMLElement | null) => (() => void) | undefined;
};

/**
 * One line: it follows its own text alone, so that typing in another one costs it nothing, nor do lines that come and go
 * before it. Which one it is, style sheets count.
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
  // Between a change of order and the list's answer to it, it may be gone already.
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
