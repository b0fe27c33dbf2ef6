import type { GlossaryRule } from '@lectern/contract/features/glossary.ts';
import type { ReadingLine, ReadingPart } from '@lectern/contract/features/reading.ts';
import { type Found, findInLines, replaceInLines } from '@lectern/contract/text-edit/replace-in-lines.ts';

type Rule = Pick<GlossaryRule, 'wrong' | 'right' | 'wholeWord'>;
/** A place in a text, and which of all of them it is. */
type Occurrence = Found & { part: number; ordinal: number };

/** Where a term stands in a text, in its order. What is written right already is left out. */
export function occurrencesIn(parts: readonly ReadingPart[], { wrong, right, wholeWord }: Rule): Occurrence[] {
  let ordinal = 0;
  return parts.flatMap((part) =>
    findInLines(part.lines, { text: wrong, wholeWord })
      .filter(({ line, start, end }) => part.lines[line]?.text.slice(start, end) !== right)
      .map((found) => ({ ...found, part: part.number, ordinal: ordinal++ })),
  );
}

/** The text with a term replaced, but for occurrences that stay. */
export function correctParts(
  parts: readonly ReadingPart[],
  rule: Rule,
  leaveOut: ReadonlySet<number> = new Set(),
): { parts: ReadingPart[]; count: number } {
  const wanted = occurrencesIn(parts, rule).filter(({ ordinal }) => !leaveOut.has(ordinal));
  if (wanted.length === 0) return { parts: [...parts], count: 0 };
  const corrected = parts.map((part) => {
    const found = wanted.filter((occurrence) => occurrence.part === part.number);
    return found.length === 0 ? part : { ...part, lines: replaced(part.lines, found, rule.right) };
  });
  return { parts: corrected, count: wanted.length };
}

/** What makes one doubt that a line was said is as it was: only its spelling is better. */
function replaced(lines: readonly ReadingLine[], found: readonly Found[], right: string): ReadingLine[] {
  return replaceInLines(lines, found, right).map((line, at) => {
    const suspects = lines[at]?.suspects;
    return suspects ? { ...line, suspects } : line;
  });
}
