import { getWorkOverview } from '@lectern/contract/features/machine-work.ts';
import { useQuery } from '@tanstack/react-query';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { Status } from '../../../components/status.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { CauseChips } from './cause-chips.tsx';
import { QueueCard } from './queue-card.tsx';
import { ThroughputChart } from './throughput-chart.tsx';
import './work-overview.css';

/** Queues, what came of the last day, and why work does not come off: calm figures above the rows. */
export function WorkOverview() {
  const { work } = useTexts();
  const format = useFormat();
  const overview = useQuery(queryOf(getWorkOverview, {}, { quiet: true }));
  const { data } = overview;
  if (!data) {
    return overview.error ? (
      <ErrorPanel error={overview.error} retrying={overview.isFetching} onRetry={() => void overview.refetch()} />
    ) : (
      <SkeletonRegion className="work-overview-strip">
        <Skeleton height={104} />
      </SkeletonRegion>
    );
  }
  const workers = data.workers.length;
  return (
    <section className="work-overview" aria-label={work.overview.label}>
      <div className="work-overview-strip">
        {data.queues.map((queue) => (
          <QueueCard key={queue.kind} queue={queue} />
        ))}
        <div className="work-day">
          <ThroughputChart hours={data.throughput} />
          <small>
            <Status tone={workers === 0 ? 'bad' : 'ok'}>
              {workers === 0
                ? work.overview.noWorkers
                : fillText(work.overview.workers, { count: format.number(workers) })}
            </Status>
          </small>
        </div>
      </div>
      {data.causes.length > 0 && <CauseChips causes={data.causes} />}
    </section>
  );
}
