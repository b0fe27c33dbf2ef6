import { type RefObject, useLayoutEffect, useState } from 'react';

/** Up to so many rows all stand in the page: the browser scrolls and finds text in them by itself. */
export const windowedFrom = 250;
/** Rows beyond both edges, so that a turn of the wheel shows no gap. */
const overscan = 8;

type RowWindow = {
  first: number;
  /** One past the last. */
  end: number;
  /** Pixels that the rows above and below would take. */
  above: number;
  below: number;
  reveal(index: number): void;
};

/** Which rows of many are drawn. All are of one height, which makes this a division: a library for more is 10 KB. */
export function useRowWindow(count: number, rowHeight: number, scroller: RefObject<HTMLElement | null>): RowWindow {
  const windowed = count > windowedFrom;
  const [{ top, height }, setSight] = useState({ top: 0, height: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!windowed || !element) return;
    // By whole rows: between two of them nothing changes.
    const look = () => {
      const seen = { top: Math.floor(element.scrollTop / rowHeight), height: element.clientHeight };
      setSight((known) => (known.top === seen.top && known.height === seen.height ? known : seen));
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [windowed, rowHeight, scroller]);
  // Rows that stand in the page come into sight when they are focused.
  if (!windowed) return { first: 0, end: count, above: 0, below: 0, reveal: () => undefined };
  const first = Math.max(0, Math.min(top, count - 1) - overscan);
  const end = Math.min(count, top + Math.ceil(height / rowHeight) + 1 + overscan);
  return {
    first,
    end,
    above: first * rowHeight,
    below: (count - end) * rowHeight,
    reveal: (index) => bringIntoSight(scroller.current, index, rowHeight),
  };
}

/** Scrolls no further than it has to. */
function bringIntoSight(element: HTMLElement | null, index: number, rowHeight: number): void {
  if (!element) return;
  const [from, to] = [index * rowHeight, (index + 1) * rowHeight];
  if (from < element.scrollTop) element.scrollTop = from;
  else if (to > element.scrollTop + element.clientHeight) element.scrollTop = to - element.clientHeight;
}
