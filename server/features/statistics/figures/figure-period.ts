import type { Days } from '@lectern/contract/statistics/figure.ts';
import { type Comparison, comparedPeriod, resolvePeriod } from '@lectern/contract/statistics/period.ts';
import type { Executor } from '../../../platform/db/database.ts';
import { momentIn, todayIn } from '../../../platform/local-time.ts';
import { listUncountedDays } from '../rollup/viewer-sketch.repository.ts';
import { getWatermark } from '../rollup/watermark.repository.ts';

export function periodsOf(
  { period, compare = 'none' }: { period: string; compare?: Comparison },
  timeZone: string,
): { days: Days; compared: Days | null } {
  const days = resolvePeriod(period, todayIn(timeZone));
  return { days, compared: comparedPeriod(days, compare) };
}

/** How far events and viewers have been counted, and which days of the period are not. */
export async function readCounted(db: Executor, timeZone: string, days: Days) {
  const [state, uncounted] = await Promise.all([getWatermark(db), listUncountedDays(db, days)]);
  return {
    uncounted,
    events: state.folded_at?.toISOString() ?? null,
    viewers: state.settled_at?.toISOString() ?? null,
    now: momentIn(timeZone),
    recordsSince: state.kept_from ? todayIn(timeZone, state.kept_from) : null,
  };
}

type Viewers = { value: number | null; exact: boolean };

/** While a day's viewers are still being counted, zero is unknown (null) and any other number may grow. */
export function untilCounted(viewers: Viewers, { from, to }: Days, uncounted: readonly string[]): Viewers {
  if (!uncounted.some((day) => from <= day && day <= to)) return viewers;
  return { value: viewers.value || null, exact: false };
}
