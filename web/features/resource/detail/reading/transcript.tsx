import type { Reading, ReadingLine } from '@lectern/contract/features/reading.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { memo, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { Banner } from '../../../../components/banner.tsx';
import { CopyButton } from '../../../../components/copy-button.tsx';
import { QueryError } from '../../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../../components/skeleton.tsx';
import { Switch } from '../../../../components/switch.tsx';
import { clock } from '../../../../components/viewers/media/clock.ts';
import type { ViewerLink } from '../../../../components/viewers/viewer-link.ts';
import { labelled } from '../../../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../../../lib/i18n/use-texts.ts';
import { findInLines, offsetAt, type ReadingWord, wordAt } from './find-in-lines.ts';
import { LineText } from './line-text.tsx';
import { NextDoubtful, useDoubtful } from './next-doubtful.tsx';
import { ReadingExport, ReadingProvenance, ReadingSearch, StaleNotice, WorkOnText } from './reading-tools.tsx';
import { useReadingParts } from './use-reading-parts.ts';

type Props = {
  resource: { id: string; kind: ResourceKind };
  reading: Reading;
  link: ViewerLink;
  onProcessing: () => void;
};

/** Transcript segments with times: they follow playback, and clicking one seeks there. */
export function Transcript({ resource, reading, link, onProcessing }: Props) {
  const { reading: words } = useTexts();
  const [query, setQuery] = useState('');
  const [follows, setFollows] = useState(true);
  const { id } = resource;
  const { id: readingId, parts: count, source } = reading;
  const text = useReadingParts({ id, source, readingId, count, size: 3, words: true, all: true });
  const { data } = text;
  const lines = useMemo(() => data?.pages.flatMap((parts) => parts.flatMap((part) => part.lines)) ?? [], [data]);
  const hits = useMemo(
    () => new Set(findInLines(data?.pages.flat() ?? [], query).map(({ line }) => line)),
    [data, query],
  );
  const current = useCurrentSegment(lines, link);
  const doubtful = useDoubtful({
    parts: text.parts,
    onShow: ({ line, word }) => link.goTo({ second: (word.startMs ?? line.startMs ?? 0) / 1_000 }),
  });
  const shown = query.trim() === '' ? lines : lines.filter((line) => hits.has(line));
  return (
    <div className="reading">
      <div className="reading-bar">
        <ReadingSearch
          label={words.searchTranscript}
          query={query}
          onChange={setQuery}
          hits={hits.size}
          searching={text.hasNextPage || text.isFetching}
        />
        <CopyButton text={lines.map((line) => line.text).join('\n')} label={words.copyAll} />
        <WorkOnText resource={resource} reading={reading} link={link} />
        {!reading.withheld && <ReadingExport id={id} reading={reading} />}
      </div>
      {reading.withheld && <Banner tone="warning">{words.withheld}</Banner>}
      <StaleNotice reading={reading} onProcessing={onProcessing} />
      <ReadingProvenance reading={reading} />
      <div className="reading-actions">
        <Switch label={words.follow} checked={follows} onChange={setFollows} />
        {reading.doubtful > 0 && query.trim() === '' && <NextDoubtful doubtful={doubtful} count={reading.doubtful} />}
      </div>
      {text.isError && <QueryError query={text} keepsOld={lines.length > 0} />}
      {text.isPending && (
        <SkeletonRegion>
          <Skeleton height={200} />
        </SkeletonRegion>
      )}
      <ol className="transcript">
        {shown.map((line, at) => (
          <Segment
            // biome-ignore lint/suspicious/noArrayIndexKey: two cues can start at the same time
            key={`${line.startMs ?? 0}.${at}`}
            line={line}
            query={query}
            current={line === current}
            follows={follows}
            reached={doubtful.reached?.line === line ? doubtful.reached.word : undefined}
            link={link}
          />
        ))}
      </ol>
    </div>
  );
}

/** The segment being spoken: the last one that has begun. Re-renders only when it changes. */
function useCurrentSegment(lines: readonly ReadingLine[], link: ViewerLink): ReadingLine | undefined {
  return useSyncExternalStore(link.place.subscribe, () => segmentAt(lines, link.place.get().second));
}

/** The last line that has begun at this second; `lines` must be sorted by time. */
export function segmentAt(lines: readonly ReadingLine[], second: number | null): ReadingLine | undefined {
  if (second === null) return undefined;
  const now = second * 1_000;
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.startMs ?? 0) <= now) low = middle + 1;
    else high = middle;
  }
  return lines[low - 1];
}

type SegmentProps = {
  line: ReadingLine;
  query: string;
  current: boolean;
  follows: boolean;
  /** The doubtful word in this segment that the user was taken to, if any. */
  reached: ReadingWord | undefined;
  link: ViewerLink;
};

/** One segment: its time and each of its words seek to where they are spoken. */
const Segment = memo(function Segment({ line, query, current, follows, reached, link }: SegmentProps) {
  const { reading } = useTexts();
  const row = useRef<HTMLLIElement>(null);
  const second = (line.startMs ?? 0) / 1_000;
  useEffect(() => {
    // `nearest` keeps the page around the list from scrolling.
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
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the time before it is a keyboard-accessible button */}
      <p onClick={goToWord}>
        {line.speaker && <b>{labelled(line.speaker, '')}</b>}
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
