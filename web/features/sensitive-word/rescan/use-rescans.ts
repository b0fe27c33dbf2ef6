import { getRescans, type RescanRow } from '@lectern/contract/features/scan.ts';
import { listSensitiveWords } from '@lectern/contract/features/sensitive-word.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { StatusTone } from '../../../components/status.tsx';
import type { Format } from '../../../lib/format.ts';
import { withNote } from '../../../lib/i18n/punctuation.ts';
import { fillText, type Texts } from '../../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../../lib/live-events.ts';
import { isAnswerOf, queryOf } from '../../../lib/queries.ts';

/** Progress events are frequent; refetch at most once per pause. */
const pauseMs = 1_000;
/** Polling interval in case live events are lost. */
const lookEveryMs = 10_000;

export function isUnderWay({ state }: Pick<RescanRow, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}

/** Re-scans with live progress. When they end, the words' match counts are refetched. */
export function useRescans() {
  const client = useQueryClient();
  const rescans = useQuery({
    ...queryOf(getRescans, {}, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.rows.some(isUnderWay) ? lookEveryMs : false),
  });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useLiveEvents('rescan', () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ predicate: isAnswerOf([getRescans]) });
    }, pauseMs);
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  const busy = rescans.data?.rows.some(isUnderWay);
  const wasBusy = useRef(busy);
  useEffect(() => {
    if (wasBusy.current && busy === false)
      void client.invalidateQueries({ predicate: isAnswerOf([listSensitiveWords]) });
    wasBusy.current = busy ?? wasBusy.current;
  }, [busy, client]);
  return rescans;
}

export const rescanTones: Record<RescanRow['state'], StatusTone> = {
  queued: 'idle',
  running: 'info',
  done: 'ok',
  failed: 'bad',
  cancelled: 'warn',
};

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

/** The cause of a re-scan: everything was requested, or words were changed. */
export function causeWords({ kind, changes }: RescanRow, texts: Texts, format: Format): string {
  const { rescan } = texts.sensitiveTools;
  if (kind === 'full') return rescan.kinds.full;
  const counted = fillText(rescan.changes, { count: format.number(changes) });
  return withNote(rescan.kinds.changed, counted);
}
