import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { ensureFirstAdministrator } from '../server/features/auth/first-sign-in.ts';
import { PasswordHasher } from '../server/features/auth/password-hasher.ts';
import { type Db, openDatabase } from '../server/platform/db/database.ts';
import { password, signIn, startProcesses } from './product-processes.ts';
import { conclude, percentile, table } from './report.ts';
import { startScratchPostgres } from './scratch-postgres.ts';
import { seedPassages } from './seed-passages.ts';
import { seedScans, seedWords, seedWork } from './seed-scans.ts';
import { listMeanwhile, type Session, timedImpact, timedRescan, type WordCase, wordCases } from './sensitive-cases.ts';

/**
 * Adds one word to 20,000, in a library of 100,000 resources with 1,000,000 passages, through the product's api and
 * worker. Measures the impact preview, the rescan, and the resource list's p95 during it over its idle p95; that
 * ratio, over all words together, is the figure.
 */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    resources: { type: 'string' },
    words: { type: 'string' },
    /** Seconds after which a rescan is cancelled and its progress is reported. */
    longest: { type: 'string' },
  },
});
const limit = 2;
const impactLimitMs = 6_000;
const impacts = 3;
const resources = Number(values.resources ?? (values.quick ? 2_000 : 100_000));
const size = { resources, passages: resources * 10, withVersions: true };
const wordCount = Number(values.words ?? (values.quick ? 2_000 : 20_000));
const idleMs = values.quick ? 2_000 : 5_000;
const longestRescanMs = Number(values.longest ?? (values.quick ? 180 : 900)) * 1000;

const p95 = (samples: readonly number[]) => percentile(samples, 0.95);
const seconds = (ms: number) => (ms / 1000).toFixed(2);

type Figures = { row: (string | number)[]; idle: number[]; busy: number[]; impactMs: number };

async function measureCase(session: Session, one: WordCase): Promise<Figures> {
  const idle = await listMeanwhile(session, sleep(idleMs));
  const previews = [];
  for (let round = 0; round < impacts; round += 1) previews.push(await timedImpact(session, one));
  const looking = timedImpact(session, one);
  const previewed = await listMeanwhile(session, looking);
  const scanning = timedRescan(session, one, longestRescanMs);
  const scanned = await listMeanwhile(session, scanning);
  const [{ rescan, ms }, { impact }] = await Promise.all([scanning, looking]);
  const impactMs = Math.max(...previews.map((preview) => preview.ms));
  const busy = [...previewed, ...scanned];
  const count = `${impact.flagged.exact ? '' : '≥ '}${impact.flagged.value}`;
  const state = rescan.state === 'done' ? seconds(ms) : `${rescan.state} at ${rescan.done}`;
  const ratio = (p95(busy) / p95(idle)).toFixed(2);
  return {
    row: [
      `${one.name}: ${one.word.text}`,
      ...[seconds(impactMs), count, impact.looked, state, rescan.total ?? '?', rescan.flagged],
      ...[p95(idle).toFixed(1), p95(busy).toFixed(1), busy.length, ratio],
    ],
    idle,
    busy,
    impactMs,
  };
}

async function seed(db: Db): Promise<void> {
  const started = performance.now();
  await ensureFirstAdministrator(db, new PasswordHasher(), { password });
  await seedPassages(db, size);
  const left = await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    const known = await seedWords(connection, wordCount);
    await seedWork(connection);
    return seedScans(connection, known);
  });
  console.log(
    `${resources} resources, ${size.passages} passages, ${wordCount} words in ${seconds(performance.now() - started)} s; ` +
      `${left} resources hold some of them`,
  );
}

async function untilScanned(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from sensitive_scan_wishes limit 1`.execute(db);
    if (rows.length === 0) return;
    await sleep(500);
  }
}

const postgres = await startScratchPostgres();
try {
  const databaseUrl = await postgres.createDatabase('sensitive');
  const { db } = openDatabase({ databaseUrl, applicationName: 'bench', poolSize: 2 });
  await seed(db);
  const product = await startProcesses({ databaseUrl, dataDir: postgres.dataDir });
  try {
    const started = performance.now();
    await untilScanned(db);
    console.log(`… scanned in ${seconds(performance.now() - started)} s`);
    const session = { api: product.api, token: await signIn(product.api) };
    await listMeanwhile(session, sleep(2_000));
    const figures: Figures[] = [];
    for (const one of wordCases) figures.push(await measureCase(session, one));
    const head = ['one more word', 'impact s', 'flags', 'looked', 'rescan s', 'touched', 'flagged'];
    const lists = ['list p95 ms', 'meanwhile', 'pages', 'ratio'];
    console.log(table([[...head, ...lists], ...figures.map(({ row }) => row)]));
    const slowest = Math.max(...figures.map(({ impactMs }) => impactMs));
    console.log(`slowest impact ${seconds(slowest)} s, bar ${seconds(impactLimitMs)} s`);
    const ratio = p95(figures.flatMap(({ busy }) => busy)) / p95(figures.flatMap(({ idle }) => idle));
    conclude('bench:sensitive', ratio, limit, (value, bar) => value <= bar);
    if (slowest > impactLimitMs) process.exitCode = 1;
  } finally {
    await product.stop();
    await db.destroy();
  }
} finally {
  await postgres.stop();
}
