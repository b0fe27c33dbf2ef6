import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';

/** Up to so many rows all stand in the page: the browser scrolls and finds text in them by itself. */
export const windowedFrom = 250;
const overscan = 8;

export type RowWindow = {
  first: number;
  /** One past the last. */
  end: number;
  /** Pixels that the rows above and below would take. */
  above: number;
  below: number;
  reveal(index: number): void;
};

/** Which rows of many are drawn. */
export function useRowWindow(count: number, rowHeight: number, scroller: RefObject<HTMLElement | null>): RowWindow {
  const windowed = count > windowedFrom;
  const virtualizer = useVirtualizer({
    count,
    enabled: windowed,
    overscan,
    estimateSize: () => rowHeight,
    getScrollElement: () => scroller.current,
    useFlushSync: false,
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  if (!windowed || !first || !last)
    return { first: 0, end: windowed ? 0 : count, above: 0, below: windowed ? count * rowHeight : 0, reveal: nothing };
  return {
    first: first.index,
    end: last.index + 1,
    above: first.start,
    below: virtualizer.getTotalSize() - last.end,
    reveal: (index) => virtualizer.scrollToIndex(index),
  };
}

function nothing(): void {}
