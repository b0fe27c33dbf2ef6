import type { HealthReport, LoopReport } from '@lectern/contract/features/health.ts';
import { Card } from '../../components/card.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { SmallTable } from '../../components/small-table.tsx';
import { Status } from '../../components/status.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';

/** Engines and their state; missing ones come with the installation command. */
export function EngineTable({ engines }: { engines: HealthReport['engines'] }) {
  const { health, words } = useTexts();
  const nameOf = (name: string) => health.engineNames[name] ?? name;
  const missing = engines.filter((engine) => !engine.found);
  const aside =
    missing.length > 0 ? (
      <Status tone="warn">{fillText(health.enginesMissing, { count: missing.length })}</Status>
    ) : (
      <Status tone="ok">{health.enginesAllFound}</Status>
    );
  return (
    <Card title={health.engines} text={health.enginesText} aside={aside}>
      <SmallTable columns={[health.engine, health.engineState, health.version, health.purpose]}>
        {[...missing, ...engines.filter((engine) => engine.found)].map((engine) => (
          <tr key={engine.name}>
            <td className="table-strong">{nameOf(engine.name)}</td>
            <td>
              <Status tone={engine.found ? 'ok' : 'bad'}>{engine.found ? health.found : health.missing}</Status>
            </td>
            <td className="table-quiet">{engine.version ?? words.none}</td>
            <td>
              {health.purposes[engine.name]}
              {engine.install && !engine.found && (
                <div className="health-install">
                  <span>{health.install}</span>
                  <code>{engine.install}</code>
                  <CopyButton
                    text={engine.install}
                    label={fillText(health.copyInstall, { engine: nameOf(engine.name) })}
                  />
                </div>
              )}
            </td>
          </tr>
        ))}
      </SmallTable>
    </Card>
  );
}

/** Background loops, with the last error of failing ones. */
export function LoopTable({ loops }: { loops: HealthReport['loops'] }) {
  const { health, words } = useTexts();
  const format = useFormat();
  if (!loops) {
    return (
      <Card title={health.loops} aside={<Status tone="idle">{words.unknown}</Status>}>
        <p className="card-body">{health.loopsUnknown}</p>
      </Card>
    );
  }
  const failing = loops.filter((loop) => loop.failing).length;
  const aside =
    failing > 0 ? (
      <Status tone="bad">{fillText(health.loopsFailing, { count: failing })}</Status>
    ) : (
      <Status tone="ok">{health.loopsAllOk}</Status>
    );
  return (
    <Card title={health.loops} text={health.loopsText} aside={aside}>
      <SmallTable columns={[health.loop, health.loopState, health.loopSuccess, health.loopMessage]}>
        {loops.map((loop) => (
          <tr key={loop.name}>
            <td className="table-strong">{health.loopNames[loop.name]}</td>
            <td>
              <LoopStatus loop={loop} />
            </td>
            <td className="table-quiet">
              {loop.lastSuccessAt ? format.relativeTime(loop.lastSuccessAt) : health.loopNever}
            </td>
            <td className="table-quiet">{loop.message ?? words.none}</td>
          </tr>
        ))}
      </SmallTable>
    </Card>
  );
}

function LoopStatus({ loop }: { loop: LoopReport }) {
  const { health } = useTexts();
  const format = useFormat();
  if (loop.failures === 0 || !loop.failingSince) return <Status tone="ok">{health.loopOk}</Status>;
  if (!loop.failing) return <Status tone="warn">{health.loopRetrying}</Status>;
  const when = format.relativeTime(loop.failingSince);
  return <Status tone="bad">{fillText(health.loopFailing, { count: format.number(loop.failures), when })}</Status>;
}
