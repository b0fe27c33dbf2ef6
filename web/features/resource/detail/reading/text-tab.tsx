import type { StepKind } from '@lectern/contract/features/job.ts';
import { listResourceWork } from '@lectern/contract/features/machine-work.ts';
import type { ReadingSource } from '@lectern/contract/features/reading.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { QueryError } from '../../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../../components/skeleton.tsx';
import type { ViewerLink } from '../../../../components/viewers/viewer-link.ts';
import { CauseText, isUnderWay } from '../../../../components/work/work-state.tsx';
import { useTexts } from '../../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../../lib/queries.ts';
import { TextReading } from './text-reading.tsx';
import { useReadings } from './use-reading-parts.ts';
import './reading.css';

const sources = ['document', 'ocr'] as const;

type Props = { resource: ResourceDetailView; link: ViewerLink; onProcessing: () => void };

/** Text of a document or picture, page by page. */
export function TextTab({ resource, link, onProcessing }: Props) {
  const { reading: words } = useTexts();
  const [chosen, setChosen] = useState<ReadingSource | null>(null);
  const readings = useReadings(resource.id, sources);
  if (!readings.data) return <ReadingsPending readings={readings} />;
  const shown = readings.current.find(({ source }) => source === chosen) ?? readings.current[0];
  if (!shown) return <ReadingEmpty id={resource.id} of="emptyText" onProcessing={onProcessing} />;
  return (
    <div className="reading">
      {readings.current.length > 1 && (
        <select
          className="field-input"
          aria-label={words.source}
          value={shown.source}
          onChange={(event) => setChosen(event.target.value as ReadingSource)}
        >
          {readings.current.map(({ source }) => (
            <option key={source} value={source}>
              {words.sources[source]}
            </option>
          ))}
        </select>
      )}
      <TextReading key={shown.id} resource={resource} reading={shown} link={link} onProcessing={onProcessing} />
    </div>
  );
}

/** Shown until the readings have loaded. */
export function ReadingsPending({ readings }: { readings: ReturnType<typeof useReadings> }) {
  if (readings.error) return <QueryError query={readings} />;
  return (
    <SkeletonRegion>
      <Skeleton height={240} />
    </SkeletonRegion>
  );
}

type ReadingEmptyProps = { id: string; of: 'emptyText' | 'emptyTranscript'; onProcessing: () => void };

/** The steps that produce the text, the last one first. */
const steps: Record<ReadingEmptyProps['of'], readonly StepKind[]> = {
  emptyText: ['ocr', 'convert'],
  emptyTranscript: ['asr'],
};

/** Shown when there is no text: the cause if known, and a link to the processing tab. */
export function ReadingEmpty({ id, of, onProcessing }: ReadingEmptyProps) {
  const { reading } = useTexts();
  const all = useQuery(queryOf(listResourceWork, { params: { id } }, { quiet: true })).data?.map(({ work }) => work);
  const own = steps[of].flatMap((kind) => all?.filter((work) => work.kind === kind) ?? []);
  const ended = own.some(({ state }) => isUnderWay(state))
    ? undefined
    : own.find((work) => work.cause ?? work.causeCode);
  return (
    <EmptyState
      icon={of === 'emptyText' ? 'document' : 'audio'}
      title={ended ? reading[of].none : reading[of].title}
      action={<Button onClick={onProcessing}>{reading.toProcessing}</Button>}
    >
      {ended ? <CauseText work={ended} /> : reading[of].text}
    </EmptyState>
  );
}
