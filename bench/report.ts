/** Aligned columns, numbers to the right. */
export function table(rows: readonly (readonly (string | number)[])[]): string {
  const cells = rows.map((row) => row.map(String));
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n');
}

/** Prints a result line that ends a benchmark; one that falls short makes the exit code 1. */
export function conclude(
  name: string,
  value: number,
  limit: number,
  isEnough: (value: number, limit: number) => boolean,
): void {
  const ok = isEnough(value, limit);
  console.log(`${name} ${value.toFixed(2)} ${limit} ${ok ? 'ok' : 'short'}`);
  if (!ok) process.exitCode = 1;
}

/** Nearest-rank percentile: of 20 samples, the p95 is the 19th. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

export type Work = () => Promise<unknown>;

/** In ms, over sequential runs. */
export async function p95(work: Work, requests: number): Promise<number> {
  const samples: number[] = [];
  for (let index = 0; index < requests; index += 1) {
    const started = performance.now();
    await work();
    samples.push(performance.now() - started);
  }
  return percentile(samples, 0.95);
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}
