import type { EditableLine, EditableWord, Extent } from './editable-line.ts';
import { around, stretch } from './extent.ts';
import { lineConfidence } from './line-confidence.ts';
import { wholeCharacter } from './script.ts';
import { wordSpans } from './word-spans.ts';

/** Splits a line at a text offset. Undefined when either half would be empty. */
export function splitLine<L extends EditableLine>(line: L, offset: number): [L, L] | undefined {
  const at = wholeCharacter(line.text, offset);
  const [left, right] = [line.text.slice(0, at).trimEnd(), line.text.slice(at).trimStart()];
  if (left.trim() === '' || right.trim() === '') return undefined;
  const share = at / line.text.length;
  if (!line.words) {
    return [
      { ...line, text: left, ...stretch(line, 0, share) },
      { ...line, text: right, ...stretch(line, share, 1) },
    ];
  }
  const [before, after] = splitWords(line.text, line.words, at);
  return [half(line, left, before, stretch(line, 0, share)), half(line, right, after, stretch(line, share, 1))];
}

function splitWords(text: string, words: EditableWord[], at: number): [EditableWord[], EditableWord[]] {
  const spans = wordSpans({ text, words });
  const sides: [EditableWord[], EditableWord[]] = [[], []];
  for (const [index, word] of words.entries()) {
    const { start, end } = spans[index] ?? { start: 0, end: 0 };
    if (end <= at) sides[0].push(word);
    else if (start >= at) sides[1].push(word);
    else {
      const share = (at - start) / (end - start);
      sides[0].push({ ...word, text: text.slice(start, at), ...stretch(word, 0, share) });
      sides[1].push({ ...word, text: text.slice(at, end), ...stretch(word, share, 1) });
    }
  }
  return sides;
}

function half<L extends EditableLine>(line: L, text: string, words: EditableWord[], guess: Extent): L {
  const known = around(words);
  const isKnown = words.length > 0 && 'confidence' in line;
  return {
    ...line,
    text,
    words,
    ...(line.box && { box: known.box ?? guess.box }),
    ...(line.startMs !== undefined && { startMs: known.startMs ?? guess.startMs, endMs: known.endMs ?? guess.endMs }),
    ...(isKnown && { confidence: lineConfidence(words) }),
  };
}
