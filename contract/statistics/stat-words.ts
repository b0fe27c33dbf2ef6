import { type Language, locales } from '../language.ts';
import { fillText } from '../messages/fill-text.ts';
import type { Messages } from '../messages/messages.ts';
import type { AccessGrain, AccessMeasure } from './access-dimension.ts';
import type { Bucket } from './buckets.ts';
import type { Days } from './figure.ts';

type Texts = Messages['statistics']['words'];

export type StatWords = {
  number(value: number): string;
  /** Compact notation for axes. */
  short(value: number): string;
  /** The two largest non-zero units, such as “17 min 42 s” or “5 h 12 min”. */
  time(seconds: number): string;
  /** Only the largest unit, for axes. */
  shortTime(seconds: number): string;
  /** Null becomes a dash, or “counting” for viewers. */
  measure(value: number | null, measure: AccessMeasure): string;
  shortMeasure(value: number, measure: AccessMeasure): string;
  percent(share: number): string;
  /** Relative change such as “+11 %”; null when there is nothing to compare with. */
  change(value: number | null, before: number | null): string | null;
  /** Change of a share in percentage points, because a percentage of a percentage would be misread. */
  points(value: number | null, before: number | null): string | null;
  /** Calendar days, independent of time zones. */
  span(days: Days): string;
  day(day: string): string;
  /** `label` is short, for axes; `title` is the full date or range. */
  bucket(bucket: Bucket, grain: AccessGrain): { label: string; title: string };
  weekday(weekday: number): { label: string; title: string };
};

const noon = (day: string) => new Date(`${day}T12:00:00Z`);
const utc = { timeZone: 'UTC' } as const;

/** Localized formatting of statistics, shared by the pages and mails. */
export function createStatWords(language: Language, texts: Texts): StatWords {
  const locale = locales[language];
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const signed = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  });
  const point = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' });
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...utc });
  const dayMonth = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...utc });
  const weekDay = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...utc,
  });
  const month = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', ...utc });
  const weekdayShort = new Intl.DateTimeFormat(locale, { weekday: 'short', ...utc });
  const weekdayLong = new Intl.DateTimeFormat(locale, { weekday: 'long', ...utc });

  // Typographic minus sign: a hyphen looks too short next to a plus.
  const minus = (text: string) => text.replace('-', '−');
  const { time, shortTime } = timeWords(number, texts);
  const span = ({ from, to }: Days) => {
    if (from === to) return full.format(noon(from));
    if (language !== 'zh') return full.formatRange(noon(from), noon(to));
    // Intl formats Chinese ranges with slashes, unlike its single dates.
    const end = from.slice(0, 4) === to.slice(0, 4) ? dayMonth : full;
    return `${full.format(noon(from))}至${end.format(noon(to))}`;
  };
  return {
    number: (value) => number.format(value),
    short: (value) => short.format(value),
    time,
    shortTime,
    measure(value, measure) {
      if (value === null) return measure === 'viewers' ? texts.counting : '–';
      if (measure === 'completion') return percent.format(value);
      return measure === 'playSeconds' ? time(value) : number.format(value);
    },
    shortMeasure(value, measure) {
      if (measure === 'completion') return percent.format(value);
      return measure === 'playSeconds' ? shortTime(value) : short.format(value);
    },
    percent: (share) => percent.format(share),
    change: (value, before) =>
      value === null || before === null || before === 0 ? null : minus(signed.format(value / before - 1)),
    points(value, before) {
      if (value === null || before === null) return null;
      const points = Math.round((value - before) * 100);
      return minus(fillText(texts.points, { value: point.format(points) }, language));
    },
    span,
    day: (day) => full.format(noon(day)),
    bucket(bucket, grain) {
      const from = noon(bucket.from);
      if (grain === 'hour') {
        const clock = `${String(bucket.hour ?? 0).padStart(2, '0')}:00`;
        return {
          label: bucket.hour === 0 ? dayMonth.format(from) : clock,
          title: fillText(texts.dayAndTime, { day: weekDay.format(from), time: clock }),
        };
      }
      if (grain === 'day') return { label: dayMonth.format(from), title: weekDay.format(from) };
      if (grain === 'week') return { label: dayMonth.format(from), title: span(bucket) };
      return { label: month.format(from), title: span(bucket) };
    },
    weekday(weekday) {
      // 1 January 2024 was a Monday.
      const day = new Date(Date.UTC(2024, 0, weekday, 12));
      return { label: weekdayShort.format(day), title: weekdayLong.format(day) };
    },
  };
}

type Unit = 'hour' | 'minute' | 'second';
/** From this many hours on, minutes are left out. */
const manyHours = 100;

function timeWords(number: Intl.NumberFormat, texts: Texts) {
  const say = (count: number, unit: Unit) => fillText(texts[unit], { count: number.format(count) });
  const pair = (large: [number, Unit], small: [number, Unit]) =>
    [large, small]
      .filter(([count]) => count > 0)
      .map(([count, unit]) => say(count, unit))
      .join(' ');
  const time = (seconds: number) => {
    const whole = Math.round(seconds);
    if (whole < 60) return say(whole, whole === 0 ? 'minute' : 'second');
    if (whole < 3600) return pair([Math.floor(whole / 60), 'minute'], [whole % 60, 'second']);
    const minutes = Math.round(seconds / 60);
    if (minutes >= manyHours * 60) return say(Math.round(seconds / 3600), 'hour');
    return pair([Math.floor(minutes / 60), 'hour'], [minutes % 60, 'minute']);
  };
  const shortTime = (seconds: number) => {
    if (seconds >= 3600) return say(seconds / 3600, 'hour');
    return seconds >= 60 || seconds === 0 ? say(seconds / 60, 'minute') : say(seconds, 'second');
  };
  return { time, shortTime };
}
