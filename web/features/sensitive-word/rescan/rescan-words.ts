import type { RescanRow } from '@lectern/contract/features/scan.ts';
import type { StatusTone } from '../../../components/status.tsx';
import type { Format } from '../../../lib/format.ts';
import { fillText, type Texts } from '../../../lib/i18n/use-texts.ts';

export const rescanTones: Record<RescanRow['state'], StatusTone> = {
  queued: 'idle',
  running: 'info',
  done: 'ok',
  failed: 'bad',
  cancelled: 'warn',
};

/** How far it is, in one sentence. */
export function progressWords({ kind, state, total, done }: RescanRow, texts: Texts, format: Format): string {
  const { rescan } = texts.sensitiveTools;
  if (state === 'queued') return rescan.waiting;
  if (total === null) return rescan.counting;
  const counts = { done: format.number(done), total: format.number(total) };
  return fillText(kind === 'full' ? rescan.runningFull : rescan.running, counts);
}

export function outcomeWords({ flagged, cleared }: RescanRow, texts: Texts, format: Format): string {
  const counts = { flagged: format.number(flagged), cleared: format.number(cleared) };
  return fillText(texts.sensitiveTools.rescan.outcome, counts);
}

/** Why it was looked again: everything, or after so many changes. */
export function causeWords({ kind, changes }: RescanRow, texts: Texts, format: Format): string {
  const { rescan } = texts.sensitiveTools;
  if (kind === 'full') return rescan.kinds.full;
  const counted = fillText(rescan.changes, { count: format.number(changes) });
  return `${rescan.kinds.changed} (${counted})`;
}
