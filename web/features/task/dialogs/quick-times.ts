import { fromZonedInput, toZonedInput } from '../../../lib/zoned-time.ts';

export type QuickTime = 'later' | 'tomorrow' | 'nextWeek';

/** Times that people put things off until, as the platform's clock shows them. One that has passed is not offered. */
export function quickTimes(now: Date, timeZone: string): { name: QuickTime; input: string }[] {
  const today = toZonedInput(now.toISOString(), timeZone).slice(0, 10);
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  const times: { name: QuickTime; input: string }[] = [
    { name: 'later', input: `${today}T18:00` },
    { name: 'tomorrow', input: `${dayAfter(today, 1)}T08:00` },
    { name: 'nextWeek', input: `${dayAfter(today, (8 - weekday) % 7 || 7)}T08:00` },
  ];
  return times.filter(({ input }) => Date.parse(fromZonedInput(input, timeZone) ?? '') > now.getTime());
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
