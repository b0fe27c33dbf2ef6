import { type Language, locales } from '@lectern/contract/language.ts';
import { currentLanguage } from './i18n/language.ts';

/** The local time of an instant in a time zone, in the format of a `datetime-local` input. */
export function toZonedInput(instant: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(new Date(instant));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((entry) => entry.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/** The instant for a local time in a time zone; null when the input isn't a valid time. */
export function fromZonedInput(input: string, timeZone: string): string | null {
  const asUtc = Date.parse(`${input}:00Z`);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(input) || Number.isNaN(asUtc)) return null;
  // The zone's offset depends on the result, so a second pass corrects the first near a clock change.
  let instant = asUtc;
  for (let round = 0; round < 2; round += 1) instant = asUtc - offsetAt(instant, timeZone);
  return new Date(instant).toISOString();
}

function offsetAt(instant: number, timeZone: string): number {
  const minute = Math.floor(instant / 60_000) * 60_000;
  return Date.parse(`${toZonedInput(new Date(minute).toISOString(), timeZone)}:00Z`) - minute;
}

/** A zone's name with its current offset, such as “Central European Time (UTC+1)”. */
export function zoneName(timeZone: string, language: Language = currentLanguage(), now = new Date()): string {
  const part = (timeZoneName: 'longGeneric' | 'shortOffset') =>
    new Intl.DateTimeFormat(locales[language], { timeZone, timeZoneName })
      .formatToParts(now)
      .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  const offset = part('shortOffset').replace('GMT', 'UTC').replace(/\+0$/, '');
  const name = part('longGeneric');
  // Zones without a name of their own, such as UTC, are named by their offset.
  if (name.startsWith('GMT')) return offset;
  return language === 'zh' ? `${name}（${offset}）` : `${name} (${offset})`;
}
