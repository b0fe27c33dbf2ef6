import type { GlossaryRule } from '@lectern/contract/features/glossary.ts';
import type { ReadingLine, ReadingPart } from '@lectern/contract/features/reading.ts';
import type { Cue } from '@lectern/contract/subtitle/cue.ts';
import { jointOf, unwrapped } from '@lectern/contract/subtitle/cue-measure.ts';
import { fitsLines, linesOf, wrapText } from '@lectern/contract/subtitle/wrap-cue.ts';
import { findInLines, type LineRange, replaceInLines } from '@lectern/contract/text-edit/replace-in-lines.ts';

type Rule = Pick<GlossaryRule, 'wrong' | 'right' | 'wholeWord'>;
/** A match and its index among all matches in the text. */
type Occurrence = LineRange & { part: number; ordinal: number };

/** Matches of the term in text order; those already spelled correctly are skipped. */
export function occurrencesIn(parts: readonly ReadingPart[], { wrong, right, wholeWord }: Rule): Occurrence[] {
  let ordinal = 0;
  return parts.flatMap((part) =>
    findInLines(part.lines, { text: wrong, wholeWord })
      .filter(({ line, start, end }) => part.lines[line]?.text.slice(start, end) !== right)
      .map((found) => ({ ...found, part: part.number, ordinal: ordinal++ })),
  );
}

/** Replaces the term in all lines, except at the occurrences in `leaveOut`. */
export function correctParts(
  parts: readonly ReadingPart[],
  rule: Rule,
  leaveOut: ReadonlySet<number> = new Set(),
): { parts: ReadingPart[]; count: number } {
  const wanted = occurrencesIn(parts, rule).filter(({ ordinal }) => !leaveOut.has(ordinal));
  if (wanted.length === 0) return { parts: [...parts], count: 0 };
  const corrected = parts.map((part) => {
    const found = wanted.filter((occurrence) => occurrence.part === part.number);
    return found.length === 0 ? part : { ...part, lines: replacedInLines(part.lines, found, rule.right) };
  });
  return { parts: corrected, count: wanted.length };
}

/** Keeps the suspect marks of a line, because only its spelling changed. */
function replacedInLines(lines: readonly ReadingLine[], found: readonly LineRange[], right: string): ReadingLine[] {
  return replaceInLines(lines, found, right).map((line, at) => {
    const suspects = lines[at]?.suspects;
    return suspects ? { ...line, suspects } : line;
  });
}

/** Offsets refer to the cue's text joined to one line; `ordinal` is the index among all matches. */
type CueOccurrence = { cue: number; start: number; end: number; ordinal: number };

/** Matches in subtitles, also across line breaks; those already spelled correctly are skipped. */
export function occurrencesInCues(cues: readonly Cue[], { wrong, right, wholeWord }: Rule): CueOccurrence[] {
  const lines = cues.map(({ text }) => ({ text: unwrapped(text) }));
  return findInLines(lines, { text: wrong, wholeWord })
    .filter(({ line, start, end }) => lines[line]?.text.slice(start, end) !== right)
    .map(({ line, start, end }, ordinal) => ({ cue: line, start, end, ordinal }));
}

/**
 * Replaces the term in all cues, except at the occurrences in `leaveOut`. Times stay, and line breaks as far as they
 * fit.
 */
export function correctCues(
  cues: readonly Cue[],
  rule: Rule,
  leaveOut: ReadonlySet<number> = new Set(),
): { cues: Cue[]; count: number } {
  const wanted = occurrencesInCues(cues, rule).filter(({ ordinal }) => !leaveOut.has(ordinal));
  const byCue = Map.groupBy(wanted, ({ cue }) => cue);
  const corrected = cues.map((cue, at) => {
    const places = byCue.get(at);
    return places ? { ...cue, text: replacedInCue(cue.text, places, rule.right) } : cue;
  });
  return { cues: corrected, count: wanted.length };
}

function replacedInCue(text: string, places: readonly CueOccurrence[], right: string): string {
  const origins = originsOf(text);
  let result = text;
  for (const { start, end } of places.toSorted((a, b) => b.start - a.start)) {
    const [from, to] = [origins[start] ?? 0, (origins[end - 1] ?? text.length) + 1];
    result = result.slice(0, from) + right + result.slice(to);
  }
  if (fitsLines(result)) return result;
  const flat = unwrapped(result);
  return wrapText(flat) ?? flat;
}

/** For each character of the joined text, its offset in the original text with line breaks. */
function originsOf(text: string): number[] {
  const origins: number[] = [];
  let [offset, flat] = [0, ''];
  for (const line of linesOf(text)) {
    const shown = line.trim();
    const indent = line.indexOf(shown);
    if (jointOf(flat, shown) === ' ') origins.push(offset - 1);
    for (let at = 0; at < shown.length; at += 1) origins.push(offset + indent + at);
    flat += jointOf(flat, shown) + shown;
    offset += line.length + 1;
  }
  return origins;
}
