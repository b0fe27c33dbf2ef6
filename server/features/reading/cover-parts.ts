import type { ReadingLine, ReadingPart } from '@lectern/contract/features/reading.ts';
import { coverWhole, coverWords, type HiddenPassage, type HiddenText } from '../review/public.ts';

type Cover = { line: number; from: number; to: number };

/**
 * Redacts masked text with ■. Mask positions are only known for the current reading; in older ones, every occurrence
 * of the masked words is redacted.
 */
export function coverParts(parts: readonly ReadingPart[], hidden: HiddenText, isCurrent: boolean): ReadingPart[] {
  const { whole, passages, words } = hidden;
  if (whole) return parts.map((part) => ({ ...part, lines: part.lines.map(coveredWhole) }));

  if ((isCurrent ? passages : words).length === 0) return [...parts];
  return parts.map((part) => {
    const covers = isCurrent
      ? passages.flatMap((passage) => coversIn(part, passage))
      : coversOfWords(part.lines, words);
    const lines = part.lines.map((line, at) =>
      covered(
        line,
        covers.filter((cover) => cover.line === at),
      ),
    );
    return { ...part, lines };
  });
}

function coversIn(part: ReadingPart, passage: HiddenPassage): Cover[] {
  if (!isIn(part, passage)) return [];
  const places = placesIn(part.lines, passage);
  if (places.length === 0) {
    return coversOfWords(
      part.lines,
      passage.spans.map(([start, end]) => passage.text.slice(start, end)),
    );
  }
  return passage.spans.flatMap(([start, end]) =>
    places.flatMap(({ line, at, length, skipped }) => {
      const [from, to] = [Math.max(start, at), Math.min(end, at + length)];
      return from < to ? [{ line, from: from - at + skipped, to: to - at + skipped }] : [];
    }),
  );
}

function isIn(part: ReadingPart, { page, startMs }: HiddenPassage): boolean {
  if (page !== null) return part.number === page;
  return part.lines.some((line) => line.startMs === startMs);
}

type Placed = { line: number; at: number; length: number; skipped: number };

/** Maps lines to ranges of the passage. A passage consists of consecutive lines, or is a piece of one long line. */
function placesIn(lines: readonly ReadingLine[], { text, startMs }: HiddenPassage): Placed[] {
  const places: Placed[] = [];
  let reached = 0;
  for (const [line, given] of lines.entries()) {
    if (startMs !== null && places.length === 0 && given.startMs !== startMs) continue;
    const own = given.text.trim();
    const lead = given.text.indexOf(own);
    const inside = given.text.indexOf(text);
    if (places.length === 0 && own.length > text.length && inside >= 0) {
      return [{ line, at: 0, length: text.length, skipped: inside }];
    }
    const at = own === '' ? -1 : text.indexOf(own, reached);
    const follows = at >= 0 && text.slice(reached, at).trim() === '';
    if (follows) {
      places.push({ line, at, length: own.length, skipped: lead });
      reached = at + own.length;
    } else if (places.length > 0) {
      if (text.slice(reached).trim() === '') return places;
      places.length = 0;
      reached = 0;
    }
  }
  return text.slice(reached).trim() === '' ? places : [];
}

/** All occurrences of the words. */
function coversOfWords(lines: readonly ReadingLine[], words: readonly string[]): Cover[] {
  const texts = lines.map(({ text }) => text);
  return coverWords(texts, words).flatMap((text, line) => {
    const given = texts[line] ?? '';
    return text.split('').flatMap((unit, at) => (unit === given[at] ? [] : [{ line, from: at, to: at + 1 }]));
  });
}

/** Drops the word list of a redacted line, which would reveal the words. */
function covered(line: ReadingLine, covers: readonly Cover[]): ReadingLine {
  if (covers.length === 0) return line;
  const units = line.text.split('');
  for (const { from, to } of covers) {
    for (let at = from; at < Math.min(to, units.length); at += 1) if (/\S/.test(units[at] ?? '')) units[at] = '■';
  }
  const { words: _, ...rest } = line;
  return { ...rest, text: units.join('') };
}

function coveredWhole({ words: _, ...line }: ReadingLine): ReadingLine {
  return { ...line, text: coverWhole(line.text) };
}
