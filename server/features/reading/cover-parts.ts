import type { ReadingLine, ReadingPart } from '@lectern/contract/features/reading.ts';

/** A passage of a reading with parts that this person may not read, as JavaScript counts. */
export type MaskedPassage = {
  page: number | null;
  startMs: number | null;
  text: string;
  spans: readonly (readonly [number, number])[];
};
type Cover = { line: number; from: number; to: number };

/**
 * The parts with ■ in the place of what is masked. In a reading that is not the current one nobody knows the place: the
 * words themselves are covered wherever they stand.
 */
export function coverParts(
  parts: readonly ReadingPart[],
  masked: readonly MaskedPassage[],
  isCurrent: boolean,
): ReadingPart[] {
  if (masked.length === 0) return [...parts];
  return parts.map((part) => {
    const covers = masked.flatMap((passage) => coversIn(part, passage, isCurrent));
    const lines = part.lines.map((line, at) =>
      covered(
        line,
        covers.filter((cover) => cover.line === at),
      ),
    );
    return { ...part, lines };
  });
}

function coversIn(part: ReadingPart, passage: MaskedPassage, isCurrent: boolean): Cover[] {
  if (isCurrent && !isIn(part, passage)) return [];
  const places = isCurrent ? placesIn(part.lines, passage) : [];
  if (places.length === 0) return coversOfWords(part.lines, passage);
  return passage.spans.flatMap(([start, end]) =>
    places.flatMap(({ line, at, length, skipped }) => {
      const [from, to] = [Math.max(start, at), Math.min(end, at + length)];
      return from < to ? [{ line, from: from - at + skipped, to: to - at + skipped }] : [];
    }),
  );
}

function isIn(part: ReadingPart, { page, startMs }: MaskedPassage): boolean {
  if (page !== null) return part.number === page;
  return part.lines.some((line) => line.startMs === startMs);
}

type Placed = { line: number; at: number; length: number; skipped: number };

/** Which line makes up which stretch of the passage: lines follow each other in it, or a long one holds all of it. */
function placesIn(lines: readonly ReadingLine[], { text, startMs }: MaskedPassage): Placed[] {
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

function coversOfWords(lines: readonly ReadingLine[], { text, spans }: MaskedPassage): Cover[] {
  const words = new Set(spans.map(([start, end]) => text.slice(start, end).toLowerCase()).filter(Boolean));
  return lines.flatMap((given, line) =>
    [...words].flatMap((word) => {
      const found: Cover[] = [];
      const own = given.text.toLowerCase();
      for (let from = own.indexOf(word); from >= 0; from = own.indexOf(word, from + word.length)) {
        found.push({ line, from, to: from + word.length });
      }
      return found;
    }),
  );
}

/** Words with their places would tell what is covered: such a line goes without them. */
function covered(line: ReadingLine, covers: readonly Cover[]): ReadingLine {
  if (covers.length === 0) return line;
  const units = line.text.split('');
  for (const { from, to } of covers) {
    for (let at = from; at < Math.min(to, units.length); at += 1) if (/\S/.test(units[at] ?? '')) units[at] = '■';
  }
  const { words: _, ...rest } = line;
  return { ...rest, text: units.join('') };
}
