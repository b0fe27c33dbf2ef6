import type { EditableLine, EditableWord } from './editable-line.ts';
import { around } from './extent.ts';
import { interpolateWords } from './interpolate-words.ts';
import { lineConfidence } from './line-confidence.ts';
import { jointOf, tokensOf } from './script.ts';

/** If the speakers differ, the merged line gets the first one. */
export function mergeLines<L extends EditableLine>(first: L, second: L): L {
  const [left, right] = [first.text.trimEnd(), second.text.trimStart()];
  const text = `${left}${jointOf(left, right)}${right}`;
  const words = first.words || second.words ? [...wordsOf(first), ...wordsOf(second)] : undefined;
  const suspects = [...new Set([...(first.suspects ?? []), ...(second.suspects ?? [])])];
  const speaker = first.speaker ?? second.speaker;
  const confidence = words
    ? lineConfidence(words)
    : lineConfidence([first, second].map((line) => ({ text: line.text, confidence: line.confidence ?? null })));
  return {
    ...first,
    text,
    ...around([first, second]),
    ...('confidence' in first && { confidence }),
    ...(words && { words }),
    ...(suspects.length > 0 && { suspects }),
    ...(speaker !== undefined && { speaker }),
  };
}

function wordsOf(line: EditableLine): EditableWord[] {
  return line.words ?? interpolateWords(tokensOf(line.text), line, line.confidence ?? null);
}

/** Merges the line at this index with the next; unchanged when there is no next line. */
export function mergeAt<L extends EditableLine>(lines: readonly L[], at: number): L[] {
  const [first, second] = [lines[at], lines[at + 1]];
  if (!first || !second) return [...lines];
  return [...lines.slice(0, at), mergeLines(first, second), ...lines.slice(at + 2)];
}
