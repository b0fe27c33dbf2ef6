import { speakersOf } from '@lectern/contract/text-edit/speakers.ts';
import { changesBetween } from './change.ts';
import { changeLine } from './edits.ts';
import type { TextWork } from './text-work.ts';
import type { WorkLine } from './work-line.ts';

/** Moves a line up or down in the reading order of its page. */
export function moveLine(work: TextWork, key: number, by: 1 | -1): boolean {
  const { lines } = work.state.get();
  const at = work.indexOf(key);
  const [line, other] = [lines[at], lines[at + by]];
  if (!line || !other || line.part !== other.part) return false;
  const removed = by > 0 ? [line, other] : [other, line];
  return work.perform({
    changes: [{ at: Math.min(at, at + by), removed, added: removed.toReversed() }],
    after: work.here()?.key === key ? work.here() : { key, from: 0, to: 0 },
  });
}

/** Confirms that the line was said, and removes the machine's doubts. */
export function clearSuspects(work: TextWork, key: number): boolean {
  return changeLine(work, key, (line) => {
    if (!line.suspects) return line;
    const { suspects: _, ...rest } = line;
    return rest;
  });
}

/** Renames a speaker in all lines. */
export function renameSpeaker(work: TextWork, from: string, to: string): boolean {
  const name = to.trim();
  if (name === from) return false;
  const changes = changesBetween(work.state.get().lines, (line): WorkLine => {
    if (line.speaker !== from) return line;
    const { speaker: _, ...rest } = line;
    return name === '' ? rest : { ...rest, speaker: name };
  });
  return work.perform({ changes, after: work.here() });
}

export type Speaker = { name: string; lines: number };

/** All named speakers in order of first appearance, with the number of their lines. */
export function speakersIn(lines: readonly WorkLine[]): Speaker[] {
  const counts = new Map<string, number>();
  for (const { speaker } of lines) if (speaker) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  return speakersOf(lines).map((name) => ({ name, lines: counts.get(name) ?? 0 }));
}
