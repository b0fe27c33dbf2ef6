import { doubtfulBelow } from '@lectern/contract/features/reading.ts';

/** A recognised word, split into the units compared: letters for OCR, spoken words for speech. */
export type ReadWord = { pieces: readonly string[]; confidence: number | null };
/**
 * `marked`: words marked as doubtful; `found`: those of them that are wrong. Only words covered by a ground-truth line
 * count.
 */
export type Doubts = { words: number; wrong: number; marked: number; found: number };

/** A ground-truth line with a larger share of differences counts as not read at all. */
const mostDifferences = 0.4;

/** Measures how well the doubt marks find wrong words. */
export function scoreDoubts(truth: readonly (readonly string[])[], read: readonly ReadWord[]): Doubts {
  const pieces = read.flatMap(({ pieces: own }, word) => own.map((piece) => ({ piece, word })));
  const covered = new Set<number>();
  const wrong = new Set<number>();
  for (const line of truth) {
    for (const { at, differs } of align(
      line,
      pieces.map(({ piece }) => piece),
    )) {
      const word = pieces[at]?.word;
      if (word === undefined) continue;
      covered.add(word);
      if (differs) wrong.add(word);
    }
  }
  const marked = [...covered].filter((word) => (read[word]?.confidence ?? 1) < doubtfulBelow);
  return {
    words: covered.size,
    wrong: wrong.size,
    marked: marked.length,
    found: marked.filter((word) => wrong.has(word)).length,
  };
}

/** Aligns the line with the best-fitting part of what was read; a missing piece counts against the one before it. */
function align(line: readonly string[], read: readonly string[]): { at: number; differs: boolean }[] {
  const costs = [new Uint16Array(read.length + 1)];
  for (const [row, piece] of line.entries()) {
    const above = costs[row] ?? new Uint16Array();
    const costsHere = new Uint16Array(read.length + 1);
    costsHere[0] = row + 1;
    for (const [at, other] of read.entries()) {
      const changed = (above[at] ?? 0) + (piece === other ? 0 : 1);
      costsHere[at + 1] = Math.min(changed, (above[at + 1] ?? 0) + 1, (costsHere[at] ?? 0) + 1);
    }
    costs.push(costsHere);
  }
  const cost = (row: number, column: number) => costs[row]?.[column] ?? Infinity;
  let row = line.length;
  let column = (costs[row] ?? new Uint16Array()).reduce((best, value, at) => (value < cost(row, best) ? at : best), 0);
  if (row === 0 || cost(row, column) > line.length * mostDifferences) return [];
  const placed: { at: number; differs: boolean }[] = [];
  while (row > 0) {
    const differs = line[row - 1] !== read[column - 1];
    if (column > 0 && cost(row, column) === cost(row - 1, column - 1) + (differs ? 1 : 0)) {
      placed.push({ at: column - 1, differs });
      row -= 1;
      column -= 1;
    } else if (column > 0 && cost(row, column) === cost(row, column - 1) + 1) {
      placed.push({ at: column - 1, differs: true });
      column -= 1;
    } else {
      placed.push({ at: Math.max(0, column - 1), differs: true });
      row -= 1;
    }
  }
  return placed;
}

export function sumOf(doubts: readonly Doubts[]): Doubts {
  const sum = (name: keyof Doubts) => doubts.reduce((total, one) => total + one[name], 0);
  return { words: sum('words'), wrong: sum('wrong'), marked: sum('marked'), found: sum('found') };
}

/** Limits from `quality`: at least half of the wrong words are marked, and at most a tenth of all words. */
export function doubtFigures(name: string, doubts: readonly Doubts[]) {
  const { words, wrong, marked, found } = sumOf(doubts);
  const share = (part: number, of: number) => (of === 0 ? 0 : (part / of) * 100);
  return [
    { name: `${name}-wrong-words-missed`, value: share(wrong - found, wrong), limit: 50 },
    { name: `${name}-words-marked`, value: share(marked, words), limit: 10 },
  ];
}
