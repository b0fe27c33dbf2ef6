import type { Reading } from '@lectern/contract/features/reading.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { useMemo, useState } from 'react';
import { Banner } from '../../../../components/banner.tsx';
import { CopyButton } from '../../../../components/copy-button.tsx';
import { ErrorPanel } from '../../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../../components/skeleton.tsx';
import { Switch } from '../../../../components/switch.tsx';
import type { ViewerLink } from '../../../../components/viewers/viewer-link.ts';
import { useTexts } from '../../../../lib/i18n/use-texts.ts';
import { ReadingExport } from './export-menu.tsx';
import { findInLines } from './find-in-lines.ts';
import { NextDoubtful } from './next-doubtful.tsx';
import { ReadingProvenance } from './reading-provenance.tsx';
import { ReadingSearch } from './reading-search.tsx';
import { Segment } from './segment.tsx';
import { StaleNotice } from './stale-notice.tsx';
import { useCurrentSegment } from './use-current-segment.ts';
import { useDoubtful } from './use-doubtful.ts';
import { useReadingParts } from './use-reading-parts.ts';
import { WorkOnText } from './work-on-text.tsx';

type Props = {
  resource: { id: string; kind: ResourceKind };
  reading: Reading;
  link: ViewerLink;
  onProcessing: () => void;
};

/** Stretches of speech with their times: they follow the sound, and a click goes there. */
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
      <div className="reading-deeds">
        <Switch label={words.follow} checked={follows} onChange={setFollows} />
        {reading.doubtful > 0 && query.trim() === '' && <NextDoubtful doubtful={doubtful} count={reading.doubtful} />}
      </div>
      {text.isError && (
        <ErrorPanel
          error={text.error}
          keepsOld={lines.length > 0}
          retrying={text.isFetching}
          onRetry={() => void text.refetch()}
        />
      )}
      {text.isPending && (
        <SkeletonRegion>
          <Skeleton height={200} />
        </SkeletonRegion>
      )}
      <ol className="transcript">
        {shown.map((line, at) => (
          <Segment
            // biome-ignore lint/suspicious/noArrayIndexKey: two may begin at the same time
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
