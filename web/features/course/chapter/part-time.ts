/** Parses a time such as `75`, `1:15` or `1:02:03.5` to milliseconds; null if invalid. */
export function readTime(text: string): number | null {
  const parts = text.trim().replace(',', '.').split(':');
  if (parts.length > 3 || !parts.every((part, at) => isPart(part, at === parts.length - 1))) return null;
  const numbers = parts.map(Number);
  const isOver = numbers.some((value, at) => at > 0 && value >= 60);
  if (isOver) return null;
  return Math.round(numbers.reduce((sum, value) => sum * 60 + value, 0) * 1000);
}

function isPart(text: string, isLast: boolean): boolean {
  return (isLast ? /^\d{1,6}(\.\d{1,3})?$/ : /^\d{1,4}$/).test(text);
}

/** Formats milliseconds as `1:15`, with a fraction only if there is one. */
export function writeTime(ms: number | null): string {
  if (ms === null) return '';
  const tenths = Math.round(ms / 100);
  const seconds = Math.floor(tenths / 10);
  const fraction = tenths % 10;
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  const text = shown.map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
  return fraction > 0 ? `${text}.${fraction}` : text;
}

type PartProblem = 'startWrong' | 'endWrong' | 'endBeforeStart' | 'beyondEnd';
export type Part = { startMs: number | null; endMs: number | null };

/** Parses a typed start and end, or returns the problem. */
export function readPart(
  start: string,
  end: string,
  durationSeconds: number | null,
): { part: Part; problem?: undefined } | { problem: PartProblem } {
  const startMs = start.trim() === '' ? null : readTime(start);
  const endMs = end.trim() === '' ? null : readTime(end);
  if (start.trim() !== '' && startMs === null) return { problem: 'startWrong' };
  if (end.trim() !== '' && (endMs === null || endMs === 0)) return { problem: 'endWrong' };
  if (endMs !== null && endMs <= (startMs ?? 0)) return { problem: 'endBeforeStart' };
  // Half a second of tolerance, because measured durations differ slightly from what players show.
  const longest = durationSeconds === null ? Number.POSITIVE_INFINITY : durationSeconds * 1000 + 500;
  if ((startMs ?? 0) >= longest || (endMs ?? 0) > longest) return { problem: 'beyondEnd' };
  return { part: { startMs: startMs === 0 ? null : startMs, endMs } };
}
