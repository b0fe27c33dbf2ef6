import {
  type CueProblem,
  type CueProblemKind,
  ownProblems,
  problemsAfter,
} from '@lectern/contract/subtitle/check-cues.ts';
import type { Cue } from '@lectern/contract/subtitle/cue.ts';
import type { TextWork } from '../../../components/workbench/model/text-work.ts';
import type { WorkLine } from '../../../components/workbench/model/work-line.ts';
import { createStore } from '../../../lib/store.ts';
import { cueOf } from './cue-lines.ts';

const none: readonly CueProblemKind[] = [];
const start = Number.NEGATIVE_INFINITY;

/** What is wrong with a cue by itself, for as long as neither its text nor its length is another. */
type Own = { text: string; ms: number; kinds: readonly CueProblemKind[] };

/** How far the cues up to a place reach, and what is wrong with the one there. */
type Judged = { key: number; own: Own; kinds: readonly CueProblemKind[]; lastStart: number; lastEnd: number };

/**
 * What is wrong with each cue, kept up while one types: of many cues only those are looked at that changed, and those
 * after them for as long as the change reaches on.
 */
export function createCueChecks(work: TextWork) {
  let lines: readonly WorkLine[] = [];
  let judged: Judged[] = [];
  const byKey = new Map<number, Judged>();
  const count = createStore(0);
  /** Another number whenever something else is wrong than before. */
  const changes = createStore(0);
  let looked = 0;

  const judge = (line: WorkLine, before: Judged | undefined): Judged => {
    looked += 1;
    const cue = cueOf(line);
    const [lastStart, lastEnd] = [before?.lastStart ?? start, before?.lastEnd ?? start];
    const own = ownOf(cue, byKey.get(line.key)?.own);
    const found = problemsAfter(cue, lastStart, lastEnd, own.kinds);
    const reach = { lastStart: Math.max(lastStart, cue.startMs), lastEnd: Math.max(lastEnd, cue.endMs) };
    return { key: line.key, own, kinds: found.length === 0 ? none : found, ...reach };
  };
  const look = () => {
    const next = work.state.get().lines;
    if (next === lines) return;
    const most = Math.min(lines.length, next.length);
    let head = 0;
    while (head < most && lines[head] === next[head]) head += 1;
    let tail = 0;
    while (tail < most - head && lines[lines.length - 1 - tail] === next[next.length - 1 - tail]) tail += 1;
    const end = next.length - tail;
    const moved = end - (lines.length - tail);
    let total = count.get();
    let differs = moved !== 0;
    const drop = (old: Judged | undefined) => {
      if (!old) return;
      total -= old.kinds.length;
      byKey.delete(old.key);
    };
    const fresh: Judged[] = [];
    let at = head;
    for (; at < next.length; at += 1) {
      const line = next[at];
      if (!line) break;
      const old = judged[at - moved];
      const now = judge(line, fresh.at(-1) ?? judged[head - 1]);
      fresh.push(now);
      // From here on nothing that came before is different.
      if (at >= end && old && now.lastStart === old.lastStart && now.lastEnd === old.lastEnd && isEqual(now, old)) {
        at += 1;
        break;
      }
    }
    const replaced = judged.slice(head, at - moved);
    differs ||= replaced.some((old, index) => !isEqual(old, fresh[index]));
    for (const old of replaced) drop(old);
    for (const now of fresh) {
      total += now.kinds.length;
      byKey.set(now.key, now);
    }
    judged = judged.slice(0, head).concat(fresh, judged.slice(at - moved));
    lines = next;
    count.set(total);
    if (differs) changes.set(changes.get() + 1);
  };
  look();
  return {
    count,
    changes,
    /** Follows the text until the answer is called. */
    start() {
      look();
      return work.state.subscribe(look);
    },
    of: (key: number) => byKey.get(key)?.kinds ?? none,
    /** All of them, in order. */
    list: (): (CueProblem & { key: number })[] =>
      judged.flatMap(({ key, kinds }, index) => kinds.map((kind) => ({ kind, index, key }))),
    /** The next cue with a problem after or before a line; from the last one on, the first. */
    next(from: number | null, by: 1 | -1): number | undefined {
      const size = judged.length;
      const here = from === null ? (by > 0 ? -1 : size) : judged.findIndex(({ key }) => key === from);
      for (let step = 1; step <= size; step += 1) {
        const entry = judged[(((here + by * step) % size) + size) % size];
        if (entry && entry.kinds.length > 0) return entry.key;
      }
      return undefined;
    },
    /** How many cues were ever looked at: a key should cost a few, however many there are. */
    looked: () => looked,
  };
}
export type CueChecks = ReturnType<typeof createCueChecks>;

function isEqual(left: Judged, right: Judged | undefined): boolean {
  return (
    right !== undefined && left.key === right.key && left.kinds.length === right.kinds.length && alike(left, right)
  );
}

function alike(left: Judged, right: Judged): boolean {
  return left.kinds.every((kind, at) => kind === right.kinds[at]);
}

/** Most changes move cues and leave them as they are. */
function ownOf(cue: Cue, known: Own | undefined): Own {
  const ms = cue.endMs - cue.startMs;
  if (known && known.ms === ms && known.text === cue.text) return known;
  return { text: cue.text, ms, kinds: ownProblems(cue) };
}
