import { tokensOf } from './script.ts';

type Piece = { kind: 'same' | 'removed' | 'added'; text: string };
/** `before` and `after` are line numbers in the two texts; `changed` pairs a removed line with an added one. */
export type LineDifference =
  | { kind: 'same'; before: number; after: number }
  | { kind: 'removed'; before: number }
  | { kind: 'added'; after: number }
  | { kind: 'changed'; before: number; after: number; pieces: Piece[] };

type Step = { kind: 'same' | 'removed' | 'added'; before: number; after: number };
/** Above this many edits the comparison stops, and the rest is reported as removed and added. */
const mostSteps = 600;

export function diffLines(before: readonly string[], after: readonly string[]): LineDifference[] {
  const steps = diffSequences(before, after);
  const found: LineDifference[] = [];
  for (let at = 0; at < steps.length; ) {
    const removed = takeWhile(steps, at, 'removed');
    const added = takeWhile(steps, at + removed.length, 'added');
    if (removed.length + added.length === 0) {
      const step = steps[at];
      if (step) found.push({ kind: 'same', before: step.before, after: step.after });
      at += 1;
      continue;
    }
    found.push(...pairs(removed, added, before, after));
    at += removed.length + added.length;
  }
  return found;
}

function takeWhile(steps: readonly Step[], at: number, kind: Step['kind']): Step[] {
  let end = at;
  while (steps[end]?.kind === kind) end += 1;
  return steps.slice(at, end);
}

function pairs(removed: Step[], added: Step[], before: readonly string[], after: readonly string[]): LineDifference[] {
  const count = Math.min(removed.length, added.length);
  return [
    ...removed.slice(0, count).map((step, index): LineDifference => {
      const [old, now] = [step.before, added[index]?.after ?? 0];
      return { kind: 'changed', before: old, after: now, pieces: diffTexts(before[old] ?? '', after[now] ?? '') };
    }),
    ...removed.slice(count).map((step): LineDifference => ({ kind: 'removed', before: step.before })),
    ...added.slice(count).map((step): LineDifference => ({ kind: 'added', after: step.after })),
  ];
}

/** Diffs the words of two lines. Joining the pieces that aren't `removed` gives `after`. */
export function diffTexts(before: string, after: string): Piece[] {
  const [old, now] = [withSpaces(before), withSpaces(after)];
  const pieces: Piece[] = [];
  for (const step of diffSequences(old, now)) {
    const text = (step.kind === 'removed' ? old[step.before] : now[step.after]) ?? '';
    const last = pieces.at(-1);
    if (last?.kind === step.kind) last.text += text;
    else pieces.push({ kind: step.kind, text });
  }
  return pieces;
}

/** Tokens and the spaces between them, so joining them restores the text. */
function withSpaces(text: string): string[] {
  const found: string[] = [];
  let reached = 0;
  for (const token of tokensOf(text)) {
    const at = text.indexOf(token, reached);
    if (at > reached) found.push(text.slice(reached, at));
    found.push(token);
    reached = at + token.length;
  }
  if (reached < text.length) found.push(text.slice(reached));
  return found;
}

/** Shortest edit script (Myers' algorithm). */
export function diffSequences(before: readonly string[], after: readonly string[]): Step[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  const rest = Math.min(before.length, after.length) - head;
  while (tail < rest && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const same = (from: number, to: number, moved: number): Step[] =>
    Array.from({ length: to - from }, (_, at) => ({ kind: 'same', before: from + at, after: from + at + moved }));
  const middle = walk(before.slice(head, before.length - tail), after.slice(head, after.length - tail));
  return [
    ...same(0, head, 0),
    ...middle.map((step) => ({ ...step, before: step.before + head, after: step.after + head })),
    ...same(before.length - tail, before.length, after.length - before.length),
  ];
}

function walk(before: readonly string[], after: readonly string[]): Step[] {
  const [n, m] = [before.length, after.length];
  const trace: Map<number, number>[] = [];
  let reach = new Map([[1, 0]]);
  for (let d = 0; d <= Math.min(n + m, mostSteps); d += 1) {
    trace.push(new Map(reach));
    const next = new Map(reach);
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && (next.get(k - 1) ?? 0) < (next.get(k + 1) ?? 0));
      let x = down ? (next.get(k + 1) ?? 0) : (next.get(k - 1) ?? 0) + 1;
      while (x < n && x - k < m && before[x] === after[x - k]) x += 1;
      next.set(k, x);
      if (x >= n && x - k >= m) return backtrack(trace, n, m);
    }
    reach = next;
  }
  return [
    ...before.map((_, at): Step => ({ kind: 'removed', before: at, after: 0 })),
    ...after.map((_, at): Step => ({ kind: 'added', before: n, after: at })),
  ];
}

function backtrack(trace: readonly Map<number, number>[], n: number, m: number): Step[] {
  const steps: Step[] = [];
  let [x, y] = [n, m];
  for (let d = trace.length - 1; d >= 0; d -= 1) {
    const reach = trace[d] ?? new Map<number, number>();
    const k = x - y;
    const down = k === -d || (k !== d && (reach.get(k - 1) ?? 0) < (reach.get(k + 1) ?? 0));
    const from = down ? k + 1 : k - 1;
    const fromX = reach.get(from) ?? 0;
    const fromY = fromX - from;
    while (x > fromX && y > fromY && x > 0 && y > 0) {
      x -= 1;
      y -= 1;
      steps.push({ kind: 'same', before: x, after: y });
    }
    if (d === 0) break;
    steps.push(down ? { kind: 'added', before: x, after: fromY } : { kind: 'removed', before: fromX, after: y });
    [x, y] = [fromX, fromY];
  }
  return steps.reverse();
}
