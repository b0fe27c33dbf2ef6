import type { EditableLine } from './editable-line.ts';
import { isDenseCharacter } from './script.ts';
import { spliceLine } from './splice-line.ts';

type TextQuery = {
  text: string;
  /** Skips matches inside longer words. Has no effect for scripts written without spaces. */
  wholeWord?: boolean;
  matchCase?: boolean;
};
/** A range of a line's text; `end` is exclusive. */
export type LineRange = { line: number; start: number; end: number };

const letter = '[\\p{L}\\p{N}\\p{M}_]';

/** Undefined when there is nothing to search for. */
export function patternOf({ text, wholeWord = false, matchCase = false }: TextQuery): RegExp | undefined {
  const pieces = text.trim().split(/\s+/).filter(Boolean);
  if (pieces.length === 0) return undefined;
  const characters = [...pieces.join('')];
  const isBounded = (character: string | undefined) =>
    wholeWord && character !== undefined && new RegExp(letter, 'u').test(character) && !isDenseCharacter(character);
  const before = isBounded(characters[0]) ? `(?<!${letter})` : '';
  const after = isBounded(characters.at(-1)) ? `(?!${letter})` : '';
  const middle = pieces.map((piece) => piece.replace(/[$()*+./?[\\\]^{|}-]/g, '\\$&')).join('\\s+');
  return new RegExp(`${before}${middle}${after}`, matchCase ? 'gu' : 'giu');
}

export function findInLines(lines: readonly { text: string }[], query: TextQuery): LineRange[] {
  const pattern = patternOf(query);
  if (!pattern) return [];
  return lines.flatMap(({ text }, line) =>
    [...text.matchAll(pattern)].map(({ index, 0: match }) => ({ line, start: index, end: index + match.length })),
  );
}

/** Replaces the given ranges, which must come from these very lines. */
export function replaceInLines<L extends EditableLine>(
  lines: readonly L[],
  found: readonly LineRange[],
  by: string,
): L[] {
  const replaced = [...lines];
  // From the end, so earlier offsets stay valid.
  for (const { line, start, end } of found.toSorted((a, b) => b.line - a.line || b.start - a.start)) {
    const current = replaced[line];
    if (current) replaced[line] = spliceLine(current, start, end, by);
  }
  return replaced;
}
