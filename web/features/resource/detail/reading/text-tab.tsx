import type { ReadingSource } from '@lectern/contract/features/reading.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { useState } from 'react';
import { ErrorPanel } from '../../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../../components/skeleton.tsx';
import type { ViewerLink } from '../../../../components/viewers/viewer-link.ts';
import { useTexts } from '../../../../lib/i18n/use-texts.ts';
import { ReadingEmpty } from './reading-empty.tsx';
import { TextReading } from './text-reading.tsx';
import { useReadings } from './use-readings.ts';
import './reading.css';

const sources = ['document', 'ocr'] as const;

type Props = { resource: ResourceDetailView; link: ViewerLink; onProcessing: () => void };

/** What stands in a document or picture, page by page, beside its pages. */
export function TextTab({ resource, link, onProcessing }: Props) {
  const { reading: words } = useTexts();
  const [chosen, setChosen] = useState<ReadingSource | null>(null);
  const readings = useReadings(resource.id, sources);
  if (readings.isPending) {
    return (
      <SkeletonRegion>
        <Skeleton height={240} />
      </SkeletonRegion>
    );
  }
  if (readings.error && !readings.data) {
    return <ErrorPanel error={readings.error} retrying={readings.isFetching} onRetry={() => void readings.refetch()} />;
  }
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
