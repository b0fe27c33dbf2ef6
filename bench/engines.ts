import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type EngineCase, engineCases, type Scale } from './engine-cases.ts';
import { measureListUnderLoad } from './list-under-load.ts';
import { table } from './report.ts';
import { ScratchProduct } from './scratch-product.ts';

/**
 * Overhead of the product over its engines. Each file alternates between upload with processing and the bare engine
 * with the same flags, both at the engines' low priority; the fastest run counts, because other load only adds time.
 * Then compares list latency during processing with an idle machine.
 */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: 'video,speech,ocr,office,load' },
  },
});
const scale: Scale = values.quick
  ? { seconds: 20, lines: 40, paragraphs: 200 }
  : { seconds: 90, lines: 60, paragraphs: 1_000 };
const rounds = values.quick ? 1 : 4;
const slowdownLimit = 2;
const only = values.only.split(',');

type Figure = { name: string; value: number; limit: number };
const figures: Figure[] = [];
const rows: (string | number)[][] = [];
const scratch = await mkdtemp(path.join(os.tmpdir(), 'lectern-engines-'));
const wanted = engineCases.filter(({ name }) => only.includes(name));
try {
  if (wanted.length > 0) {
    const product = await ScratchProduct.start('engines');
    try {
      for (const one of wanted) await compare(product, one);
    } finally {
      await product.close();
    }
  }
  if (only.includes('load')) await measureLoad();
} finally {
  await rm(scratch, { recursive: true, force: true });
}
if (rows.length > 0) {
  console.log(table([['engine', 'bare s', 'ours s', 'overhead %', 'limit'], ...rows]));
}
for (const { name, value, limit } of figures) {
  console.log(`bench:engines:${name} ${value.toFixed(2)} ${limit} ${value <= limit ? 'ok' : 'short'}`);
}
const worst = Math.max(...figures.map(({ value, limit }) => value / limit));
console.log(`bench:engines ${worst.toFixed(2)} 1 ${worst <= 1 ? 'ok' : 'short'}`);
process.exitCode = worst <= 1 ? 0 : 1;

async function compare(product: ScratchProduct, { name, limit, without, prepare }: EngineCase): Promise<void> {
  const { file, bare, ours } = await prepare(scratch, scale);
  const bytes = await readFile(file);
  await product.db
    .updateTable('libraries')
    .set({ processing: JSON.stringify(without) })
    .execute();
  const through = async () => {
    const { id } = await product.send(path.basename(file), bytes);
    const settled = await product.settled(id);
    const failed = settled.steps.find(({ state }) => state === 'failed');
    if (settled.state !== 'taken' || failed) throw new Error(`${name}: ${settled.why || failed?.cause}`);
  };
  const [alone, together]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await secondsOf(bare));
    together.push(await secondsOf(ours ?? through));
  }
  const [bareSeconds, ourSeconds] = [Math.min(...alone), Math.min(...together)];
  const overhead = (ourSeconds / bareSeconds - 1) * 100;
  rows.push([name, bareSeconds.toFixed(1), ourSeconds.toFixed(1), overhead.toFixed(1), limit]);
  figures.push({ name, value: overhead, limit });
  console.log(
    `${name}: bare ${bareSeconds.toFixed(1)} s, ours ${ourSeconds.toFixed(1)} s, ${overhead.toFixed(1)} % more`,
  );
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

async function measureLoad(): Promise<void> {
  const media: string[] = [];
  for (const one of engineCases.filter(({ name }) => name === 'video' || name === 'speech')) {
    // Long enough to last for the whole measurement, in seconds.
    media.push((await one.prepare(scratch, { ...scale, seconds: 240 })).file);
  }
  const { idleMs, busyMs, slowdown } = await measureListUnderLoad(media, values.quick);
  console.log(
    `list p95: idle ${idleMs.toFixed(1)} ms, while an encode and a transcription run ${busyMs.toFixed(1)} ms`,
  );
  figures.push({ name: 'load', value: slowdown, limit: slowdownLimit });
}
