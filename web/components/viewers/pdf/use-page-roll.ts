import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { PageSize } from './use-pdf.ts';

const gap = 12;
const padding = 16;

type Options = {
  scroller: RefObject<HTMLElement | null>;
  count: number;
  firstSize: PageSize;
  scale: number;
  onPage: (page: number) => void;
};

/** Virtualized list of pages. Zooming keeps the line being read in place. */
export function usePageRoll({ scroller, count, firstSize, scale, onPage }: Options) {
  const sizes = useRef(new Map<number, PageSize>());
  const [, setMeasured] = useState(0);
  const sizeOf = (index: number) => sizes.current.get(index + 1) ?? firstSize;
  const roll = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => sizeOf(index).height * scale,
    overscan: 1,
    gap,
    paddingStart: padding,
    paddingEnd: padding,
    onChange: (instance) => {
      const { scrollOffset, scrollRect } = instance;
      const line = (scrollOffset ?? 0) + (scrollRect?.height ?? 0) / 3;
      const item = instance.getVirtualItemForOffset(line);
      if (!item) return;
      const start = scrollOffset ?? 0;
      const under = instance.getVirtualItemForOffset(start) ?? item;
      anchor.current = { index: under.index, share: (start - under.start) / Math.max(1, under.size) };
      onPage(item.index + 1);
    },
  });
  const anchor = useRef({ index: 0, share: 0 });

  const lastScale = useRef(scale);
  useLayoutEffect(() => {
    if (lastScale.current === scale) return;
    lastScale.current = scale;
    const { index, share } = anchor.current;
    roll.measure();
    const start = roll.getOffsetForIndex(index, 'start')?.[0] ?? 0;
    const height = (sizes.current.get(index + 1) ?? firstSize).height * scale;
    scroller.current?.scrollTo({ top: start + share * height });
  }, [scale, roll, scroller, firstSize]);

  const onSize = useCallback(
    (number: number, size: PageSize) => {
      const known = sizes.current.get(number) ?? firstSize;
      sizes.current.set(number, size);
      if (known.width === size.width && known.height === size.height) return;
      roll.measure();
      setMeasured((times) => times + 1);
    },
    [roll, firstSize],
  );
  /** Scrolls to the top of a page, or so that a given fraction of its height is well in view. */
  const goTo = useCallback(
    (page: number, share = 0) => {
      const index = Math.min(Math.max(page, 1), count) - 1;
      const start = share > 0 ? roll.getOffsetForIndex(index, 'start')?.[0] : undefined;
      if (start === undefined) return roll.scrollToIndex(index, { align: 'start' });
      const { height } = sizes.current.get(index + 1) ?? firstSize;
      const above = (scroller.current?.clientHeight ?? 0) / 3;
      roll.scrollToOffset(start + Math.max(0, share * height * scale - above));
    },
    [roll, count, firstSize, scale, scroller],
  );
  useEffect(() => onPage(1), [onPage]);
  const widest = Math.max(firstSize.width, ...[...sizes.current.values()].map(({ width }) => width)) * scale;
  return {
    items: roll.getVirtualItems(),
    height: roll.getTotalSize(),
    width: widest + 2 * padding,
    sizeOf,
    onSize,
    goTo,
  };
}
