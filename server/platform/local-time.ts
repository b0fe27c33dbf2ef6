import type { Moment } from '@lectern/contract/statistics/buckets.ts';

/** Creating a formatter takes longer than using it a thousand times. */
const calendars = new Map<string, Intl.DateTimeFormat>();

/** Date, such as 2026-11-16, and hour in a time zone. */
export function momentIn(timeZone: string, now: Date = new Date()): Moment {
  const calendar =
    calendars.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23', timeZone });
  calendars.set(timeZone, calendar);
  const written = calendar.format(now);
  return { day: written.slice(0, 10), hour: Number(written.slice(11, 13)) };
}

export function todayIn(timeZone: string, now?: Date): string {
  return momentIn(timeZone, now).day;
}
