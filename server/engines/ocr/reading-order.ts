import type { Bounds } from './quad.ts';
import { extent, median, medianHeight, type Placed, parts, rowsOf } from './quad.ts';

/** In line heights: the gap that separates blocks above each other. */
const blockGap = 0.1;
/** With more blocks it is a table, and checking every run of them would take too long. */
const mostBlocks = 60;
/** A line wider than this fraction of the page is a heading across columns. */
const headingShare = 0.6;

/**
 * Reading order: blocks from top to bottom, columns of a block from left to right, lines of a column from top to
 * bottom, pieces of a line from left to right.
 */
export function inReadingOrder<T>(items: readonly T[], boundsOf: (item: T) => Bounds): T[] {
  return divide(items.map((item) => ({ item, bounds: boundsOf(item) }))).map(({ item }) => item);
}

function divide<T>(placed: readonly Placed<T>[]): Placed<T>[] {
  if (placed.length < 2) return [...placed];
  const columns = columnsOf(placed);
  if (columns.length > 1) return columns.flatMap(divide);
  const blocks = blocksAroundColumns(blocksOf(placed));
  if (blocks.length > 1) return blocks.flatMap(divide);
  const bands = bandsAroundHeadings(placed);
  return bands.length > 1 ? bands.flatMap(divide) : rowsOf(placed).flat();
}

/** Splits at gaps that are larger than the usual gap between rows. */
function blocksOf<T>(placed: readonly Placed<T>[]): Placed<T>[][] {
  const rows = parts(placed, 'top', 'bottom', 0);
  const tops = rows.map((row) => Math.min(...row.map(({ bounds }) => bounds.top)));
  const bottoms = rows.map((row) => Math.max(...row.map(({ bounds }) => bounds.bottom)));
  const gaps = tops.slice(1).map((top, at) => top - (bottoms[at] ?? top));
  const usual = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 4)] ?? 0;
  const height = medianHeight(placed);
  return parts(placed, 'top', 'bottom', Math.max(height * blockGap, usual < height ? usual * 1.3 : 0));
}

/** The longest run of blocks that forms columns, with what is above and below it. */
function blocksAroundColumns<T>(blocks: readonly Placed<T>[][]): Placed<T>[][] {
  if (blocks.length > mostBlocks) return [];
  for (let length = blocks.length - 1; length > 0; length -= 1) {
    for (let from = 0; from + length <= blocks.length; from += 1) {
      const run = blocks.slice(from, from + length).flat();
      if (columnsOf(run).length < 2) continue;
      const groups = [blocks.slice(0, from).flat(), run, blocks.slice(from + length).flat()];
      return groups.filter((group) => group.length > 0);
    }
  }
  return [];
}

/** Handles headings that span columns without a clear gap around them: what is above, each heading, what is below. */
function bandsAroundHeadings<T>(placed: readonly Placed<T>[]): Placed<T>[][] {
  const width = extent(placed, 'left', 'right');
  const headings = placed.filter(({ bounds }) => bounds.right - bounds.left > width * headingShare);
  if (headings.length === 0 || headings.length > placed.length / 3) return [];
  const rest = placed.filter((one) => !headings.includes(one));
  if (columnsOf(rest).length < 2) return [];
  const sorted = headings.toSorted((one, other) => middle(one) - middle(other));
  const bands: Placed<T>[][] = [];
  let left = rest;
  for (const heading of sorted) {
    bands.push(
      left.filter((one) => middle(one) < middle(heading)),
      [heading],
    );
    left = left.filter((one) => middle(one) >= middle(heading));
  }
  return [...bands, left].filter((band) => band.length > 0);
}

function middle<T>({ bounds }: Placed<T>): number {
  return (bounds.top + bounds.bottom) / 2;
}

/** In line heights: the gap that separates columns. Narrow gutters are less than a letter wide. */
const gutter = 0.1;
/** In line heights: shorter lines are labels, amounts or cells. */
const textWidth = 5;
const leastRows = 3;
/** Fraction of the column width that lines of running text fill; those of a list don't. */
const filled = 0.75;
/** If a larger share of lines is level with lines beside them, they are table rows. */
const levelShare = 0.75;

/**
 * Columns to be read one after another; a single group if there are none. Tables have gutters too but are read by row:
 * their cells are short or level with each other.
 */
function columnsOf<T>(placed: readonly Placed<T>[]): Placed<T>[][] {
  const height = medianHeight(placed);
  const columns: Placed<T>[][] = [];
  for (const part of parts(placed, 'left', 'right', height * gutter)) {
    const last = columns.at(-1);
    if (last && !areColumns(last, part, height)) last.push(...part);
    else columns.push([...part]);
  }
  return columns;
}

function areColumns<T>(left: readonly Placed<T>[], right: readonly Placed<T>[], height: number): boolean {
  if (rowsOf(left).length < leastRows || rowsOf(right).length < leastRows) return false;
  const [leftIsText, rightIsText] = [isText(left, height), isText(right, height)];
  if (leftIsText && rightIsText && isFilled(left, height) && isFilled(right, height)) return true;
  if (!leftIsText && !rightIsText) return false;
  return !areLevel(left, right, height);
}

function isText<T>(column: readonly Placed<T>[], height: number): boolean {
  return wideLines(column, height).length >= leastRows;
}

function isFilled<T>(column: readonly Placed<T>[], height: number): boolean {
  const widths = wideLines(column, height).map(({ bounds }) => bounds.right - bounds.left);
  return median(widths) >= extent(column, 'left', 'right') * filled;
}

function wideLines<T>(column: readonly Placed<T>[], height: number): Placed<T>[] {
  return column.filter(({ bounds }) => bounds.right - bounds.left >= height * textWidth);
}

/** Whether most lines of the side with fewer lines have one at the same height on the other side. */
function areLevel<T>(left: readonly Placed<T>[], right: readonly Placed<T>[], height: number): boolean {
  const [few, many] = left.length < right.length ? [left, right] : [right, left];
  const middles = many.map(({ bounds }) => (bounds.top + bounds.bottom) / 2);
  const level = few.filter(({ bounds }) => {
    const middle = (bounds.top + bounds.bottom) / 2;
    return middles.some((other) => Math.abs(other - middle) < height * 0.2);
  });
  return level.length > few.length * levelShare;
}
