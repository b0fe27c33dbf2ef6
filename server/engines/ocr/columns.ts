import { extent, median, medianHeight, type Placed, parts, rowsOf } from './placed.ts';

/** Of a line's height: how much paper divides columns. Print with narrow gutters has less than a letter's width. */
const gutter = 0.1;
/** Of a line's height: shorter lines are labels, amounts or cells. */
const textWidth = 5;
const leastRows = 3;
/** Of a column's width: lines of running text fill it, those of a list do not. */
const filled = 0.75;
/** More of the lines than this level with lines beside them: rows of a table. */
const levelShare = 0.75;

/**
 * Columns that are read one after another; one group where there are none. A table has gutters too, but it is read by
 * rows: its cells are short, or level with each other.
 */
export function columnsOf<T>(placed: readonly Placed<T>[]): Placed<T>[][] {
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

/** Whether most lines of the shorter side have one beside them at the same height. */
function areLevel<T>(left: readonly Placed<T>[], right: readonly Placed<T>[], height: number): boolean {
  const [few, many] = left.length < right.length ? [left, right] : [right, left];
  const middles = many.map(({ bounds }) => (bounds.top + bounds.bottom) / 2);
  const level = few.filter(({ bounds }) => {
    const middle = (bounds.top + bounds.bottom) / 2;
    return middles.some((other) => Math.abs(other - middle) < height * 0.2);
  });
  return level.length > few.length * levelShare;
}
