export type Rouge = { one: number; two: number; longest: number };

/** Words as ROUGE counts them: lowercase words and digits, and single Chinese characters. */
export function rougeWords(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+|\p{Script=Han}/gu) ?? [];
}

/** ROUGE-1, ROUGE-2 and ROUGE-L as F1 in percent. */
export function rouge(wanted: string, given: string): Rouge {
  const [truth, made] = [rougeWords(wanted), rougeWords(given)];
  return {
    one: overlap(grams(truth, 1), grams(made, 1)),
    two: overlap(grams(truth, 2), grams(made, 2)),
    longest: fraction(longestRow(truth, made), truth.length, made.length),
  };
}

/** With several reference summaries, the best score counts, as is usual for these datasets. */
export function bestRouge(wanted: readonly string[], given: string): Rouge {
  const scores = wanted.map((one) => rouge(one, given));
  const best = (of: (score: Rouge) => number) => Math.max(0, ...scores.map(of));
  return { one: best((score) => score.one), two: best((score) => score.two), longest: best((score) => score.longest) };
}

export function meanRouge(scores: readonly Rouge[]): Rouge {
  const mean = (of: (score: Rouge) => number) =>
    scores.reduce((sum, score) => sum + of(score), 0) / Math.max(1, scores.length);
  return { one: mean((score) => score.one), two: mean((score) => score.two), longest: mean((score) => score.longest) };
}

function grams(words: readonly string[], size: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let at = 0; at + size <= words.length; at += 1) {
    const gram = words.slice(at, at + size).join(' ');
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

function overlap(truth: Map<string, number>, made: Map<string, number>): number {
  const size = (counts: Map<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);
  let both = 0;
  for (const [gram, count] of truth) both += Math.min(count, made.get(gram) ?? 0);
  return fraction(both, size(truth), size(made));
}

function longestRow(left: readonly string[], right: readonly string[]): number {
  let row = new Array<number>(right.length + 1).fill(0);
  for (const word of left) {
    const next = [0];
    for (const [at, other] of right.entries()) {
      next.push(word === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function fraction(both: number, truth: number, made: number): number {
  if (both === 0) return 0;
  const [recall, precision] = [both / truth, both / made];
  return ((2 * recall * precision) / (recall + precision)) * 100;
}
