import { table } from './report.ts';

/** A promise of `quality`: the value must not be above the limit. */
export type Figure = { name: string; value: number; limit: number };
/** One kind of recognition: a row a file for the table, and what counts in the end. */
export type Half = { title: string; head: string[]; rows: (string | number)[][]; notes: string[]; figures: Figure[] };
export type Choice = { rows: 'all' | 'odd' | 'even'; quick: boolean };

/** Tuned on even rows, reported on odd ones; counted from 0 as in the manifest. */
export function choose<T>(listed: readonly T[], { rows, quick }: Choice): T[] {
  const wanted = listed.filter((_, at) => rows === 'all' || (at % 2 === 1) === (rows === 'odd'));
  return quick ? wanted.filter((_, at) => at % 4 === 0) : wanted;
}

/** Tables first, then `NAME value limit ok|short` for each figure; short of any is short. */
export function report(halves: readonly Half[]): void {
  for (const { title, head, rows, notes } of halves) {
    console.log(`\n${title}\n${table([head, ...rows])}`);
    for (const note of notes) console.log(note);
  }
  console.log();
  const figures = halves.flatMap((half) => half.figures);
  for (const { name, value, limit } of figures) {
    console.log(`${name} ${value.toFixed(2)} ${limit} ${value <= limit ? 'ok' : 'short'}`);
  }
  process.exitCode = figures.length > 0 && figures.every(({ value, limit }) => value <= limit) ? 0 : 1;
}
