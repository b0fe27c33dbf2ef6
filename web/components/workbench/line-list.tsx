import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { windowedFrom } from '../data-grid/use-row-window.ts';
import { goTo, goToDoubtful } from './line-keys.ts';
import { LineRow } from './line-row.tsx';
import { useWorkbench } from './workbench-context.ts';

const padding = 10;
const rowHeight = 22;
/** Characters per row at the usual width, to estimate the height of lines not rendered yet. */
const charactersARow = 62;

/** Virtualized list of lines. Re-renders when lines are added, removed or moved, but not while typing. */
export function LineList({ follow }: { follow: boolean }) {
  const bench = useWorkbench();
  const { workbench } = useTexts();
  const { work, kind, said } = bench;
  const scroller = useRef<HTMLElement>(null);
  const order = useSyncExternalStore(work.state.subscribe, () => work.state.get().order);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new order means lines were added or removed
  const { keys, heads } = useMemo(() => {
    const { lines } = work.state.get();
    const titled = kind === 'page' && lines.some(({ part }) => part !== lines[0]?.part);
    return {
      keys: lines.map(({ key }) => key),
      heads: new Set(titled ? lines.flatMap((line, at) => (lines[at - 1]?.part === line.part ? [] : [line.key])) : []),
    };
  }, [work, kind, order]);
  const estimate = (index: number) => {
    const { length } = work.state.get().lines[index]?.text ?? '';
    return padding + rowHeight * Math.max(1, Math.ceil(length / charactersARow));
  };
  const view = useLineWindow({ keys, estimate, scroller });

  const reveal = useLatest(view.reveal);
  useEffect(() => {
    const follows = [work.caret, work.sight].map((store) => {
      const show = () => {
        const wanted = store.get();
        if (wanted) reveal.current(work.indexOf(wanted.key));
      };
      show();
      return store.subscribe(show);
    });
    return () => {
      for (const stop of follows) stop();
    };
  }, [work]);
  useEffect(() => {
    if (!follow) return;
    let last: number | null = null;
    return said.subscribe(() => {
      const key = said.get()?.key ?? null;
      // Don't scroll away from a line being edited.
      const busy =
        document.activeElement instanceof HTMLTextAreaElement && scroller.current?.contains(document.activeElement);
      if (key !== null && key !== last && !busy) reveal.current(work.indexOf(key));
      last = key;
    });
  }, [work, said, follow]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && event.target !== event.currentTarget) {
      event.preventDefault();
      scroller.current?.focus({ preventScroll: true });
      return;
    }
    if (event.target !== event.currentTarget) return;
    const key = work.here()?.key ?? said.get()?.key ?? keys[view.first];
    if (event.key === 'Enter' && key !== undefined) {
      event.preventDefault();
      goTo(bench, work.here() ?? { key, from: 0, to: 0 });
    } else if (event.key === 'n') goToDoubtful(bench, 1);
  };
  return (
    <section
      className="wb-lines"
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and Enter leads into a line
      tabIndex={0}
      aria-label={workbench.lines}
      onKeyDown={onKeyDown}
    >
      <div className="wb-space" style={{ height: view.above }} />
      <ol className="wb-list" start={view.first + 1} style={{ counterReset: `wb-line ${view.first}` }}>
        {keys.slice(view.first, view.end).map((key) => (
          <LineRow key={key} lineKey={key} heads={heads.has(key)} measure={view.measure} />
        ))}
      </ol>
      <div className="wb-space" style={{ height: view.below }} />
    </section>
  );
}

/** Extra lines rendered above and below the viewport, so scrolling shows no gaps. */
const overscan = 10;

type LineWindow = {
  first: number;
  /** Exclusive. */
  end: number;
  /** Height in pixels of the lines not rendered above and below. */
  above: number;
  below: number;
  /** Scrolls to a line, even if it isn't rendered yet. */
  reveal(index: number): void;
  /** Measures a line for as long as it is rendered. */
  measure(element: HTMLElement | null): (() => void) | undefined;
};

type Options = {
  keys: readonly number[];
  /** Estimated height of a line not rendered yet, in pixels. */
  estimate: (index: number) => number;
  scroller: RefObject<HTMLElement | null>;
};

/** Virtual window over lines of varying height. */
function useLineWindow({ keys, estimate, scroller }: Options): LineWindow {
  const windowed = keys.length > windowedFrom;
  const heights = useRef(new Map<number, number>());
  const [measured, setMeasured] = useState(0);
  const [range, setRange] = useState({ first: 0, end: Math.min(keys.length, 60) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `measured` changes with the heights
  const offsets = useMemo(() => {
    if (!windowed) return new Float64Array(0);
    const sums = new Float64Array(keys.length + 1);
    for (let at = 0; at < keys.length; at += 1)
      sums[at + 1] = (sums[at] ?? 0) + (heights.current.get(keys[at] ?? -1) ?? estimate(at));
    return sums;
  }, [keys, windowed, measured]);

  const observer = useRef<ResizeObserver | null>(null);
  useEffect(() => () => observer.current?.disconnect(), []);
  const measure = useCallback(
    (element: HTMLElement | null) => {
      if (!windowed || !element) return undefined;
      observer.current ??= new ResizeObserver((entries) => {
        let changed = false;
        for (const { target, borderBoxSize } of entries) {
          const height = borderBoxSize[0]?.blockSize ?? 0;
          const key = Number((target as HTMLElement).dataset.key);
          if (height === 0 || Math.abs((heights.current.get(key) ?? -1) - height) < 0.5) continue;
          heights.current.set(key, height);
          changed = true;
        }
        if (changed) setMeasured((known) => known + 1);
      });
      const watcher = observer.current;
      watcher.observe(element, { box: 'border-box' });
      return () => watcher.unobserve(element);
    },
    [windowed],
  );

  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const first = Math.max(0, indexAt(offsets, element.scrollTop) - overscan);
    const end = Math.min(keys.length, indexAt(offsets, element.scrollTop + element.clientHeight) + 1 + overscan);
    setRange((known) => (known.first === first && known.end === end ? known : { first, end }));
  }, [offsets, keys.length, scroller]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!windowed || !element) return;
    look();
    element.addEventListener('scroll', look, { passive: true });
    const size = new ResizeObserver(look);
    size.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      size.disconnect();
    };
  }, [windowed, look, scroller]);

  if (!windowed) {
    const reveal = (index: number) =>
      scroller.current?.querySelector(`[data-key="${keys[index]}"]`)?.scrollIntoView({ block: 'nearest' });
    return { first: 0, end: keys.length, above: 0, below: 0, reveal, measure };
  }
  const first = Math.min(range.first, keys.length);
  const end = Math.min(range.end, keys.length);
  const total = offsets[keys.length] ?? 0;
  return {
    first,
    end,
    above: offsets[first] ?? 0,
    below: total - (offsets[end] ?? total),
    reveal: (index) => scrollIntoViewport(scroller.current, offsets[index] ?? 0, offsets[index + 1] ?? 0),
    measure,
  };
}

/** Index of the line at a vertical offset. */
function indexAt(offsets: Float64Array, top: number): number {
  let low = 0;
  let high = Math.max(0, offsets.length - 2);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((offsets[middle] ?? 0) <= top) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Scrolls as little as possible to nearby lines; distant ones are placed a third below the top. */
function scrollIntoViewport(element: HTMLElement | null, from: number, to: number): void {
  if (!element) return;
  const { scrollTop, clientHeight } = element;
  if (from >= scrollTop && to <= scrollTop + clientHeight) return;
  const far = to < scrollTop - clientHeight || from > scrollTop + 2 * clientHeight;
  if (far) element.scrollTop = from - clientHeight / 3;
  else if (from < scrollTop) element.scrollTop = from - 8;
  else element.scrollTop = to - clientHeight + 8;
}
