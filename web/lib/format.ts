import { hourUnit, justNow, type Language, locales, minuteUnit, secondUnit } from '@lectern/contract/language.ts';
import { dictionary } from './i18n/language.ts';
import { useLanguage } from './i18n/use-texts.ts';
import { initialState } from './initial-state.ts';
import { useStore } from './store.ts';

type Instant = string | number | Date;

export type Format = {
  dateTime(instant: Instant): string;
  date(instant: Instant): string;
  time(instant: Instant): string;
  /** Such as “2 hours ago”; the date if older than a week. */
  relativeTime(instant: Instant): string;
  /** Time passed until now, such as “2 days”. */
  elapsed(instant: Instant): string;
  bytes(count: number): string;
  number(value: number): string;
  /** From a share between 0 and 1, such as “24%”. */
  percent(share: number): string;
  /** Such as “Anna, Ben and Chen”. */
  list(items: readonly string[]): string;
  /** Keeps small amounts visible; the currency is configured by the operator. */
  cost(value: number): string;
  /** Such as “1:05:09”, or “0.4 s” below a second. */
  duration(milliseconds: number): string;
  /** How long work took, such as “4 s” or “12 min”. */
  timeTaken(milliseconds: number): string;
};

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const steps = [
  { unit: 'minute', ms: 60_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'day', ms: 86_400_000 },
] as const;
const weekMs = 7 * 86_400_000;

/** Formats dates and numbers for one language and time zone. */
export function createFormat(language: Language, timeZone: string | undefined, now = () => Date.now()): Format {
  const locale = locales[language];
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const conjunction = new Intl.ListFormat(locale, { type: 'conjunction' });
  const cost = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 4 });

  /** One digit after the point below ten. */
  const inUnit = (value: number, unit: string) => `${number.format(value < 10 ? value : Math.round(value))} ${unit}`;
  const seconds = (value: number) => `${number.format(value)} ${secondUnit[language]}`;

  return {
    dateTime: (instant) => dateTime.format(new Date(instant)),
    date: (instant) => date.format(new Date(instant)),
    time: (instant) => time.format(new Date(instant)),
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    list: (items) => conjunction.format(items),
    cost: (value) => cost.format(value),
    relativeTime(instant) {
      const distance = new Date(instant).getTime() - now();
      if (Math.abs(distance) >= weekMs) return date.format(new Date(instant));
      const step = [...steps].reverse().find(({ ms }) => Math.abs(distance) >= ms);
      if (step) return spaced(relative.format(Math.trunc(distance / step.ms), step.unit));
      return distance > 0 ? relative.format(0, 'second') : justNow[language];
    },
    elapsed(instant) {
      const distance = Math.max(now() - new Date(instant).getTime(), steps[0].ms);
      const { unit, ms } = [...steps].reverse().find((step) => distance >= step.ms) ?? steps[0];
      const style = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 } as const;
      const text = new Intl.NumberFormat(locale, style).format(Math.trunc(distance / ms));
      return spaced(text);
    },
    bytes(count) {
      const power = Math.min(byteUnits.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, count)) / 3)));
      const unit = byteUnits[power] ?? 'byte';
      const style = { style: 'unit', unit, unitDisplay: power === 0 ? 'long' : 'short' } as const;
      const text = new Intl.NumberFormat(locale, { ...style, maximumFractionDigits: 1 }).format(count / 1000 ** power);
      // Chinese writes KB like MB and GB.
      return language === 'zh' ? spaced(text).replace('kB', 'KB') : text;
    },
    duration(milliseconds) {
      if (milliseconds < 1000) return seconds(milliseconds / 1000);
      const whole = Math.floor(milliseconds / 1000);
      const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
      const shown = parts[0] === 0 ? parts.slice(1) : parts;
      return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
    },
    timeTaken(milliseconds) {
      if (milliseconds < 1_000) return seconds(milliseconds / 1_000);
      const whole = Math.round(milliseconds / 1_000);
      if (whole < 60) return seconds(whole);
      return Math.round(whole / 60) < 60
        ? inUnit(whole / 60, minuteUnit[language])
        : inUnit(whole / 3_600, hourUnit[language]);
    },
  };
}

/** Intl joins Chinese units to the number, while our texts put a space between them. */
function spaced(text: string): string {
  return text.replace(/(\d)(?=\p{Script=Han})/u, '$1 ');
}

const shared = new Map<string, Format>();

/**
 * Formats in the user's language and the platform's time zone; shared by all components, because each instance needs
 * eight Intl objects.
 */
export function useFormat(): Format {
  const language = useLanguage();
  const timeZone = useStore(initialState).user?.timeZone;
  const key = `${language} ${timeZone}`;
  const format = shared.get(key) ?? createFormat(language, timeZone);
  shared.set(key, format);
  return format;
}

let current: { language: Language; timeZone: string | undefined; format: Format } | undefined;

/** The same formats outside components; cached, because every list row uses them. */
export function currentFormat(): Format {
  const { language } = dictionary.get();
  const timeZone = initialState.get().user?.timeZone;
  if (current?.language !== language || current.timeZone !== timeZone)
    current = { language, timeZone, format: createFormat(language, timeZone) };
  return current.format;
}
