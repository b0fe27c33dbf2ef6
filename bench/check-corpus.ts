import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runChecks } from '../server/features/verify/run-checks.ts';
import { openFileStore } from '../server/platform/storage/open-file-store.ts';
import { openCanary } from './canary.ts';
import { checkFileOutcome } from './check-file-outcome.ts';
import { type Listed, readCorpus } from './corpus-manifest.ts';
import { table } from './report.ts';
import { ScratchProduct, type Settled } from './scratch-product.ts';

/**
 * Uploads every file listed in the corpus's `manifest.json` (or in those of its subfolders), waits for processing, and
 * compares each outcome with the manifest. A canary listens: it must receive no requests, and its marker must not
 * appear in any extracted data.
 */
type Outcome = { file: Listed; http: number; settled: Settled; ms: number; ok: boolean };

const { positionals, values } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } });
const [corpus] = positionals;
if (!corpus) {
  console.error('Pass the folder of the files: npm run check:corpus -- DIR [--only media/]');
  process.exit(64);
}
const files = readCorpus(corpus).filter(({ path: name }) => name.includes(values.only ?? ''));
if (files.length === 0) throw new Error(`${corpus} and its subfolders contain no manifest.json.`);
/** In ms; a file that takes longer counts as hung. */
const limitMs = 900_000;

const canary = await openCanary();
const product = await ScratchProduct.start('corpus');
const outcomes: Outcome[] = [];
// Run several files at once: most of the time goes into starting the engines.
const waiting = [...files];
const tryAll = async () => {
  for (let file = waiting.shift(); file; file = waiting.shift()) {
    const outcome = await tryFile(file);
    outcomes.push(outcome);
    if (!outcome.ok) console.log(`NOT ${file.path}: ${wordsOf(outcome.settled)}`);
  }
};
await Promise.all([tryAll(), tryAll(), tryAll()]);
outcomes.sort((left, right) => files.indexOf(left.file) - files.indexOf(right.file));
const leaks = await findMarker();
const left = [...(await findFaults()), ...(await findStrays()), ...(await findFolders())];
report();
await product.close();
await canary.close();

async function tryFile(file: Listed): Promise<Outcome> {
  const started = performance.now();
  const bytes = readFileSync(path.join(corpus as string, file.path));
  const { id, http } = await product.send(path.basename(file.path), bytes);
  const settled = await Promise.race([product.settled(id), late(file.path)]);
  const ms = Math.round(performance.now() - started);
  return { file, http, settled, ms, ok: http < 500 && checkFileOutcome(file.expect, settled) };
}

function late(name: string): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error(`${name} hangs`)), limitMs).unref());
}

/** Looks for the marker in file facts, extracted text and job logs. */
async function findMarker(): Promise<string[]> {
  const { db } = product;
  const [versions, parts, jobs] = await Promise.all([
    db.selectFrom('resource_versions').select(['id', 'facts as said']).execute(),
    db.selectFrom('reading_parts').select(['reading_id as id', 'content as said']).execute(),
    db.selectFrom('jobs').select(['id', 'log as said']).execute(),
  ]);
  return [...versions, ...parts, ...jobs]
    .filter(({ said }) => JSON.stringify(said).includes(canary.marker))
    .map(({ id }) => String(id));
}

/**
 * Runs the product's consistency checks, such as for unreferenced or altered files, stuck work and duplicate results.
 */
async function findFaults(): Promise<string[]> {
  const found = await runChecks(product.db, openFileStore(product.config), { checksums: true });
  return found.filter(({ count }) => count > 0).map(({ what, count }) => `${count} ${what}`);
}

/** Reports unreferenced files regardless of age, because nothing is in progress anymore. */
async function findStrays(): Promise<string[]> {
  const root = path.join(product.config.dataDir, 'files');
  const stored = (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const rows = await product.db.selectFrom('files').select('store_key').execute();
  const known = new Set(rows.map((row) => path.basename(row.store_key)));
  return stored.filter(({ name }) => !known.has(name)).map(({ name }) => `nobody’s file ${name}`);
}

async function findFolders(): Promise<string[]> {
  const names = await readdir(os.tmpdir());
  return names.filter((name) => name.startsWith(`lectern-work-${process.pid}-`));
}

function wordsOf({ why, steps }: Settled): string {
  const ended = steps.filter(({ state }) => state === 'failed' || state === 'skipped');
  return why || ended.map(({ kind, state, code, cause }) => `${kind} ${state} ${code ?? '?'} ${cause}`).join(' · ');
}

function report(): void {
  const rows = outcomes
    .filter((outcome) => !outcome.ok || !outcome.file.path.includes('mutants/'))
    .map(({ file, http, settled, ms, ok }) => [
      ok ? '' : 'NOT',
      file.path,
      file.expect,
      String(http),
      settled.state,
      wordsOf(settled).slice(0, 90),
      `${ms}`,
    ]);
  console.log(table([['', 'file', 'expected', 'http', 'became', 'why', 'ms'], ...rows]));
  const failed = outcomes.filter((outcome) => !outcome.ok).length;
  for (const line of [...leaks.map((id) => `leaked into ${id}`), ...left]) console.log(line);
  console.log(
    `${outcomes.length} files, ${failed} not as expected, ${canary.calls()} requests to the canary, ${leaks.length} leaks, ${left.length} things left over or wrong`,
  );
  process.exitCode = failed + canary.calls() + leaks.length + left.length === 0 ? 0 : 1;
}
