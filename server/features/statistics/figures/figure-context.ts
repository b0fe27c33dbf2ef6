import type { Days } from '@lectern/contract/statistics/figure.ts';
import type { Comparison } from '@lectern/contract/statistics/period.ts';
import { comparedPeriod, resolvePeriod } from '@lectern/contract/statistics/period.ts';
import type { Executor } from '../../../platform/db/database.ts';
import { readFoldState } from '../fold/fold.repository.ts';

/** Today in a time zone, such as 2026-11-16. */
export function todayIn(timeZone: string, now: Date = new Date()): string {
  const calendar = calendars.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone });
  calendars.set(timeZone, calendar);
  return calendar.format(now);
}

/** Making one takes longer than asking it a thousand times. */
const calendars = new Map<string, Intl.DateTimeFormat>();

export function periodsOf(
  { period, compare = 'none' }: { period: string; compare?: Comparison },
  timeZone: string,
): { days: Days; compared: Days | null } {
  const days = resolvePeriod(period, todayIn(timeZone));
  return { days, compared: comparedPeriod(days, compare) };
}

/** How far the sums are. */
export async function readCounted(db: Executor, timeZone: string) {
  const state = await readFoldState(db);
  return {
    events: state.folded_at?.toISOString() ?? null,
    viewers: state.settled_at?.toISOString() ?? null,
    recordsSince: state.kept_from ? todayIn(timeZone, state.kept_from) : null,
  };
}
