import { cueLimits } from '@lectern/contract/subtitle/cue.ts';
import type { WorkLine } from '../../../components/workbench/model/work-line.ts';

/** Pixels of a second, from a film at a glance to single syllables. */
export const zooms = [4, 10, 24, 50, 90, 160, 280] as const;
export const usualZoom = 4;

/** What of the whole is in sight. */
export type Scale = { pixelsPerSecond: number; left: number; width: number };

export function msAt({ pixelsPerSecond, left }: Scale, x: number): number {
  return ((x + left) / pixelsPerSecond) * 1_000;
}

export function xOf({ pixelsPerSecond, left }: Scale, ms: number): number {
  return (ms / 1_000) * pixelsPerSecond - left;
}

export type Grip = 'start' | 'end' | 'whole';
type Held = { key: number; grip: Grip };

/** Pixels around an end in which it is taken. */
const reach = 6;

/** The cue at a place, and which part of it one would take hold of; the chosen one lies on top. */
export function heldAt(lines: readonly WorkLine[], scale: Scale, x: number, chosen: number | null): Held | null {
  let found: Held | null = null;
  for (const line of lines) {
    const [from, to] = [xOf(scale, line.startMs ?? 0), xOf(scale, line.endMs ?? 0)];
    if (x < from - reach || x > to + reach) continue;
    const edge = Math.min(reach, (to - from) / 3);
    const grip: Grip = x <= from + edge ? 'start' : x >= to - edge ? 'end' : 'whole';
    const held = { key: line.key, grip };
    if (line.key === chosen) return held;
    // The end of one is often the beginning of the next: anyone who points inside means that one.
    if (!found || (x >= from && x <= to)) found = held;
  }
  return found;
}

type Times = { startMs: number; endMs: number };

/** The times of a cue whose grip was drawn so far; nothing goes before the start or through itself. */
export function drawn({ startMs, endMs }: Times, grip: Grip, byMs: number): Times {
  const by = Math.round(byMs);
  if (grip === 'start') return { startMs: Math.min(Math.max(0, startMs + by), endMs), endMs };
  if (grip === 'end') return { startMs, endMs: Math.max(endMs + by, startMs) };
  const moved = Math.max(by, -startMs);
  return { startMs: startMs + moved, endMs: endMs + moved };
}

/** Moments that the ends of a cue like to be at: a pause away from its neighbours, and where the player is. */
export function magnetsOf(
  lines: readonly WorkLine[],
  index: number,
  playMs: number,
): { starts: number[]; ends: number[] } {
  const [before, after] = [lines[index - 1], lines[index + 1]];
  return {
    starts: [...(before?.endMs === undefined ? [] : [before.endMs + cueLimits.gapMs]), playMs],
    ends: [...(after?.startMs === undefined ? [] : [after.startMs - cueLimits.gapMs]), playMs],
  };
}

/** Drawn to the nearest of these moments, where one is near enough. */
export function snapped(times: Times, grip: Grip, magnets: ReturnType<typeof magnetsOf>, nearMs: number): Times {
  const pull = (ms: number, moments: readonly number[]) =>
    moments
      .map((moment) => moment - ms)
      .filter((by) => Math.abs(by) <= nearMs)
      .sort((left, right) => Math.abs(left) - Math.abs(right))[0];
  const byStart = grip === 'end' ? undefined : pull(times.startMs, magnets.starts);
  const byEnd = grip === 'start' ? undefined : pull(times.endMs, magnets.ends);
  const by = [byStart, byEnd]
    .filter((value) => value !== undefined)
    .sort((left, right) => Math.abs(left) - Math.abs(right))[0];
  return by === undefined ? times : drawn(times, grip, by);
}
