import type { HealthReport } from '@lectern/contract/features/health.ts';
import { Card } from '../../components/card.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Status } from '../../components/status.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';

/** What reads, listens and converts; what is missing comes with the command that installs it. */
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
      <div className="table-scroll">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{health.engine}</th>
              <th scope="col">{health.engineState}</th>
              <th scope="col">{health.version}</th>
              <th scope="col">{health.purpose}</th>
            </tr>
          </thead>
          <tbody>
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
          </tbody>
        </table>
      </div>
    </Card>
  );
}
