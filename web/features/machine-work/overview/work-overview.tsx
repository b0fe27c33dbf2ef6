import {
  getWorkOverview,
  type WorkOverview as Overview,
  pauseQueue,
  workList,
} from '@lectern/contract/features/machine-work.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { IconButton } from '../../../components/button.tsx';
import { QueryError } from '../../../components/error-panel.tsx';
import { useListAddress } from '../../../components/list-page/use-list-address.ts';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { SmallTable } from '../../../components/small-table.tsx';
import { Status } from '../../../components/status.tsx';
import { causeOf } from '../../../components/work/work-words.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useFormat } from '../../../lib/format.ts';
import { labelled } from '../../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf, useMutationOf } from '../../../lib/queries.ts';
import './work-overview.css';

/** Queues, the last day's results, and causes of failures, above the list. */
export function WorkOverview() {
  const { work } = useTexts();
  const format = useFormat();
  const overview = useQuery(queryOf(getWorkOverview, {}, { quiet: true }));
  const { data } = overview;
  if (!data) {
    return overview.error ? (
      <QueryError query={overview} />
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

type Queue = Overview['queues'][number];

/** One queue: jobs waiting and running, the age of the oldest, and Pause. */
function QueueCard({ queue }: { queue: Queue }) {
  const { work, words } = useTexts();
  const { overview } = work;
  const format = useFormat();
  const me = useCurrentUser();
  const hold = useMutationOf(pauseQueue, { invalidates: [getWorkOverview] });
  const { kind, waiting, running, oldestWaitingAt, pausedAt, pausedBy } = queue;
  const step = work.steps[kind];
  const note = pausedAt
    ? fillText(overview.paused, { name: pausedBy ?? words.unknown, time: format.relativeTime(pausedAt) })
    : oldestWaitingAt
      ? fillText(overview.oldest, { time: format.relativeTime(oldestWaitingAt) })
      : overview.nothingWaits;
  const hour = fillText(overview.hour, { done: format.number(queue.done), failed: format.number(queue.failed) });
  return (
    <article className="work-queue" data-paused={pausedAt !== null || undefined} title={hour}>
      <header>
        <h2>{step}</h2>
        {hasAbility(me.roleId, 'admin') && (
          <IconButton
            icon={pausedAt ? 'play' : 'pause'}
            label={fillText(pausedAt ? overview.resumeOf : overview.pauseOf, { step })}
            disabled={hold.isPending}
            onClick={() => hold.mutate({ params: { kind }, body: { paused: pausedAt === null } })}
          />
        )}
      </header>
      <p>
        <span>
          <b>{format.number(waiting)}</b> {overview.waiting}
        </span>
        <span>
          <b>{format.number(running)}</b> {overview.running}
        </span>
      </p>
      <small title={pausedAt || oldestWaitingAt ? format.dateTime(pausedAt ?? oldestWaitingAt ?? '') : undefined}>
        {note}
      </small>
    </article>
  );
}

type Cause = Overview['causes'][number];

/** Causes by number of affected jobs; a click filters the list, a second click removes the filter. */
function CauseChips({ causes }: { causes: readonly Cause[] }) {
  const { work } = useTexts();
  const { overview } = work;
  const format = useFormat();
  const place = useListAddress(workList);
  const { kind: kinds, cause: shownCauses, ...others } = place.address.filters;
  const isShown = ({ kind, cause }: Cause) => String(kinds) === kind && String(shownCauses) === cause;
  return (
    <ul className="work-causes" aria-label={overview.causes}>
      {causes.map((group) => {
        const { kind, cause, count } = group;
        const words = { step: work.steps[kind], cause: work.causes[cause], count: format.number(count) };
        const latest = {
          title: group.resource.name,
          time: format.relativeTime(group.lastAt),
          example: causeOf({ cause: group.example, causeCode: group.cause }) ?? '',
        };
        return (
          <li key={`${kind}.${cause}`}>
            <button
              type="button"
              aria-pressed={isShown(group)}
              title={fillText(overview.latest, latest)}
              onClick={() =>
                place.change({
                  tab: 'attention',
                  filters: isShown(group) ? others : { ...others, kind: [kind], cause: [cause] },
                })
              }
            >
              {fillText(overview.causeOf, words)} <b>{words.count}</b>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

type Hour = Overview['throughput'][number];
const step = 10;
const bar = 8;
const height = 44;

/** Jobs finished per hour in the last day, as bars or as a table. */
function ThroughputChart({ hours }: { hours: readonly Hour[] }) {
  const { overview } = useTexts().work;
  const format = useFormat();
  const [asTable, setAsTable] = useState(false);
  const sum = (name: 'done' | 'failed') => format.number(hours.reduce((total, hour) => total + hour[name], 0));
  const most = Math.max(1, ...hours.map(({ done, failed }) => done + failed));
  /** At least 2 pixels, so a single job stays visible beside thousands. */
  const tall = (count: number) => (count === 0 ? 0 : Math.max(2, (count / most) * height));
  const words = (hour: Hour) =>
    fillText(overview.bar, {
      time: format.time(hour.hour),
      done: format.number(hour.done),
      failed: format.number(hour.failed),
    });
  const counts = fillText(overview.dayCounts, { done: sum('done'), failed: sum('failed') });
  return (
    <>
      <header>
        <h2>{overview.day}</h2>
        <button type="button" className="work-day-switch" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? overview.chart : overview.table}
        </button>
      </header>
      {asTable ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: focusable for scrolling by keyboard
        <div className="work-day-table" tabIndex={0}>
          <SmallTable parentScrolls columns={[overview.time, overview.done, overview.failed]}>
            {hours.map((hour) => (
              <tr key={hour.hour}>
                <td>{format.time(hour.hour)}</td>
                <td>{format.number(hour.done)}</td>
                <td>{format.number(hour.failed)}</td>
              </tr>
            ))}
          </SmallTable>
        </div>
      ) : (
        <svg
          className="work-day-chart"
          viewBox={`0 0 ${Math.max(1, hours.length) * step} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={labelled(overview.day, counts)}
        >
          {hours.map((hour, at) => {
            const done = tall(hour.done);
            const failed = tall(hour.failed);
            return (
              <g key={hour.hour}>
                <title>{words(hour)}</title>
                <rect className="work-day-hour" x={at * step} width={step} height={height} />
                <rect className="work-day-done" x={at * step + 1} y={height - done} width={bar} height={done} />
                <rect
                  className="work-day-failed"
                  x={at * step + 1}
                  y={Math.max(0, height - done - failed)}
                  width={bar}
                  height={failed}
                />
              </g>
            );
          })}
        </svg>
      )}
      <small>{counts}</small>
    </>
  );
}
