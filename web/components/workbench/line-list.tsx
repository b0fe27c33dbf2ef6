import { type KeyboardEvent, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { goTo, goToDoubtful } from './line-keys.ts';
import { LineRow } from './line-row.tsx';
import { useLineWindow } from './use-line-window.ts';
import { useWorkbench } from './workbench-context.ts';

const padding = 10;
const rowHeight = 22;
/** Characters that fit into a row of the usual width, for lines that nobody has seen yet. */
const charactersARow = 62;

/** All lines, of which those in sight are drawn. Draws anew when lines come and go, never for a key that is typed. */
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
      // Whoever types somewhere else is not led away from there.
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
