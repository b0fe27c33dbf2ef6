import type { Days } from '@lectern/contract/statistics/figure.ts';
import { addDays } from '@lectern/contract/statistics/period.ts';
import type { Span } from '../fold/viewer-span.repository.ts';
import { lastDayOf } from '../fold/viewer-span.ts';

export type Cover = { days: string[]; spans: Span[] };

/** Which weeks and months are put together: those that are over and not to be put together anew. */
export type Settled = { today: string; unsettled: ReadonlySet<string> };

export const spanKey = ({ span, day }: Span): string => `${span} ${day}`;

/** The fewest pieces from which the people of some days are told: whole months, whole weeks, and the days left over. */
export function coverOf(wanted: Days, settled: Settled): Cover {
  const covered = new Set<string>();
  const spans: Span[] = [];
  for (const span of ['month', 'week'] as const) {
    for (let at = wanted.from; at <= wanted.to; ) {
      const one: Span = { span, day: startOfSpan(span, at) };
      const last = lastDayOf(one);
      if (one.day >= wanted.from && last <= wanted.to && isSettled(one, last, settled)) add(one, last);
      at = addDays(last, 1);
    }
  }
  const days: string[] = [];
  for (let day = wanted.from; day <= wanted.to; day = addDays(day, 1)) if (!covered.has(day)) days.push(day);
  return { days, spans };

  /** Weeks may reach into a month that is there already: nobody is counted twice. */
  function add(one: Span, last: string): void {
    let isNew = false;
    for (let day = one.day; day <= last; day = addDays(day, 1)) {
      isNew ||= !covered.has(day);
      covered.add(day);
    }
    if (isNew) spans.push(one);
  }
}

function isSettled(one: Span, last: string, { today, unsettled }: Settled): boolean {
  return last < today && !unsettled.has(spanKey(one));
}

export function startOfSpan(span: Span['span'], day: string): string {
  if (span === 'month') return `${day.slice(0, 7)}-01`;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}
