import type { HealthReport } from '@lectern/contract/features/health.ts';
import { Card } from '../../components/card.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { Status } from '../../components/status.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';

/** From here on the bar warns, and then alarms. */
const nearlyFull = 80;
const full = 92;

export function DiskCard({ disk }: { disk: HealthReport['disk'] }) {
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

export function DatabaseCard({ database }: { database: HealthReport['database'] }) {
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
