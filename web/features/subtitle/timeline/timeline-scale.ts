import { cueLimits } from '@lectern/contract/subtitle/cue.ts';
import type { WorkLine } from '../../../components/workbench/model/work-line.ts';

/** Pixels per second for each zoom level, from a whole film to single syllables. */
export const zooms = [4, 10, 24, 50, 90, 160, 280] as const;
export const usualZoom = 4;

/** The visible part of the timeline; `left` and `width` in pixels. */
export type Scale = { pixelsPerSecond: number; left: number; width: number };

export function msAt({ pixelsPerSecond, left }: Scale, x: number): number {
  return ((x + left) / pixelsPerSecond) * 1_000;
}

export function xOf({ pixelsPerSecond, left }: Scale, ms: number): number {
  return (ms / 1_000) * pixelsPerSecond - left;
}

export type Grip = 'start' | 'end' | 'whole';
type Held = { key: number; grip: Grip };

/** Pixels around a cue's end within which it can be grabbed. */
const reach = 6;

/** The cue at a position and which part of it can be grabbed; the chosen cue has priority. */
export function heldAt(lines: readonly WorkLine[], scale: Scale, x: number, chosen: number | null): Held | null {
  let found: Held | null = null;
  for (const line of lines) {
    const [from, to] = [xOf(scale, line.startMs ?? 0), xOf(scale, line.endMs ?? 0)];
    if (x < from - reach || x > to + reach) continue;
    const edge = Math.min(reach, (to - from) / 3);
    const grip: Grip = x <= from + edge ? 'start' : x >= to - edge ? 'end' : 'whole';
    const held = { key: line.key, grip };
    if (line.key === chosen) return held;
    // Where two cues touch, the one under the pointer wins.
    if (!found || (x >= from && x <= to)) found = held;
  }
  return found;
}

type Times = { startMs: number; endMs: number };

/** The cue's times after dragging the grip; limited to times from 0 and to start before end. */
export function drawn({ startMs, endMs }: Times, grip: Grip, byMs: number): Times {
  const by = Math.round(byMs);
  if (grip === 'start') return { startMs: Math.min(Math.max(0, startMs + by), endMs), endMs };
  if (grip === 'end') return { startMs, endMs: Math.max(endMs + by, startMs) };
  const moved = Math.max(by, -startMs);
  return { startMs: startMs + moved, endMs: endMs + moved };
}

/** Snap points for a cue's start and end: a pause away from its neighbours, and the playhead. */
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

/** Snaps to the nearest of these points within `nearMs`. */
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
