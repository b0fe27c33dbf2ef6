import type { HealthReport, QueueReport } from '@lectern/contract/features/health.ts';
import { Card } from '../../components/card.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { Status } from '../../components/status.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';

export function QueueCard({ queue }: { queue: HealthReport['queue'] }) {
  const { health, words } = useTexts();
  if (queue) return <KnownQueue queue={queue} />;
  return (
    <Card title={health.queue} aside={<Status tone="idle">{words.unknown}</Status>} className="health-card-wide">
      {health.queueUnknown}
    </Card>
  );
}

function KnownQueue({ queue }: { queue: QueueReport }) {
  const { health } = useTexts();
  const format = useFormat();
  const failed = <Status tone={queue.failedLastDay > 0 ? 'bad' : 'ok'}>{format.number(queue.failedLastDay)}</Status>;
  const facts = [
    { label: health.waiting, value: format.number(queue.waiting) },
    { label: health.running, value: format.number(queue.running) },
    { label: health.failedLastDay, value: failed },
  ];
  const oldest = queue.oldestWaitingAt
    ? fillText(health.oldestWaiting, { when: format.relativeTime(queue.oldestWaitingAt) })
    : health.nothingWaiting;
  return (
    <Card title={health.queue} aside={oldest} className="health-card-wide">
      <div className="health-queue">
        <FactList facts={facts} />
        <div className="health-workers">
          <h3>{health.workers}</h3>
          {queue.workers.length === 0 && <Status tone="bad">{health.noWorkers}</Status>}
          <ul>
            {queue.workers.map((worker) => (
              <li key={worker.name}>
                <Status tone="ok">{worker.name}</Status>
                <small title={format.dateTime(worker.startedAt)}>
                  {fillText(health.workerSince, { when: format.relativeTime(worker.startedAt) })} ·{' '}
                  {fillText(health.workerSeen, { when: format.relativeTime(worker.lastSeenAt) })}
                </small>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Card>
  );
}
