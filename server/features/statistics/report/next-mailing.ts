import { lastOfMonth, type MailingTime, type ReportRhythm } from '@lectern/contract/features/saved-report.ts';
import { addDays } from '@lectern/contract/statistics/period.ts';

const dayMs = 24 * 3_600_000;

/** The first time after an instant; null: it is not sent. Days that the clock leaves out or has twice are still one day. */
export function nextMailing(rhythm: ReportRhythm, on: MailingTime, after: Date): Date | null {
  if (rhythm === 'none') return null;
  // Of the days around there is one at which it is later: within two months even where it is the last of one.
  for (let day = addDays(localDay(after, on.timeZone), -1), tries = 0; tries < 70; day = addDays(day, 1), tries += 1) {
    if (!isDayOf(rhythm, on, day)) continue;
    const at = instantOf(day, on.hour, on.timeZone);
    if (at.getTime() > after.getTime()) return at;
  }
  throw new Error(`There is no next time for ${rhythm} ${JSON.stringify(on)}`);
}

function isDayOf(rhythm: Exclude<ReportRhythm, 'none'>, { weekday, monthDay }: MailingTime, day: string): boolean {
  if (rhythm === 'daily') return true;
  if (rhythm === 'weekly') return (new Date(`${day}T00:00:00Z`).getUTCDay() || 7) === weekday;
  if (monthDay === lastOfMonth) return addDays(day, 1).endsWith('-01');
  return Number(day.slice(8)) === monthDay;
}

/** When it is that hour of that day there. An hour that the clock leaves out is taken as the next one. */
function instantOf(day: string, hour: number, timeZone: string): Date {
  const wanted = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`);
  // What the clock shows there is off by the zone's offset, which may itself change on that day: looked at from both sides.
  const offsets = [wanted - dayMs, wanted + dayMs].map((near) => offsetOf(new Date(near), timeZone));
  const found = offsets
    .map((offset) => wanted - offset)
    .filter((at) => at + offsetOf(new Date(at), timeZone) === wanted);
  return new Date(found.length > 0 ? Math.min(...found) : wanted - Math.min(...offsets));
}

/** How far the clock there is ahead of UTC. */
function offsetOf(at: Date, timeZone: string): number {
  const { year, month, day, hour, minute, second } = partsOf(at, timeZone);
  const shown = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  return shown - Math.floor(at.getTime() / 1000) * 1000;
}

function localDay(at: Date, timeZone: string): string {
  const { year, month, day } = partsOf(at, timeZone);
  return `${year}-${month}-${day}`;
}

function partsOf(at: Date, timeZone: string): Record<string, string> {
  const format = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  });
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
}
