/** A stretch of a text that the same marks cover. */
export type MarkedRun = { start: number; text: string; marks: number[] };

/** Cuts a text where marks begin and end; marks may lie over each other. Their places are told by their numbers. */
export function markedRuns(text: string, marks: readonly { start: number; end: number }[]): MarkedRun[] {
  const edges = new Set([0, text.length]);
  for (const { start, end } of marks) edges.add(start).add(end);
  const cuts = [...edges].filter((edge) => edge >= 0 && edge <= text.length).sort((left, right) => left - right);
  const byStart = marks.map((mark, at) => ({ ...mark, at })).sort((left, right) => left.start - right.start);
  const runs: MarkedRun[] = [];
  let open: typeof byStart = [];
  let next = 0;
  for (const [at, start] of cuts.entries()) {
    const end = cuts[at + 1];
    if (end === undefined) break;
    for (let mark = byStart[next]; mark && mark.start <= start; mark = byStart[next]) {
      open.push(mark);
      next += 1;
    }
    open = open.filter((mark) => mark.end > start);
    runs.push({ start, text: text.slice(start, end), marks: open.map((mark) => mark.at) });
  }
  return runs;
}
