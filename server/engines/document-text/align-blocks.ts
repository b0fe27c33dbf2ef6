import { directionOf } from '../pdf/logical-order.ts';
import { around } from '../pdf/parse-bbox-layout.ts';
import type { Box, PdfPageText } from '../pdf/port.ts';
import type { TextBlock } from './port.ts';

/** Prefix lengths to search for, in characters, longest first. */
const probes = [60, 24, 10];
/** How far ahead, in letters, a short or common text is searched for: a few pages. */
const nearLetters = 12_000;
const shortProbe = 10;
/** Prefixes of at least this length are distinctive enough to search for anywhere. */
const tellingProbe = 24;

type TextSpan = { start: number; end: number };
type Range = TextSpan & { isOnePage: boolean };

/**
 * Finds each block's position in the preview, so matches can be shown in place. Blocks are searched in document order;
 * those out of order (text boxes, table columns) are searched again row by row, and everywhere if distinctive enough.
 */
export function alignBlocks(blocks: readonly TextBlock[], pages: readonly PdfPageText[]): TextBlock[] {
  const streams = [readingStream(pages), rowStream(pages)].map((stream) => ({ stream, at: 0, first: 0 }));
  let sheet: string | undefined;
  const placed = blocks.map((block) => {
    const text = letters(block.text);
    const wanted = block.slide;
    // A sheet starts on a new page after the previous one.
    if (block.sheet !== sheet) for (const cursor of streams) cursor.first = cursor.at;
    sheet = block.sheet;
    for (const cursor of streams) {
      const { stream, first } = cursor;
      const range =
        wanted === undefined ? { start: first, end: stream.text.length, isOnePage: false } : rangeOf(stream, wanted);
      if (wanted !== undefined && cursor.at < range.start) cursor.at = range.start;
      const found = find(stream, text, cursor.at, range) ?? findCell(stream, block.text, cursor.at);
      if (!found) continue;
      if (found.start >= cursor.at && found.start - cursor.at < nearLetters) cursor.at = found.end;
      return { ...block, ...placeOf(stream, found) };
    }
    return block;
  });
  return fillPages(placed, pages.length);
}

function find(stream: LetterStream, text: string, from: number, range: Range): TextSpan | undefined {
  if (text.length === 0) return undefined;
  for (const length of probes) {
    if (length !== probes[0] && text.length <= length) continue;
    const probe = text.slice(0, length);
    const near = stream.text.indexOf(probe, from);
    const isNear = near >= 0 && near + probe.length <= range.end && near - from < nearLetters;
    // Short texts occur everywhere, so accept them only close ahead.
    if (isNear && (probe.length >= shortProbe || near - from < nearLetters / 6)) return reach(stream, text, near);
    if (probe.length < tellingProbe) continue;
    const anywhere = stream.text.indexOf(probe, range.start);
    if (anywhere >= 0 && anywhere + probe.length <= range.end) return reach(stream, text, anywhere);
  }
  const start = range.isOnePage ? stream.text.indexOf(text, range.start) : -1;
  return start >= 0 && start + text.length <= range.end ? { start, end: start + text.length } : undefined;
}

/** A row with multi-line cells appears nowhere as a whole, so search for its longest cells. */
function findCell(stream: LetterStream, row: string, from: number): TextSpan | undefined {
  if (!row.includes(' | ')) return undefined;
  const cells = row.split(' | ').map(letters);
  for (const cell of cells.toSorted((one, other) => other.length - one.length).slice(0, 3)) {
    const probe = cell.slice(0, tellingProbe);
    const start = probe.length < shortProbe ? -1 : stream.text.indexOf(probe, from);
    if (start >= 0 && start - from < nearLetters / 6) return reach(stream, cell, start);
  }
  return undefined;
}

/**
 * End of a block that starts here: the position of its last letters if they are about where expected, otherwise
 * estimated from its length.
 */
function reach(stream: LetterStream, text: string, start: number): TextSpan {
  if (stream.text.startsWith(text, start)) return { start, end: start + text.length };
  const tail = text.slice(-20);
  const expected = start + text.length - tail.length;
  const found = stream.text.indexOf(tail, Math.max(start, Math.floor(expected - text.length / 5)));
  const isThere = found >= 0 && found - expected < 200 + text.length / 5;
  return { start, end: isThere ? found + tail.length : Math.min(stream.text.length, start + text.length) };
}

/** The page where the text starts, and the bounding box of its lines on that page. */
function placeOf(stream: LetterStream, { start, end }: TextSpan): Pick<TextBlock, 'page' | 'box'> {
  const first = stream.lineAt(start);
  const last = stream.lineAt(Math.max(start, end - 1));
  const page = stream.lines[first]?.page;
  if (page === undefined) return { page: null, box: null };
  const lines = stream.lines.slice(first, last + 1).filter((line) => line.page === page);
  return { page, box: around(lines.map((line) => line.box)) };
}

function rangeOf(stream: LetterStream, page: number): Range {
  return { ...(stream.pages.get(page) ?? { start: 0, end: 0 }), isOnePage: true };
}

/** Blocks that weren't found get the page of their neighbours; a slide's page is its number. */
function fillPages(blocks: TextBlock[], pageCount: number): TextBlock[] {
  let last: number | null = null;
  let sheet: string | undefined;
  const seen = blocks.map((block) => {
    if (block.sheet !== sheet) last = null;
    sheet = block.sheet;
    if (block.slide !== undefined) return { ...block, page: block.slide <= pageCount ? block.slide : null };
    last = block.page ?? last;
    return { ...block, page: last };
  });
  // Blocks before the first one found take their page from the next.
  let next: TextBlock | undefined;
  for (const block of seen.toReversed()) {
    if (block.page === null && next?.page && next.sheet === block.sheet && block.slide === undefined)
      block.page = next.page;
    next = block;
  }
  return seen;
}

type PlacedLine = { page: number; box: Box; start: number };

/** All letters and digits of the preview in one string, with the line each belongs to. */
type LetterStream = {
  text: string;
  lines: PlacedLine[];
  lineAt(position: number): number;
  pages: Map<number, { start: number; end: number }>;
};

/**
 * Normalizes text for comparison: only letters and digits, without case or width, because spaces, punctuation and
 * hyphens differ between document and preview. Lam-alef is unified because previews may swap the two letters of the
 * ligature.
 */
function letters(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('\u0644\u0627', '\u0627\u0644');
}

type Line = { text: string; box: Box };

/** In the preview's reading order, column by column. */
function readingStream(pages: readonly PdfPageText[]): LetterStream {
  return streamOf(pages, (page) => page.blocks.flatMap((block) => block.lines));
}

/** In row order: across the page, then down. */
function rowStream(pages: readonly PdfPageText[]): LetterStream {
  return streamOf(pages, (page) => {
    const lines = page.blocks.flatMap((block) => block.lines);
    const sorted = lines.toSorted((one, other) => middle(one) - middle(other));
    const rows: Line[][] = [];
    for (const line of sorted) {
      const row = rows.at(-1);
      const first = row?.[0];
      if (row && first && middle(line) - middle(first) < first.box[3] / 2) row.push(line);
      else rows.push([line]);
    }
    return rows.flatMap((row) => {
      const sorted = row.toSorted((one, other) => one.box[0] - other.box[0]);
      return directionOf(row.map(({ text }) => text).join(' ')) === 'rtl' ? sorted.reverse() : sorted;
    });
  });
}

function middle({ box }: Line): number {
  return box[1] + box[3] / 2;
}

function streamOf(pages: readonly PdfPageText[], linesOf: (page: PdfPageText) => Line[]): LetterStream {
  const pieces: string[] = [];
  const lines: PlacedLine[] = [];
  const ranges = new Map<number, { start: number; end: number }>();
  let length = 0;
  for (const page of pages) {
    const start = length;
    for (const line of linesOf(page)) {
      const text = letters(line.text);
      if (!text) continue;
      lines.push({ page: page.page, box: line.box, start: length });
      pieces.push(text);
      length += text.length;
    }
    ranges.set(page.page, { start, end: length });
  }
  return { text: pieces.join(''), lines, lineAt: (position) => lineAt(lines, position), pages: ranges };
}

/** The last line that starts at or before a position. */
function lineAt(lines: readonly PlacedLine[], position: number): number {
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const half = Math.ceil((low + high) / 2);
    if ((lines[half]?.start ?? 0) <= position) low = half;
    else high = half - 1;
  }
  return low;
}
