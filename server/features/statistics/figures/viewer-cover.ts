import type { Days } from '@lectern/contract/statistics/figure.ts';
import { addDays, daysBetween } from '@lectern/contract/statistics/period.ts';
import { lastDayOf, type Recent, type Span, spanKinds } from '../fold/span.ts';

export type Cover = { days: string[]; spans: Span[] };

/**
 * Which spans are put together: those that are over and not to be put together anew. `recents`: last days that are counted, by
 * their first.
 */
export type Settled = { today: string; unsettled: ReadonlySet<string>; recents?: ReadonlyMap<string, Recent> };

export const spanKey = ({ span, day }: Span): string => `${span} ${day}`;

/** The fewest pieces from which the people of some days are told: whole quarters, months and weeks, and the days left over. */
export function coverOf(wanted: Days, settled: Settled): Cover {
  const days = listDays(wanted);
  const covered = days.map(() => false);
  const spans: Span[] = [];
  for (const span of spanKinds) {
    for (let at = 0; at < days.length; ) {
      const day = days[at] as string;
      const last = lastDayOf({ span, day: startOfSpan(span, day) });
      const end = at + daysBetween(day, last);
      const isWhole = startOfSpan(span, day) === day && end <= days.length;
      const left = covered.indexOf(false, at);
      // Weeks may reach into a month that is there already: nobody is counted twice.
      const isWanted = isWhole && left !== -1 && left < end;
      if (isWanted && isSettled({ span, day }, last, settled)) {
        spans.push({ span, day });
        covered.fill(true, at, end);
      }
      at = end;
    }
  }
  return { days: days.filter((_, at) => !covered[at]), spans };
}

export function listDays({ from, to }: Days): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

function isSettled(one: Span, last: string, { today, unsettled }: Settled): boolean {
  return last < today && !unsettled.has(spanKey(one));
}

export function startOfSpan(span: Span['span'], day: string): string {
  if (span === 'month') return `${day.slice(0, 7)}-01`;
  if (span === 'quarter') {
    const month = Number(day.slice(5, 7));
    return `${day.slice(0, 5)}${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`;
  }
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}
