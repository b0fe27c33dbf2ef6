import { addDays } from '@lectern/contract/statistics/period.ts';

/** The months, by their first day, in the midst of which one of these days ends something: they are told day by day. */
export function monthsCut(cuts: readonly string[]): string[] {
  const within = cuts.filter((day) => !addDays(day, 1).endsWith('-01'));
  return [...new Set(within.map((day) => `${day.slice(0, 7)}-01`))];
}
