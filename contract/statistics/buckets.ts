import type { AccessGrain } from './access-dimension.ts';
import { addDays, daysBetween } from './period.ts';

/** One chart bucket: a range of days (inclusive), or one hour of a day. `hour` is null for day ranges. */
export type Bucket = { from: string; to: string; hour: number | null };

/** Splits a period into buckets; the first and last may be partial. Weeks start on Monday. */
export function bucketsOf({ from, to }: { from: string; to: string }, grain: AccessGrain): Bucket[] {
  const buckets: Bucket[] = [];
  for (let day = from; day <= to; ) {
    if (grain === 'hour') {
      for (let hour = 0; hour < 24; hour += 1) buckets.push({ from: day, to: day, hour });
      day = addDays(day, 1);
      continue;
    }
    const end = endOf(day, grain);
    buckets.push({ from: day, to: end < to ? end : to, hour: null });
    day = addDays(end, 1);
  }
  return buckets;
}

/** In the platform's time zone, like all days of the statistics. */
export type Moment = { day: string; hour: number };

export function hasBegun({ from, hour }: Bucket, now: Moment): boolean {
  return from < now.day || (from === now.day && (hour ?? 0) <= now.hour);
}

/** Values per bucket; null, not zero, for buckets that haven't begun. */
export function begunValues(
  buckets: readonly Bucket[],
  values: readonly (number | null | undefined)[],
  now: Moment,
): (number | null)[] {
  return buckets.map((bucket, place) => (hasBegun(bucket, now) ? (values[place] ?? null) : null));
}

/** Whether the bucket lies in the past; only events that arrive late can still change it. */
export function isOver({ to, hour }: Bucket, now: Moment): boolean {
  return to < now.day || (to === now.day && hour !== null && hour < now.hour);
}

export function usualGrain({ from, to }: { from: string; to: string }): AccessGrain {
  const length = daysBetween(from, to);
  if (length <= 2) return 'hour';
  if (length <= 92) return 'day';
  return length <= 400 ? 'week' : 'month';
}

/** Default grain for figures that have no hourly data. */
export function usualDayGrain(period: { from: string; to: string }): Exclude<AccessGrain, 'hour'> {
  const usual = usualGrain(period);
  return usual === 'hour' ? 'day' : usual;
}

function endOf(day: string, grain: Exclude<AccessGrain, 'hour'>): string {
  if (grain === 'day') return day;
  const date = new Date(`${day}T00:00:00Z`);
  if (grain === 'week') return addDays(day, (7 - date.getUTCDay()) % 7);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).toISOString().slice(0, 10);
}
