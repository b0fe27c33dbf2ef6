import type { HealthReport } from '@lectern/contract/features/health.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { MailServerCard } from '../../components/mail/mail-server-card.tsx';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { EngineTable } from './engine-table.tsx';
import { HealthHeadline } from './health-headline.tsx';
import { LoopTable } from './loop-table.tsx';
import { ProcessCard, VersionsCard } from './process-cards.tsx';
import { QueueCard } from './queue-card.tsx';
import { DatabaseCard, DiskCard } from './storage-cards.tsx';

export function HealthReportView({ report }: { report: HealthReport }) {
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
