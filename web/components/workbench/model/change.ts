import type { WorkLine } from './work-line.ts';

/** Some lines in place of others, counted as they were before. */
export type Change = { at: number; removed: readonly WorkLine[]; added: readonly WorkLine[] };

/** Changes are in order and do not overlap. The lines given stay as they are. */
export function applyChanges(lines: readonly WorkLine[], changes: readonly Change[]): WorkLine[] {
  const next: WorkLine[] = [];
  let from = 0;
  const copyUntil = (end: number) => {
    for (; from < end; from += 1) next.push(lines[from] as WorkLine);
  };
  for (const { at, removed, added } of changes) {
    copyUntil(at);
    for (const line of added) next.push(line);
    from = at + removed.length;
  }
  copyUntil(lines.length);
  return next;
}

/** What takes the changes back. */
export function inverseOf(changes: readonly Change[]): Change[] {
  let moved = 0;
  return changes.map(({ at, removed, added }) => {
    const place = at + moved;
    moved += added.length - removed.length;
    return { at: place, removed: added, added: removed };
  });
}

/** Whether lines come, go or change places; otherwise each is still where it was. */
export function movesLines(changes: readonly Change[]): boolean {
  return changes.some(
    ({ removed, added }) =>
      removed.length !== added.length || removed.some((line, index) => line.key !== added[index]?.key),
  );
}

/** Changed lines that follow each other are one change: a step of thousands stays small. */
export function changesBetween(
  before: readonly WorkLine[],
  change: (line: WorkLine, at: number) => WorkLine,
): Change[] {
  const changes: { at: number; removed: WorkLine[]; added: WorkLine[] }[] = [];
  for (const [at, line] of before.entries()) {
    const changed = change(line, at);
    if (changed === line) continue;
    const last = changes.at(-1);
    if (last && last.at + last.removed.length === at) {
      last.removed.push(line);
      last.added.push(changed);
    } else changes.push({ at, removed: [line], added: [changed] });
  }
  return changes;
}
