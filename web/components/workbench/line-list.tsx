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
/** Characters that fit into a row of the usual width, for lines that nobody has seen yet. */
const charactersARow = 62;

/** All lines, of which those in sight are drawn. Renders again when lines come and go, never for a key that is typed. */
export function LineList({ follow }: { follow: boolean }) {
  const bench = useWorkbench();
  const { workbench } = useTexts();
  const { work, kind, said } = bench;
  const scroller = useRef<HTMLElement>(null);
  const order = useSyncExternalStore(work.state.subscribe, () => work.state.get().order);
  // biome-ignore lint/correctness/useExhaustiveDependencies: order tells that lines came or went
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
      // Anyone who types somewhere else is not led away from there.
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

/** Lines beyond both edges, so that a turn of the wheel shows no gap. */
const overscan = 10;

type LineWindow = {
  first: number;
  /** One past the last. */
  end: number;
  /** Pixels that the lines above and below would take. */
  above: number;
  below: number;
  /** Brings a line into sight, also one that is not drawn. */
  reveal(index: number): void;
  /** Tells how high a line is, for as long as it is drawn. */
  measure(element: HTMLElement | null): (() => void) | undefined;
};

type Options = {
  keys: readonly number[];
  /** How high a line will be, as long as nobody has seen it. */
  estimate: (index: number) => number;
  scroller: RefObject<HTMLElement | null>;
};

/** Which lines of many are drawn. Like the rows of a list, but each is as high as its text. */
function useLineWindow({ keys, estimate, scroller }: Options): LineWindow {
  const windowed = keys.length > windowedFrom;
  const heights = useRef(new Map<number, number>());
  const [measured, setMeasured] = useState(0);
  const [range, setRange] = useState({ first: 0, end: Math.min(keys.length, 60) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured tells that heights have changed
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
    reveal: (index) => bringIntoSight(scroller.current, offsets[index] ?? 0, offsets[index + 1] ?? 0),
    measure,
  };
}

/** The line that lies at a height. */
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

/** Not further than needed for what is close; what is far comes to where one looks first. */
function bringIntoSight(element: HTMLElement | null, from: number, to: number): void {
  if (!element) return;
  const { scrollTop, clientHeight } = element;
  if (from >= scrollTop && to <= scrollTop + clientHeight) return;
  const far = to < scrollTop - clientHeight || from > scrollTop + 2 * clientHeight;
  if (far) element.scrollTop = from - clientHeight / 3;
  else if (from < scrollTop) element.scrollTop = from - 8;
  else element.scrollTop = to - clientHeight + 8;
}
