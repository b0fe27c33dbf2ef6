import type { RescanRow } from '@lectern/contract/features/scan.ts';
import { Status } from '../../../components/status.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { outcomeWords, progressWords } from './rescan-words.ts';
import { isUnderWay } from './use-rescans.ts';

/** What is looked at again right now, or that nothing has to be. */
export function RescanNow({ rows }: { rows: readonly RescanRow[] }) {
  const texts = useTexts();
  const { rescan } = texts.sensitiveTools;
  const format = useFormat();
  const now = rows.find(({ state }) => state === 'running') ?? rows.find(isUnderWay);
  if (now) {
    const words = progressWords(now, texts, format);
    return (
      <>
        <Status tone="info">{words}</Status>
        <progress aria-label={words} max={now.total ?? 1} {...(now.total !== null && { value: now.done })} />
        <span className="word-tools-quiet">{outcomeWords(now, texts, format)}</span>
      </>
    );
  }
  const last = rows[0];
  if (!last) return <Status tone="ok">{rescan.never}</Status>;
  const when = last.finishedAt ?? last.createdAt;
  if (last.state === 'failed')
    return <Status tone="bad">{fillText(rescan.stoppedEarly, { cause: last.cause ?? texts.words.unknown })}</Status>;
  return (
    <>
      <Status tone={last.state === 'done' ? 'ok' : 'warn'}>
        {last.state === 'done' ? rescan.upToDate : rescan.stoppedByHand}
      </Status>
      <span className="word-tools-quiet" title={format.dateTime(when)}>
        {fillText(rescan.last, { time: format.relativeTime(when) })}
      </span>
    </>
  );
}
