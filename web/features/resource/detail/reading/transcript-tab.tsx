import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { ErrorPanel } from '../../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../../components/skeleton.tsx';
import type { ViewerLink } from '../../../../components/viewers/viewer-link.ts';
import { ReadingEmpty } from './reading-empty.tsx';
import { Transcript } from './transcript.tsx';
import { useReadings } from './use-readings.ts';
import './reading.css';

const sources = ['speech'] as const;

type Props = { resource: ResourceDetailView; link: ViewerLink; onProcessing: () => void };

/** What is said in a recording. */
export function TranscriptTab({ resource, link, onProcessing }: Props) {
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
  const [shown] = readings.current;
  if (!shown) return <ReadingEmpty id={resource.id} of="emptyTranscript" onProcessing={onProcessing} />;
  return <Transcript key={shown.id} resource={resource} reading={shown} link={link} onProcessing={onProcessing} />;
}
