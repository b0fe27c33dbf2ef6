import { z } from 'zod';
import { problem } from '../input-problems.ts';
import { longestPeriodDays } from './access-dimension.ts';

/** `before`: the same number of days immediately before; `yearBefore`: the same days one year earlier. */
export const comparisons = ['none', 'before', 'yearBefore'] as const;
export type Comparison = (typeof comparisons)[number];

/** Lengths of the preset periods that end today, in days. */
export const lastDays = [1, 7, 30, 90, 365] as const;
export const defaultLastDays = 30;

const day = String.raw`\d{4}-\d{2}-\d{2}`;
const daysPattern = new RegExp(`^(${day})\\.\\.(${day})$`);
const dayMs = 24 * 3_600_000;

/** A number such as `30` (the last 30 days including today) or a range such as `2026-01-01..2026-01-31`. */
export const period = z
  .string()
  .max(30)
  .default(String(defaultLastDays))
  .superRefine((text, context) => {
    if (!readPeriod(text)) context.addIssue({ code: 'custom', message: problem('period') });
  });

export const days = z.strictObject({ from: z.iso.date(), to: z.iso.date() });

/** Returns undefined when the text isn't a valid period. */
export function readPeriod(text: string): { last: number } | { from: string; to: string } | undefined {
  if (/^\d{1,4}$/.test(text)) {
    const last = Number(text);
    return last >= 1 && last <= longestPeriodDays ? { last } : undefined;
  }
  const [, from, to] = daysPattern.exec(text) ?? [];
  if (!from || !to || !isDay(from) || !isDay(to) || from > to) return undefined;
  return daysBetween(from, to) <= longestPeriodDays ? { from, to } : undefined;
}

/** Resolves a period to calendar days; invalid text falls back to the default period. */
export function resolvePeriod(text: string, today: string): { from: string; to: string } {
  const read = readPeriod(text) ?? { last: defaultLastDays };
  return 'last' in read ? { from: addDays(today, 1 - read.last), to: today } : read;
}

export function comparedPeriod(
  { from, to }: { from: string; to: string },
  comparison: Comparison,
): { from: string; to: string } | null {
  if (comparison === 'none') return null;
  if (comparison === 'yearBefore') return { from: yearBefore(from), to: yearBefore(to) };
  const length = daysBetween(from, to);
  return { from: addDays(from, -length), to: addDays(from, -1) };
}

/** Counts both ends. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
}

export function addDays(from: string, count: number): string {
  const day = Number(from.slice(8)) + count;
  // Fast path without date arithmetic: every month has at least 28 days, and long periods call this very often.
  if (day >= 1 && day <= 28) return `${from.slice(0, 8)}${day < 10 ? '0' : ''}${day}`;
  return new Date(Date.parse(from) + count * dayMs).toISOString().slice(0, 10);
}

function yearBefore(from: string): string {
  const [year, rest] = [Number(from.slice(0, 4)) - 1, from.slice(4)];
  return `${String(year).padStart(4, '0')}${rest === '-02-29' ? '-02-28' : rest}`;
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
