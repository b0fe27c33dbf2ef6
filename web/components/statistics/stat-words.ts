import type { Language } from '@lectern/contract/language.ts';
import type { AccessGrain, AccessMeasure } from '@lectern/contract/statistics/access-dimension.ts';
import type { Bucket } from '@lectern/contract/statistics/buckets.ts';
import type { Days } from '@lectern/contract/statistics/figure.ts';
import { useMemo } from 'react';
import { useLanguage } from '../../lib/i18n/use-texts.ts';

const locales: Record<Language, string> = { en: 'en-GB', zh: 'zh-CN' };

export type StatWords = {
  number(value: number): string;
  /** Few digits, for axes. */
  short(value: number): string;
  /** Seconds as seconds, minutes or hours. */
  time(seconds: number): string;
  measure(value: number, measure: AccessMeasure): string;
  shortMeasure(value: number, measure: AccessMeasure): string;
  percent(share: number): string;
  /** Such as “+11 %”; null where there is nothing to compare with. */
  change(value: number, before: number | null): string | null;
  /** Of calendar days, which have no time zone. */
  span(days: Days): string;
  day(day: string): string;
  /** A piece of a period: short for axes, and in full. */
  bucket(bucket: Bucket, grain: AccessGrain): { label: string; title: string };
  weekday(weekday: number): { label: string; title: string };
};

const noon = (day: string) => new Date(`${day}T12:00:00Z`);
const utc = { timeZone: 'UTC' } as const;

export function createStatWords(language: Language): StatWords {
  const locale = locales[language];
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const signed = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  });
  const unit = (name: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits: 1 });
  const [second, minute, hour] = [unit('second'), unit('minute'), unit('hour')];
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

  const time = (seconds: number) => {
    if (seconds < 60) return second.format(Math.round(seconds));
    if (seconds < 3600) return minute.format(seconds / 60);
    return hour.format(seconds < 360_000 ? seconds / 3600 : Math.round(seconds / 3600));
  };
  const span = ({ from, to }: Days) => (from === to ? full.format(noon(from)) : full.formatRange(noon(from), noon(to)));
  return {
    number: (value) => number.format(value),
    short: (value) => short.format(value),
    time,
    measure: (value, measure) => (measure === 'playSeconds' ? time(value) : number.format(value)),
    shortMeasure: (value, measure) => (measure === 'playSeconds' ? time(value) : short.format(value)),
    percent: (share) => percent.format(share),
    change: (value, before) => (before === null || before === 0 ? null : signed.format(value / before - 1)),
    span,
    day: (day) => full.format(noon(day)),
    bucket(bucket, grain) {
      const from = noon(bucket.from);
      if (grain === 'hour') {
        const clock = `${String(bucket.hour ?? 0).padStart(2, '0')}:00`;
        return { label: bucket.hour === 0 ? dayMonth.format(from) : clock, title: `${weekDay.format(from)}, ${clock}` };
      }
      if (grain === 'day') return { label: dayMonth.format(from), title: weekDay.format(from) };
      if (grain === 'week') return { label: dayMonth.format(from), title: span(bucket) };
      return { label: month.format(from), title: span(bucket) };
    },
    weekday(weekday) {
      // The first of January 2024 was a Monday.
      const day = new Date(Date.UTC(2024, 0, weekday, 12));
      return { label: weekdayShort.format(day), title: weekdayLong.format(day) };
    },
  };
}

/** Figures and days in the user's language. */
export function useStatWords(): StatWords {
  const language = useLanguage();
  return useMemo(() => createStatWords(language), [language]);
}
