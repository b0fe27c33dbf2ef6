import { type RefObject, useLayoutEffect, useState } from 'react';

/** Up to this many rows are all rendered, so the browser's own scrolling and find-in-page work. */
export const windowedFrom = 250;
/** Extra rows beyond both edges, so fast scrolling shows no gap. */
const overscan = 8;

type RowWindow = {
  first: number;
  /** Exclusive. */
  end: number;
  /** Height in pixels of the rows not rendered above and below. */
  above: number;
  below: number;
  reveal(index: number): void;
};

/** Which rows to render. All have the same height, so a division is enough; a library would add 10 KB. */
export function useRowWindow(count: number, rowHeight: number, scroller: RefObject<HTMLElement | null>): RowWindow {
  const windowed = count > windowedFrom;
  const [{ top, height }, setSight] = useState({ top: 0, height: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!windowed || !element) return;
    // Rounded to whole rows, because nothing changes in between.
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
  // Rendered rows scroll into view on focus.
  if (!windowed) return { first: 0, end: count, above: 0, below: 0, reveal: () => undefined };
  const first = Math.max(0, Math.min(top, count - 1) - overscan);
  const end = Math.min(count, top + Math.ceil(height / rowHeight) + 1 + overscan);
  return {
    first,
    end,
    above: first * rowHeight,
    below: (count - end) * rowHeight,
    reveal: (index) => scrollIntoViewport(scroller.current, index, rowHeight),
  };
}

/** Scrolls only as far as needed. */
function scrollIntoViewport(element: HTMLElement | null, index: number, rowHeight: number): void {
  if (!element) return;
  const [from, to] = [index * rowHeight, (index + 1) * rowHeight];
  if (from < element.scrollTop) element.scrollTop = from;
  else if (to > element.scrollTop + element.clientHeight) element.scrollTop = to - element.clientHeight;
}
