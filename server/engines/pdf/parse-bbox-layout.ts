import { directionOf, holdsRightToLeft, toLogicalOrder } from './logical-order.ts';
import type { Box, PdfBlock, PdfLine, PdfPage } from './port.ts';

type Edges = Omit<Word, 'text'>;

const element = /<(page|block|line|word)\b([^>]*)>|<\/(page|block|line)>/g;
/** No real page has more words. */
const mostWords = 50_000;
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Parses the output of `pdftotext -bbox-layout`; its n-th page is the n-th of `pages`. */
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

/** Poppler returns characters in visual order, from left to right; all lines of a block share one direction. */
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

/** Letters may extend beyond the page, but boxes are clipped to it. */
function boxFrom(left: number, top: number, right: number, bottom: number): Box {
  const within = (value: number) => Math.min(1, Math.max(0, value));
  const round = (value: number) => Math.round(value * 10_000) / 10_000;
  const [x, y] = [within(left), within(top)];
  return [round(x), round(y), round(within(right) - x), round(within(bottom) - y)];
}

type Word = { text: string; left: number; right: number; top: number; bottom: number };

/** Scripts written without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\u3000-\u303f\uff00-\uffef]/u;

/** In word heights: words in right-to-left lines with a smaller gap were split where the direction changes. */
const leastGap = 0.1;

/** Joins the words of a line, adding spaces where needed. */
function joinWords(words: readonly Word[]): string {
  const isRightToLeft = words.some(({ text }) => holdsRightToLeft(text));
  let text = '';
  let last: Word | undefined;
  for (const word of words) {
    if (last && (isRightToLeft ? gap(last, word) > leastGap : needsSpace(last, word))) text += ' ';
    text += word.text;
    last = word;
  }
  return text.trim();
}

function needsSpace(last: Word, next: Word): boolean {
  if (!unspaced.test(last.text.slice(-1)) || !unspaced.test(next.text.slice(0, 1))) return true;
  // Words far apart, such as table cells, need a space.
  return gap(last, next) > 0.5;
}

/** In word heights. */
function gap(last: Word, next: Word): number {
  return (next.left - last.right) / Math.max(1, next.bottom - next.top);
}

/** Joins lines into one text and rejoins words hyphenated at a line end. */
function joinLines(lines: readonly string[]): string {
  let text = '';
  for (const line of lines) {
    if (!text) text = line;
    else if (/\p{Ll}[-\u00ad\u2010]$/u.test(text) && /^\p{Ll}/u.test(line)) text = text.slice(0, -1) + line;
    else if (unspaced.test(text.slice(-1)) && unspaced.test(line.slice(0, 1))) text += line;
    else text += ` ${line}`;
  }
  return text;
}
