import { joinLines, joinWords, type Word } from './join-words.ts';
import { directionOf, holdsRightToLeft, toLogicalOrder } from './logical-order.ts';
import type { Box, PdfBlock, PdfLine, PdfPage } from './port.ts';

type Edges = Omit<Word, 'text'>;

const element = /<(page|block|line|word)\b([^>]*)>|<\/(page|block|line)>/g;
/** No page that people read has more. */
const mostWords = 50_000;
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Reads what `pdftotext -bbox-layout` writes; the n-th page in it is the n-th of the given ones. */
export function parseBboxLayout(xhtml: string, pages: readonly PdfPage[]): { page: number; blocks: PdfBlock[] }[] {
  const found: { page: number; blocks: PdfBlock[] }[] = [];
  let page: PdfPage | undefined;
  let blocks: PdfBlock[] = [];
  let lines: PdfLine[] = [];
  let words: Word[] = [];
  let count = 0;
  for (const match of xhtml.matchAll(element)) {
    const [whole, opened, attributes = '', closed] = match;
    if (opened === 'page') {
      page = pages[found.length];
      if (!page) break;
      blocks = [];
      count = 0;
      found.push({ page: page.page, blocks });
    } else if (opened === 'block') lines = [];
    else if (opened === 'line') words = [];
    else if (opened === 'word') {
      const start = match.index + whole.length;
      const text = readable(xhtml.slice(start, xhtml.indexOf('</word>', start)));
      if (text && ++count <= mostWords) words.push({ text, ...edges(attributes) });
    } else if (closed === 'line' && page && words.length > 0) {
      lines.push({ text: joinWords(words), box: boxOf(words, page) });
    } else if (closed === 'block' && lines.length > 0) {
      const read = inLogicalOrder(lines);
      blocks.push({
        text: joinLines(read.map((line) => line.text)),
        box: around(read.map((line) => line.box)),
        lines: read,
      });
    }
  }
  return found;
}

/** Poppler tells the characters of a line as they stand, from left to right; a block has one direction. */
function inLogicalOrder(lines: readonly PdfLine[]): PdfLine[] {
  const all = lines.map(({ text }) => text).join(' ');
  if (!holdsRightToLeft(all)) return [...lines];
  const direction = directionOf(all);
  return lines.map(({ text, box }) => ({ text: toLogicalOrder(text, direction), box }));
}

function edges(attributes: string): Edges {
  const value = (name: string) => Number(new RegExp(`${name}="([-\\d.e+]+)"`).exec(attributes)?.[1] ?? 0) || 0;
  return { left: value('xMin'), top: value('yMin'), right: value('xMax'), bottom: value('yMax') };
}

function readable(text: string): string {
  return text
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '')
    .normalize('NFC')
    .replace(/[\p{Cc}\u00ad\ufeff]/gu, '')
    .trim();
}

function boxOf(words: readonly Word[], page: PdfPage): Box {
  const left = Math.min(...words.map((word) => word.left)) / page.widthPoints;
  const top = Math.min(...words.map((word) => word.top)) / page.heightPoints;
  const right = Math.max(...words.map((word) => word.right)) / page.widthPoints;
  const bottom = Math.max(...words.map((word) => word.bottom)) / page.heightPoints;
  return boxFrom(left, top, right, bottom);
}

export function around(boxes: readonly Box[]): Box {
  const left = Math.min(...boxes.map((box) => box[0]));
  const top = Math.min(...boxes.map((box) => box[1]));
  const right = Math.max(...boxes.map((box) => box[0] + box[2]));
  const bottom = Math.max(...boxes.map((box) => box[1] + box[3]));
  return boxFrom(left, top, right, bottom);
}

/** Letters may stand over the edge of the page; what is marked does not. */
function boxFrom(left: number, top: number, right: number, bottom: number): Box {
  const within = (value: number) => Math.min(1, Math.max(0, value));
  const round = (value: number) => Math.round(value * 10_000) / 10_000;
  const [x, y] = [within(left), within(top)];
  return [round(x), round(y), round(within(right) - x), round(within(bottom) - y)];
}
