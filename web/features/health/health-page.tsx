import { getHealthReport, type HealthReport, type QueueReport } from '@lectern/contract/features/health.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { Icon } from '../../components/icon.tsx';
import { MailServerCard } from '../../components/mail-server-card.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { Status } from '../../components/status.tsx';
import { call } from '../../lib/api-client.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useFormat } from '../../lib/format.ts';
import { labelled } from '../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { BundleList } from './bundle-list.tsx';
import { EngineTable, LoopTable } from './engine-table.tsx';
import '../../components/page-body.css';
import '../../components/table.css';
import './health-page.css';

/** The server caches the report, so frequent polling is cheap. */
const pollMs = 30_000;

export function HealthPage() {
  const { health, words } = useTexts();
  const format = useFormat();
  const client = useQueryClient();
  const kept = queryOf(getHealthReport, {}, { quiet: true });
  const report = useQuery({ ...kept, refetchInterval: pollMs });
  const anew = useMutation({
    mutationFn: () => call(getHealthReport, { query: { fresh: 'true' } }, { quiet: true }),
    onSuccess: (fresh) => client.setQueryData(kept.queryKey, fresh),
  });
  const error = anew.error ?? report.error;
  return (
    <>
      <PageHeader
        title={health.title}
        meta={
          report.data && (
            <span title={format.dateTime(report.data.checkedAt)}>
              {fillText(health.checkedAt, { when: format.relativeTime(report.data.checkedAt) })}
            </span>
          )
        }
      >
        <Button icon="refresh" busy={anew.isPending} onClick={() => anew.mutate()}>
          {anew.isPending ? words.refreshing : words.refresh}
        </Button>
      </PageHeader>
      {error && (
        <ErrorPanel
          error={error}
          keepsOld={report.data !== undefined}
          retrying={anew.isPending}
          onRetry={() => anew.mutate()}
        />
      )}
      {report.isPending && !error && <HealthSkeleton />}
      {report.data && <HealthReportView report={report.data} />}
      <BundleList />
    </>
  );
}

function HealthReportView({ report }: { report: HealthReport }) {
  const { roleId } = useCurrentUser();
  return (
    <>
      <HealthHeadline state={report.state} problems={report.problems} />
      <div className="health-cards">
        <QueueCard queue={report.queue} />
        <DiskCard disk={report.disk} />
        <DatabaseCard database={report.database} />
        <VersionsCard versions={report.versions} />
        <ProcessCard process={report.process} sandbox={report.sandbox} />
        {report.mail && (
          <MailServerCard report={report.mail} mayCheck={hasAbility(roleId, 'editor')} className="health-card-wide" />
        )}
      </div>
      <LoopTable loops={report.loops} />
      <EngineTable engines={report.engines} />
    </>
  );
}

function HealthSkeleton() {
  return (
    <SkeletonRegion className="page-stack">
      <div className="card health-skeleton">
        <Skeleton width={180} height={18} />
        <Skeleton width="50%" />
      </div>
      <div className="health-cards">
        {['queue', 'disk', 'database', 'versions', 'process'].map((card) => (
          <div
            key={card}
            className={card === 'queue' ? 'card health-skeleton health-card-wide' : 'card health-skeleton'}
          >
            <Skeleton width={90} />
            <Skeleton />
            <Skeleton />
            <Skeleton width="70%" />
          </div>
        ))}
      </div>
      <div className="card health-skeleton">
        <Skeleton width={90} />
        <Skeleton />
        <Skeleton />
        <Skeleton />
        <Skeleton />
      </div>
    </SkeletonRegion>
  );
}

const icons = { ok: 'done', degraded: 'warning', down: 'problem' } as const;
const severityIcons = { bad: 'problem', warn: 'warning' } as const;

/** Overall state, and the problems found. */
function HealthHeadline({ state, problems }: Pick<HealthReport, 'state' | 'problems'>) {
  const { health } = useTexts();
  return (
    <section className={`health-headline health-${state}`} aria-label={health.problems}>
      <Icon name={icons[state]} size={24} />
      <div>
        <h2>{state === 'ok' && problems.length > 0 ? health.okWithRemarks : health.states[state]}</h2>
        {problems.length === 0 ? (
          <p>{health.noProblems}</p>
        ) : (
          <ul>
            {problems.map((problem) => (
              <li key={problem.code} className={`health-problem-${problem.severity}`}>
                <Icon name={severityIcons[problem.severity]} />
                <span>
                  <span className="visually-hidden">{labelled(health.severities[problem.severity], '')}</span>
                  {fillText(health.problemTexts[problem.code], problem.params)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function VersionsCard({ versions }: { versions: HealthReport['versions'] }) {
  const { health, words } = useTexts();
  return (
    <Card title={health.versions}>
      <FactList
        facts={[
          { label: 'Lectern', value: versions.lectern },
          { label: 'Node.js', value: versions.node },
          { label: 'PostgreSQL', value: versions.postgres ?? words.unknown },
          { label: health.schema, value: versions.schema?.replace(/-.*/, '') ?? words.unknown },
        ]}
      />
    </Card>
  );
}

function ProcessCard({ process, sandbox }: Pick<HealthReport, 'process' | 'sandbox'>) {
  const { health } = useTexts();
  const format = useFormat();
  const delay = fillText(health.milliseconds, { count: format.number(process.eventLoopDelayMs) });
  return (
    <Card title={health.process}>
      <FactList
        facts={[
          {
            label: health.startedAt,
            value: <span title={format.dateTime(process.startedAt)}>{format.relativeTime(process.startedAt)}</span>,
          },
          { label: health.memory, value: format.bytes(process.memoryBytes) },
          { label: health.eventLoop, value: delay },
          { label: health.sandbox, value: health.sandboxLevels[sandbox] },
        ]}
      />
    </Card>
  );
}

function QueueCard({ queue }: { queue: HealthReport['queue'] }) {
  const { health, words } = useTexts();
  if (queue) return <KnownQueue queue={queue} />;
  return (
    <Card title={health.queue} aside={<Status tone="idle">{words.unknown}</Status>} className="health-card-wide">
      <p className="card-body">{health.queueUnknown}</p>
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

/** Percentages from which the bar shows a warning and an alarm. */
const nearlyFull = 80;
const full = 92;

function DiskCard({ disk }: { disk: HealthReport['disk'] }) {
  const { health, words } = useTexts();
  const format = useFormat();
  const known = disk.totalBytes > 0;
  const used = known ? Math.round((1 - disk.freeBytes / disk.totalBytes) * 100) : 0;
  const tone = !known ? 'idle' : used >= full ? 'bad' : used >= nearlyFull ? 'warn' : 'ok';
  const state = known ? fillText(health.diskUsed, { percent: used }) : words.unknown;
  return (
    <Card title={health.disk} aside={<Status tone={tone}>{state}</Status>}>
      <div className="health-disk">
        <div className={`health-meter health-meter-${tone}`} aria-hidden="true">
          <div style={{ width: `${used}%` }} />
        </div>
        {known &&
          fillText(health.diskFree, { free: format.bytes(disk.freeBytes), total: format.bytes(disk.totalBytes) })}
      </div>
      <FactList
        facts={[
          { label: health.diskFiles, value: format.bytes(disk.usedByFilesBytes) },
          { label: health.diskPath, value: <code>{disk.path}</code> },
        ]}
      />
    </Card>
  );
}

const databaseTones = { up: 'ok', slow: 'warn', down: 'bad' } as const;

function DatabaseCard({ database }: { database: HealthReport['database'] }) {
  const { health, words } = useTexts();
  const format = useFormat();
  const { embedded, latencyMs, sizeBytes, connections } = database;
  const state = <Status tone={databaseTones[database.state]}>{health.databaseStates[database.state]}</Status>;
  return (
    <Card title={health.database} aside={state}>
      <FactList
        facts={[
          { label: health.kind, value: embedded ? health.embedded : health.external },
          {
            label: health.latency,
            value: latencyMs === null ? words.none : fillText(health.milliseconds, { count: format.number(latencyMs) }),
          },
          { label: health.size, value: sizeBytes === null ? words.none : format.bytes(sizeBytes) },
          { label: health.connections, value: connections === null ? words.none : format.number(connections) },
        ]}
      />
    </Card>
  );
}
