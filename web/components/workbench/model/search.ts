import { inSlices } from '../../../lib/in-slices.ts';
import { createStore, type Store } from '../../../lib/store.ts';
import { type FindOptions, type FoundPlace, finderOf, type Range } from './find-places.ts';
import type { Caret } from './history.ts';
import type { TextWork } from './text-work.ts';
import type { WorkLine } from './work-line.ts';

export type Hits = { options: FindOptions | null; count: number; done: boolean };

/** A search through a long text: line by line as there is time, and no line twice for one question. */
export type Search = {
  hits: Store<Hits>;
  /** null: nothing is looked for. */
  look(options: FindOptions | null): void;
  /** The first place after or before a caret; from the last one on, the first. */
  next(from: Caret | null, by: 1 | -1): FoundPlace | undefined;
  /** Which of all it is, from 1. */
  numberOf(place: FoundPlace): number;
  /** Follows the text until the answer is called. */
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
        // Whoever changed it sees that first.
        if (options) void count('later');
      });
      return () => {
        stop();
        round += 1;
      };
    },
  };
}
