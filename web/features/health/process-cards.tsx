import type { HealthReport } from '@lectern/contract/features/health.ts';
import { Card } from '../../components/card.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';

export function VersionsCard({ versions }: { versions: HealthReport['versions'] }) {
  const { health } = useTexts();
  return (
    <Card title={health.versions}>
      <FactList
        facts={[
          { label: 'Lectern', value: versions.lectern },
          { label: 'Node.js', value: versions.node },
          { label: 'PostgreSQL', value: versions.postgres },
          { label: health.schema, value: versions.schema },
        ]}
      />
    </Card>
  );
}

export function ProcessCard({ process, sandbox }: Pick<HealthReport, 'process' | 'sandbox'>) {
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
