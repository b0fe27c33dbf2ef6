import type { ReadingLine } from '@lectern/contract/features/reading.ts';
import { memo, useEffect, useRef } from 'react';
import { clock } from '../../../../components/viewers/media/clock.ts';
import type { ViewerLink } from '../../../../components/viewers/viewer-link.ts';
import { fillText, useTexts } from '../../../../lib/i18n/use-texts.ts';
import { LineText } from './line-text.tsx';
import { offsetAt, type ReadingWord, wordAt } from './places-of.ts';

type Props = {
  line: ReadingLine;
  query: string;
  current: boolean;
  follows: boolean;
  /** The doubtful word that somebody was led to, if it is here. */
  reached: ReadingWord | undefined;
  link: ViewerLink;
};

/** One stretch of speech: its time goes there, and each of its words to where it is said. */
export const Segment = memo(function Segment({ line, query, current, follows, reached, link }: Props) {
  const { reading } = useTexts();
  const row = useRef<HTMLLIElement>(null);
  const second = (line.startMs ?? 0) / 1_000;
  useEffect(() => {
    // The list scrolls, not the page around it.
    if (current && follows) row.current?.scrollIntoView({ block: 'nearest' });
  }, [current, follows]);
  const go = () => link.goTo({ second });
  const text = useRef<HTMLSpanElement>(null);
  const goToWord = ({ clientX: x, clientY: y }: { clientX: number; clientY: number }) => {
    if (window.getSelection()?.isCollapsed === false) return;
    const offset = text.current && offsetAt(text.current, { x, y });
    const startMs = offset === null ? undefined : wordAt(line, offset)?.startMs;
    if (startMs === undefined) go();
    else link.goTo({ second: startMs / 1_000 });
  };
  return (
    <li ref={row} className={current ? 'transcript-current' : undefined} aria-current={current ? 'true' : undefined}>
      <button type="button" aria-label={fillText(reading.goTo, { time: clock(second), text: line.text })} onClick={go}>
        {clock(second)}
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the time before it is the way by keyboard */}
      <p onClick={goToWord}>
        {line.speaker && <b>{line.speaker}: </b>}
        <span ref={text}>
          <LineText line={line} query={query} reached={reached} />
        </span>
        {line.suspects?.map((suspect) => (
          <em key={suspect} className="reading-stale">
            {reading.suspects[suspect]}
          </em>
        ))}
      </p>
    </li>
  );
});
