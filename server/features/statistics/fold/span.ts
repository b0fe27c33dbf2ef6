import { addDays } from '@lectern/contract/statistics/period.ts';

/** A week from its Monday, or a month from its first day. */
export type Span = { span: 'week' | 'month'; day: string };

/** The last day of a week or month. */
export function lastDayOf({ span, day }: Span): string {
  if (span === 'week') return addDays(day, 6);
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}
