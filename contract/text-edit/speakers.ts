import type { EditableLine } from './editable-line.ts';

/** Sets the speaker of the chosen lines; '' removes the label. */
export function setSpeaker<L extends EditableLine>(
  lines: readonly L[],
  chosen: ReadonlySet<number>,
  name: string,
): L[] {
  const speaker = name.trim();
  return lines.map((line, at) => {
    if (!chosen.has(at)) return line;
    const { speaker: _, ...rest } = line;
    return (speaker === '' ? rest : { ...rest, speaker }) as L;
  });
}

export function renameSpeaker<L extends EditableLine>(lines: readonly L[], from: string, to: string): L[] {
  const chosen = new Set(lines.flatMap((line, at) => (line.speaker === from ? [at] : [])));
  return setSpeaker(lines, chosen, to);
}

/** Distinct speakers in order of first appearance. */
export function speakersOf(lines: readonly EditableLine[]): string[] {
  return [...new Set(lines.flatMap(({ speaker }) => speaker ?? []))];
}
