import { addDays } from '@lectern/contract/statistics/period.ts';
import { type RawBuilder, sql } from 'kysely';

/** The longest first. */
export const spanKinds = ['quarter', 'month', 'week'] as const;

/** A week from its Monday, or a month or quarter from its first day. */
export type Span = { span: (typeof spanKinds)[number]; day: string };

/** Some days up to yesterday, from its first day to its last; `changed`: those that something came to since it was counted. */
export type Recent = { day: string; last: string; changed: string[] };

const months = { month: 1, quarter: 3 };

/** The last day of one that begins on a day. */
export function lastDayOf({ span, day }: Span): string {
  if (span === 'week') return addDays(day, 6);
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  return new Date(Date.UTC(year, month - 1 + months[span], 0)).toISOString().slice(0, 10);
}

/** The first day after one, of columns; those of days as well. */
export function dayAfter({ span, day }: { span: RawBuilder<unknown>; day: RawBuilder<unknown> }): RawBuilder<unknown> {
  // Intervals know no quarters.
  return sql`(${day} + case ${span} when 'quarter' then interval '3 months' else ('1 ' || ${span})::interval end)::date`;
}
