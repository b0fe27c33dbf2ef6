import { useEffect, useRef, useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { inSlices } from '../../lib/in-slices.ts';
import { createStore, type Store, useStore } from '../../lib/store.ts';
import { Button, IconButton } from '../button.tsx';
import { goTo } from './line-keys.ts';
import type { Caret } from './model/change.ts';
import { replaceAll, replaceOne } from './model/edits.ts';
import type { TextWork } from './model/text-work.ts';
import { type FindOptions, type FoundPlace, finderOf, type Range } from './model/word-places.ts';
import type { WorkLine } from './model/work-line.ts';
import { useWorkbench } from './workbench-context.ts';

/** Find and replace in the whole text, one by one or all at once. */
export function FindBar({ onClose }: { onClose: () => void }) {
  const bench = useWorkbench();
  const { workbench, reading } = useTexts();
  const { number } = useFormat();
  const { work, finding, readOnly } = bench;
  const { elsewhere } = bench.extras;
  const field = useRef<HTMLInputElement>(null);
  const [options, setOptions] = useState<FindOptions>({ query: '', wholeWord: false, matchCase: false });
  const [by, setBy] = useState('');
  const [announced, setAnnounced] = useState('');
  const [search] = useState(() => createSearch(work));
  const hits = useStore(search.hits);
  const [at, setAt] = useState<FoundPlace | null>(null);
  const none = hits.done && hits.count === 0;

  useEffect(() => field.current?.focus(), []);
  useEffect(() => search.start(), [search]);
  // Highlight matches only when the search is complete, so a keystroke is painted first.
  useEffect(() => finding.set(hits.options), [hits.options, finding]);
  useEffect(() => () => finding.set(null), [finding]);

  const show = (place: FoundPlace | undefined) => {
    setAt(place ?? null);
    if (!place) return;
    const opener = document.activeElement;
    goTo(bench, { key: place.key, from: place.from, to: place.to });
    // Return the focus to the search, so the user can go on with the next match.
    requestAnimationFrame(() => opener instanceof HTMLElement && opener.focus({ preventScroll: true }));
  };
  const step = (way: 1 | -1) => {
    setAnnounced('');
    const here = work.here();
    // The first match may start right at the caret.
    show(search.next(at ?? (here && { ...here, to: here.from }), way));
  };
  const replace = () => {
    if (!at) return step(1);
    replaceOne(work, at, by);
    const end = at.from + by.length;
    show(search.next({ key: at.key, from: end, to: end }, 1));
  };
  const all = async () => {
    const count = await replaceAll(work, options, by);
    setAt(null);
    setAnnounced(fillText(workbench.replaced, { count: number(count) }));
  };
  const count = number(hits.count);
  const status = () => {
    if (announced || options.query === '') return announced;
    if (none) return reading.noHits;
    if (at) return fillText(workbench.hitOf, { at: number(search.numberOf(at)), count });
    return fillText(reading.hits, { count });
  };
  const change = (more: Partial<FindOptions>) => {
    const next = { ...options, ...more };
    setAnnounced('');
    setAt(null);
    setOptions(next);
    search.look(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser supports the element
    <form
      role="search"
      className="wb-find"
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onClose();
      }}
    >
      <input
        ref={field}
        className="field-input"
        value={options.query}
        placeholder={workbench.find}
        aria-label={workbench.find}
        onChange={({ target }) => change({ query: target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          step(event.shiftKey ? -1 : 1);
        }}
      />
      <IconButton icon="arrowUp" label={workbench.previousHit} disabled={none} onClick={() => step(-1)} />
      <IconButton icon="arrowDown" label={workbench.nextHit} disabled={none} onClick={() => step(1)} />
      <span className="wb-find-status" role="status">
        {status()}
      </span>
      <label className="wb-check">
        <input
          type="checkbox"
          checked={options.wholeWord}
          onChange={({ target }) => change({ wholeWord: target.checked })}
        />
        {workbench.wholeWord}
      </label>
      <label className="wb-check">
        <input
          type="checkbox"
          checked={options.matchCase}
          onChange={({ target }) => change({ matchCase: target.checked })}
        />
        {workbench.matchCase}
      </label>
      <IconButton icon="close" label={workbench.closeFind} className="wb-find-close" onClick={onClose} />
      {!readOnly && (
        <>
          <input
            className="field-input"
            value={by}
            placeholder={workbench.replaceBy}
            aria-label={workbench.replaceBy}
            onChange={({ target }) => setBy(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              replace();
            }}
          />
          <Button size="small" disabled={none} onClick={replace}>
            {workbench.replace}
          </Button>
          <Button size="small" disabled={none} onClick={() => void all()}>
            {workbench.replaceAll}
          </Button>
          {elsewhere && (
            <Button
              size="small"
              className="wb-find-elsewhere"
              disabled={options.query.trim() === ''}
              onClick={() => elsewhere.replace(options, by)}
            >
              {elsewhere.label}
            </Button>
          )}
        </>
      )}
    </form>
  );
}

type Hits = { options: FindOptions | null; count: number; done: boolean };

/** Search in a long text: line by line in idle time, and each line only once per query. */
type Search = {
  hits: Store<Hits>;
  /** null ends the search. */
  look(options: FindOptions | null): void;
  /** The next or previous match from a caret; wraps around. */
  next(from: Caret | null, by: 1 | -1): FoundPlace | undefined;
  /** Number of a match among all, from 1. */
  numberOf(place: FoundPlace): number;
  /** Follows the text until the returned function is called. */
  start(): () => void;
};

export function createSearch(work: TextWork): Search {
  const hits = createStore<Hits>({ options: null, count: 0, done: true });
  let known = new WeakMap<WorkLine, readonly Range[]>();
  let options: FindOptions | null = null;
  let round = 0;

  const placesIn = (line: WorkLine): readonly Range[] => {
    const found = known.get(line);
    if (found || !options) return found ?? [];
    const places = finderOf(options)(line.text);
    known.set(line, places);
    return places;
  };
  const count = async (begin?: 'later') => {
    round += 1;
    const own = round;
    const asked = options;
    let total = 0;
    const ended = await inSlices(
      work.state.get().lines,
      (line) => {
        total += placesIn(line).length;
      },
      () => own === round,
      begin,
    );
    if (ended && own === round) hits.set({ options: asked, count: total, done: true });
  };
  return {
    hits,
    look(wanted) {
      options = wanted && wanted.query.trim() !== '' ? wanted : null;
      known = new WeakMap();
      round += 1;
      if (!options) hits.set({ options: null, count: 0, done: true });
      else {
        hits.update((before) => ({ ...before, done: false }));
        void count();
      }
    },
    next(from, by) {
      const { lines } = work.state.get();
      const size = lines.length;
      const here = from ? work.indexOf(from.key) : -1;
      const start = here < 0 ? (by > 0 ? 0 : size - 1) : here;
      for (let step = 0; step <= size; step += 1) {
        const at = (((start + by * step) % size) + size) % size;
        const line = lines[at];
        if (!line) continue;
        const isNext = ({ from: place }: Range) =>
          !from || here < 0 || step > 0 || (by > 0 ? place >= from.to : place < from.from);
        const places = placesIn(line);
        const found = by > 0 ? places.find(isNext) : places.findLast(isNext);
        if (found) return { ...found, key: line.key, at };
      }
      return undefined;
    },
    numberOf({ key, from }) {
      let number = 1;
      for (const line of work.state.get().lines) {
        const places = placesIn(line);
        if (line.key === key) return number + places.filter((place) => place.from < from).length;
        number += places.length;
      }
      return number;
    },
    start() {
      let seen = work.state.get().lines;
      const stop = work.state.subscribe(() => {
        const { lines } = work.state.get();
        if (lines === seen) return;
        seen = lines;
        // Count later, so the change itself is painted first.
        if (options) void count('later');
      });
      return () => {
        stop();
        round += 1;
      };
    },
  };
}
