import { addDays, daysBetween } from '@lectern/contract/statistics/period.ts';

type Given = { today: string; bytes: number; bytesPerDay: number; freeBytes: number | null };

/** The next twelve months, if they become as the last ninety days were. What shrinks is not expected to go on to. */
export function forecast({ today, bytes, bytesPerDay, freeBytes }: Given) {
  const pace = Math.max(0, bytesPerDay);
  const months = Array.from({ length: 12 }, (_, month) => {
    const to = endOfMonth(today, month);
    return { to, bytes: Math.round(bytes + pace * (daysBetween(today, to) - 1)) };
  });
  const daysLeft = freeBytes !== null && pace > 0 ? Math.floor(freeBytes / pace) : null;
  // Beyond ten years nobody plans.
  const fullOn = daysLeft !== null && daysLeft <= 3_650 ? addDays(today, daysLeft) : null;
  return { bytesPerDay: Math.round(pace), months, freeBytes, fullOn };
}

function endOfMonth(day: string, ahead: number): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  return new Date(Date.UTC(year, month + ahead, 0)).toISOString().slice(0, 10);
}
