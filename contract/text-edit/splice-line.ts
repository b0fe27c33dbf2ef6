import type { EditableLine, EditableWord } from './editable-line.ts';
import { around, between } from './extent.ts';
import { interpolateWords } from './interpolate-words.ts';
import { lineConfidence } from './line-confidence.ts';
import { isWordBreak, tokensOf } from './script.ts';
import { wordSpans } from './word-spans.ts';

/**
 * Replaces a range of a line's text. Untouched words keep their times, boxes and confidence; new words take over the
 * space of those they replace and have null confidence, as written by a person.
 */
export function spliceLine<L extends EditableLine>(line: L, start: number, end: number, insert: string): L {
  const text = line.text.slice(0, start) + insert + line.text.slice(end);
  if (text === line.text) return line;
  const { suspects: _, ...rest } = line;
  if (!line.words) return { ...rest, text, ...('confidence' in line && { confidence: null }) } as L;
  const words = splicedWords(line.text, line.words, { start, end, text });
  return { ...rest, text, words, ...('confidence' in line && { confidence: lineConfidence(words) }) } as L;
}

type Change = { start: number; end: number; text: string };

function splicedWords(before: string, words: EditableWord[], { start, end, text }: Change): EditableWord[] {
  const spans = wordSpans({ text: before, words });
  const moved = text.length - before.length;
  const keepsLeft = (at: number) => at < start || (at === start && isWordBreak(text, at));
  const keepsRight = (at: number) => at > end || (at === end && isWordBreak(text, at + moved));
  let left = 0;
  while (left < words.length && keepsLeft(spans[left]?.end ?? 0)) left += 1;
  let right = words.length;
  while (right > left && keepsRight(spans[right - 1]?.start ?? 0)) right -= 1;
  const from = left > 0 ? (spans[left - 1]?.end ?? 0) : 0;
  const to = right < words.length ? (spans[right]?.start ?? before.length) + moved : text.length;
  const tokens = tokensOf(text.slice(from, Math.max(from, to)));
  const touched = words.slice(left, right);
  return [...words.slice(0, left), ...standIns(tokens, touched, words[left - 1], words[right]), ...words.slice(right)];
}

function standIns(
  tokens: readonly string[],
  touched: readonly EditableWord[],
  previous: EditableWord | undefined,
  next: EditableWord | undefined,
): EditableWord[] {
  if (tokens.length === touched.length) {
    return touched.map((word, at) => {
      const text = tokens[at] ?? word.text;
      return text === word.text ? word : { ...word, text, confidence: null };
    });
  }
  return interpolateWords(tokens, touched.length > 0 ? around(touched) : between(previous, next));
}
