import { directionOf } from '../pdf/logical-order.ts';
import type { Box, PdfPageText } from '../pdf/port.ts';

type PlacedLine = { page: number; box: Box; start: number };

/** All letters and digits of a preview one after another, and the line that each one stands in. */
export type LetterStream = {
  text: string;
  lines: PlacedLine[];
  lineAt(position: number): number;
  pages: Map<number, { start: number; end: number }>;
};

/**
 * What is compared: letters and digits, whatever their case or width. Spaces, signs and hyphens come and go. Previews don't
 * tell which comes first in a ligature of lam and alef.
 */
export function letters(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('\u0644\u0627', '\u0627\u0644');
}

type Line = { text: string; box: Box };

/** As the text of the preview is read: column after column. */
export function readingStream(pages: readonly PdfPageText[]): LetterStream {
  return streamOf(pages, (page) => page.blocks.flatMap((block) => block.lines));
}

/** As rows are read: across the page, then down. */
export function rowStream(pages: readonly PdfPageText[]): LetterStream {
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

/** The last line that begins at or before a position. */
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
