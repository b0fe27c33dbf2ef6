import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react';

export type GridColumn<Row> = {
  id: string;
  heading: string;
  /** Pixels it needs at least. */
  width: number;
  /** Its share of room to spare; 1 unless said otherwise. */
  grow?: number;
  /** Where room is short the lowest go first, among equals the last. */
  keep?: number;
  align?: 'end' | undefined;
  /** Holds the row's link. */
  main?: boolean;
  /** The sort that its heading asks for, and whether the greatest comes first. */
  sort?: string | undefined;
  greatestFirst?: boolean | undefined;
  cell: (row: Row) => ReactNode;
};

/** Pixels of the columns that stand before and after those with data. */
export const choiceWidth = 40;
export const menuWidth = 46;

type Sized = Pick<GridColumn<never>, 'id' | 'width' | 'grow' | 'keep' | 'main'>;
type Fitted = { shown: string[]; dropped: string[]; widths: Record<string, number> };

/** Which columns fit into a width, and how wide each becomes. Nothing ever scrolls sideways. */
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

/** The inner width of an element, followed as it changes; 0 while it is not known. */
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
