import { getWorkOverview, pauseQueue, type WorkOverview } from '@lectern/contract/features/machine-work.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { IconButton } from '../../../components/button.tsx';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useMutationOf } from '../../../lib/queries.ts';

type Queue = WorkOverview['queues'][number];

/** One kind of work: how much waits and runs, since when, and the way to hold it. */
export function QueueCard({ queue }: { queue: Queue }) {
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
