import { lastOfMonth, type MailingTime, type ReportRhythm } from '@lectern/contract/features/saved-report.ts';
import { addDays } from '@lectern/contract/statistics/period.ts';
import { momentIn } from '../../platform/local-time.ts';

/** In every time zone, local hours begin at a multiple of 15 minutes. */
const stepMs = 15 * 60_000;
/** Shorter than any local day, so no day is skipped. */
const leapMs = 12 * 3_600_000;
const mostDays = 63;

/**
 * The next mailing after an instant; null when the report isn't mailed. Finds the first moment of a matching day at
 * which local time has reached the hour, so an hour repeated or skipped by daylight saving counts once.
 */
export function nextMailing(rhythm: ReportRhythm, on: MailingTime, after: Date): Date | null {
  if (rhythm === 'none') return null;
  const localOf = (at: number) => momentIn(on.timeZone, new Date(at));
  const isOther = (at: number) => !isDayOf(rhythm, on, localOf(at).day);
  const start = Math.floor(after.getTime() / stepMs) * stepMs;
  for (let at = start; at < start + mostDays * 2 * leapMs; ) {
    if (isOther(at) && isOther(at + leapMs)) {
      at += leapMs;
      continue;
    }
    const [before, local] = [localOf(at), localOf(at + stepMs)];
    const isReached = local.hour >= on.hour && (local.day !== before.day || before.hour < on.hour);
    at += stepMs;
    if (isReached && isDayOf(rhythm, on, local.day)) return new Date(at);
  }
  throw new Error(`There is no next time for ${rhythm} ${JSON.stringify(on)}`);
}

function isDayOf(rhythm: Exclude<ReportRhythm, 'none'>, { weekday, monthDay }: MailingTime, day: string): boolean {
  if (rhythm === 'daily') return true;
  if (rhythm === 'weekly') return (new Date(`${day}T00:00:00Z`).getUTCDay() || 7) === weekday;
  if (monthDay === lastOfMonth) return addDays(day, 1).endsWith('-01');
  return Number(day.slice(8)) === monthDay;
}
