import {
  type CueProblem,
  type CueProblemKind,
  ownProblems,
  problemsAfter,
} from '@lectern/contract/subtitle/check-cues.ts';
import type { Cue } from '@lectern/contract/subtitle/cue.ts';
import type { TextWork } from '../../../components/workbench/model/text-work.ts';
import type { WorkLine } from '../../../components/workbench/model/work-line.ts';
import { inSlices } from '../../../lib/in-slices.ts';
import { createStore } from '../../../lib/store.ts';
import { changedStretch } from './cue-changes.ts';
import { cueOf } from './cue-lines.ts';

const none: readonly CueProblemKind[] = [];
const start = Number.NEGATIVE_INFINITY;
/** With more changed cues than this, checking runs in slices; the previous results stay until it is done. */
const atOnce = 400;

/** Problems of a cue on its own, valid while its text and duration stay the same. */
type Own = { text: string; ms: number; kinds: readonly CueProblemKind[] };

/** The problems of a cue, with the latest start and end of all cues up to it. */
type Judged = { key: number; own: Own; kinds: readonly CueProblemKind[]; lastStart: number; lastEnd: number };

/** Checks cues for problems incrementally: only changed cues, and those after them until the results stop changing. */
export function createCueChecks(work: TextWork) {
  let lines: readonly WorkLine[] = [];
  let judged: Judged[] = [];
  const byKey = new Map<number, Judged>();
  const count = createStore(0);
  /** Counter that increases whenever the problems change. */
  const changes = createStore(0);
  let looked = 0;
  let round = 0;

  const judge = (line: WorkLine, before: Judged | undefined): Judged => {
    looked += 1;
    const cue = cueOf(line);
    const [lastStart, lastEnd] = [before?.lastStart ?? start, before?.lastEnd ?? start];
    const own = ownOf(cue, byKey.get(line.key)?.own);
    const found = problemsAfter(cue, lastStart, lastEnd, own.kinds);
    const reach = { lastStart: Math.max(lastStart, cue.startMs), lastEnd: Math.max(lastEnd, cue.endMs) };
    return { key: line.key, own, kinds: found.length === 0 ? none : found, ...reach };
  };
  /** Checks from the first changed cue until the results match the previous ones. */
  const judgeFrom = (next: readonly WorkLine[]) => {
    const { head, end, moved } = changedStretch(lines, next);
    const fresh: Judged[] = [];
    let settled = false;
    const see = (line: WorkLine, index: number) => {
      if (settled) return;
      const at = head + index;
      const old = judged[at - moved];
      const now = judge(line, fresh.at(-1) ?? judged[head - 1]);
      fresh.push(now);
      settled = at >= end && old !== undefined && reachesAs(now, old) && isEqual(now, old);
    };
    const finish = () => {
      const until = head + fresh.length - moved;
      const replaced = judged.slice(head, until);
      const differs = moved !== 0 || replaced.some((old, index) => !isEqual(old, fresh[index]));
      let total = count.get();
      for (const { key, kinds } of replaced) {
        total -= kinds.length;
        byKey.delete(key);
      }
      for (const now of fresh) {
        total += now.kinds.length;
        byKey.set(now.key, now);
      }
      judged = judged.slice(0, head).concat(fresh, judged.slice(until));
      lines = next;
      count.set(total);
      if (differs) changes.set(changes.get() + 1);
    };
    return { changed: end - head, after: next.slice(head), see, finish, isSettled: () => settled };
  };
  const look = (most = atOnce) => {
    const next = work.state.get().lines;
    if (next === lines) return;
    round += 1;
    const own = round;
    const { changed, after, see, finish, isSettled } = judgeFrom(next);
    if (changed > most) {
      const wanted = () => own === round;
      void inSlices(after, see, wanted, 'later').then((ended) => ended && wanted() && finish());
      return;
    }
    for (const [index, line] of after.entries()) {
      if (isSettled()) break;
      see(line, index);
    }
    finish();
  };
  look(Number.POSITIVE_INFINITY);
  return {
    count,
    changes,
    /** Rechecks on every change of the text; call the returned function to stop. */
    start() {
      look();
      const stop = work.state.subscribe(() => look());
      return () => {
        stop();
        round += 1;
      };
    },
    of: (key: number) => byKey.get(key)?.kinds ?? none,
    /** All problems, in cue order. */
    list: (): (CueProblem & { key: number })[] =>
      judged.flatMap(({ key, kinds }, index) => kinds.map((kind) => ({ kind, index, key }))),
    /** Key of the next cue with a problem in the given direction, wrapping around. */
    next(from: number | null, by: 1 | -1): number | undefined {
      const size = judged.length;
      const here = from === null ? (by > 0 ? -1 : size) : judged.findIndex(({ key }) => key === from);
      for (let step = 1; step <= size; step += 1) {
        const entry = judged[(((here + by * step) % size) + size) % size];
        if (entry && entry.kinds.length > 0) return entry.key;
      }
      return undefined;
    },
    /** Number of cue checks so far; a keystroke should need only a few, however many cues there are. */
    looked: () => looked,
  };
}
export type CueChecks = ReturnType<typeof createCueChecks>;

function reachesAs(left: Judged, right: Judged): boolean {
  return left.lastStart === right.lastStart && left.lastEnd === right.lastEnd;
}

function isEqual(left: Judged, right: Judged | undefined): boolean {
  return (
    right !== undefined &&
    left.key === right.key &&
    left.kinds.length === right.kinds.length &&
    left.kinds.every((kind, at) => kind === right.kinds[at])
  );
}

/** Reuses the known result, because most changes only move cues. */
function ownOf(cue: Cue, known: Own | undefined): Own {
  const ms = cue.endMs - cue.startMs;
  if (known && known.ms === ms && known.text === cue.text) return known;
  return { text: cue.text, ms, kinds: ownProblems(cue) };
}
