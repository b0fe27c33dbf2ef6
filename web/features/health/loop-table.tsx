import type { HealthReport, LoopReport } from '@lectern/contract/features/health.ts';
import { Card } from '../../components/card.tsx';
import { Status } from '../../components/status.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';

/** What runs beside requests and jobs, with the last error of what fails. */
export function LoopTable({ loops }: { loops: HealthReport['loops'] }) {
  const { health, words } = useTexts();
  const format = useFormat();
  if (!loops) {
    return (
      <Card title={health.loops} aside={<Status tone="idle">{words.unknown}</Status>}>
        {health.loopsUnknown}
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
      <div className="table-scroll">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{health.loop}</th>
              <th scope="col">{health.loopState}</th>
              <th scope="col">{health.loopSuccess}</th>
              <th scope="col">{health.loopMessage}</th>
            </tr>
          </thead>
          <tbody>
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
          </tbody>
        </table>
      </div>
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
