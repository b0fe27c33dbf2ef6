import { table } from './report.ts';

/** A figure promised in `quality`; `value` must not exceed `limit`. */
export type Figure = { name: string; value: number; limit: number };
/** Results of one kind of recognition: table rows, one per file, and the figures that count. */
export type Half = { title: string; head: string[]; rows: (string | number)[][]; notes: string[]; figures: Figure[] };
export type Choice = { rows: 'all' | 'odd' | 'even'; quick: boolean };

/** Rules are tuned on even rows and reported on odd ones, counted from 0 as in the manifest. */
export function choose<T>(listed: readonly T[], { rows, quick }: Choice): T[] {
  const wanted = listed.filter((_, at) => rows === 'all' || (at % 2 === 1) === (rows === 'odd'));
  return quick ? wanted.filter((_, at) => at % 4 === 0) : wanted;
}

/** Prints the tables, then `NAME value limit ok|short` per figure. The whole run is short if any figure is. */
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
