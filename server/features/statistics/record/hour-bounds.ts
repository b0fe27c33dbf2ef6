import type { DateValue } from '@lectern/contract/list/filter.ts';
import { addDays } from '@lectern/contract/statistics/period.ts';
import { sql } from 'kysely';
import type { Condition, SeenView } from '../../../platform/list/list-source.ts';
import { todayIn } from '../figures/figure-context.ts';

/**
 * Between the first and the last of the hours that a view asks for: a walk along the time begins where there is something,
 * instead of passing by most of a week.
 */
export function hourBounds(view: SeenView, timeZone: string): Condition[] {
  const [hours, weekdays] = [numbersOf(view.hour), numbersOf(view.weekday)];
  if (!hours && !weekdays) return [];
  const { from, to = addDays(todayIn(timeZone), 1) } = (view.at ?? {}) as DateValue;
  const first = from && nearestDay(from, 1, weekdays);
  const end = Math.max(...(hours ?? [23])) + 1;
  return [
    ...(first ? [sql`access_events.at >= (${first}::date)::timestamp at time zone ${timeZone}`] : []),
    sql`access_events.at < (${nearestDay(to, -1, weekdays)}::date + make_interval(hours => ${end}::integer))
      at time zone ${timeZone}`,
  ];
}

function numbersOf(value: unknown): number[] | undefined {
  return Array.isArray(value) && value.length > 0 ? value.map(Number) : undefined;
}

/** That day or the nearest after or before it that is one of these days of the week; Monday is 1. */
function nearestDay(day: string, step: 1 | -1, weekdays: readonly number[] | undefined): string {
  const days = Array.from({ length: 7 }, (_, place) => addDays(day, place * step));
  return days.find((each) => weekdays?.includes(new Date(`${each}T00:00:00Z`).getUTCDay() || 7)) ?? day;
}
