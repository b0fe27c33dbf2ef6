import type { EditableLine } from './editable-line.ts';

type WordPlace = { line: number; word: number };

/** The next word with a confidence lower than `below`. Start from line -1 to get the first. */
export function nextDoubtful(lines: readonly EditableLine[], from: WordPlace, below: number): WordPlace | undefined {
  for (let line = Math.max(from.line, 0); line < lines.length; line += 1) {
    const words = lines[line]?.words ?? [];
    for (let word = line === from.line ? from.word + 1 : 0; word < words.length; word += 1) {
      if (isDoubtful(words[word], below)) return { line, word };
    }
  }
  return undefined;
}

export function previousDoubtful(
  lines: readonly EditableLine[],
  from: WordPlace,
  below: number,
): WordPlace | undefined {
  for (let line = Math.min(from.line, lines.length - 1); line >= 0; line -= 1) {
    const words = lines[line]?.words ?? [];
    const last = line === from.line ? Math.min(from.word, words.length) - 1 : words.length - 1;
    for (let word = last; word >= 0; word -= 1) if (isDoubtful(words[word], below)) return { line, word };
  }
  return undefined;
}

function isDoubtful(word: { confidence: number | null } | undefined, below: number): boolean {
  return word !== undefined && word.confidence !== null && word.confidence < below;
}
