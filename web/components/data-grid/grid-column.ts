import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react';

export type GridColumn<Row> = {
  id: string;
  heading: string;
  /** Minimum width in pixels. */
  width: number;
  /** Share of spare width; 1 by default. */
  grow?: number;
  /**
   * Priority when space is short: columns with the lowest value are dropped first, the last of equals before the
   * others.
   */
  keep?: number;
  align?: 'end' | undefined;
  /** The column with the row's link; never dropped. */
  main?: boolean;
  /** Sort key of the heading. `greatestFirst`: the first click sorts in descending order. */
  sort?: string | undefined;
  greatestFirst?: boolean | undefined;
  cell: (row: Row) => ReactNode;
};

/** Widths in pixels of the checkbox column before the data and the menu column after it. */
export const choiceWidth = 40;
export const menuWidth = 46;

type Sized = Pick<GridColumn<never>, 'id' | 'width' | 'grow' | 'keep' | 'main'>;
type Fitted = { shown: string[]; dropped: string[]; widths: Record<string, number> };

/** Chooses the columns that fit and their widths, so the grid never scrolls sideways. */
export function fitColumns(columns: readonly Sized[], room: number): Fitted {
  const shown = [...columns];
  const needed = () => shown.reduce((sum, { width }) => sum + width, 0);
  while (needed() > room) {
    const droppable = shown.filter(({ main }) => !main);
    const least = droppable.reduceRight<Sized | undefined>(
      (worst, column) => (worst === undefined || (column.keep ?? 0) < (worst.keep ?? 0) ? column : worst),
      undefined,
    );
    if (!least) break;
    shown.splice(shown.indexOf(least), 1);
  }
  const spare = Math.max(0, room - needed());
  const shares = shown.reduce((sum, { grow = 1 }) => sum + grow, 0) || 1;
  const kept = new Set(shown.map(({ id }) => id));
  return {
    shown: [...kept],
    dropped: columns.map(({ id }) => id).filter((id) => !kept.has(id)),
    widths: Object.fromEntries(shown.map(({ id, width, grow = 1 }) => [id, width + (spare * grow) / shares])),
  };
}

/** The inner width of an element, updated on resize; 0 until measured. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const node = element.current;
    if (!node) return;
    const measure = () => setWidth(node.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
