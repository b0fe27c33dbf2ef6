import type { Cue } from '@lectern/contract/subtitle/cue.ts';
import type { WorkLine } from '../../../components/workbench/model/work-line.ts';

/** Cues as workbench lines. They all belong to one part, as they are stored. */
export function lineOf({ startMs, endMs, text }: Cue, key: number): WorkLine {
  return { startMs, endMs, text, confidence: null, key, part: 1 };
}

export function linesOf(cues: readonly Cue[], newKey: () => number): WorkLine[] {
  return cues.map((cue) => lineOf(cue, newKey()));
}

type Timed = Pick<WorkLine, 'startMs' | 'endMs' | 'text'>;

export function cueOf({ startMs = 0, endMs = 0, text }: Timed): Cue {
  return { startMs, endMs, text };
}

export function cuesOf(lines: readonly Timed[]): Cue[] {
  return lines.map(cueOf);
}

export function isSameCue(line: Timed, cue: Cue): boolean {
  return line.text === cue.text && line.startMs === cue.startMs && line.endMs === cue.endMs;
}
