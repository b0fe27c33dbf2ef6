import { execFile } from 'node:child_process';
import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { nodePath, type Product } from '../../product/product.ts';
import type { Expected } from './phases.ts';

const patienceMs = 150_000;

/** Waits until all work has finished, runs the nightly cleanup, and lists everything that is wrong. */
export async function checkUploadOutcome(product: Product, expected: readonly Expected[]): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: product.databaseUrl, max: 2 });
  pool.on('error', () => undefined);
  try {
    const waited = await untilQuiet(pool);
    const files = path.join(product.dataDir, 'files');
    await makeOld(files);
    await tidyUp(product.databaseUrl, pool);
    return [
      ...waited,
      ...(await missing(pool, expected)),
      ...(await strays(pool, files)),
      ...(await verify(product.dataDir)),
    ];
  } finally {
    await pool.end();
  }
}

async function untilQuiet(pool: pg.Pool): Promise<string[]> {
  let open: string[] = [];
  for (const giveUpAt = Date.now() + patienceMs; Date.now() < giveUpAt; await sleep(300)) {
    const { rows } = await pool.query<{ what: string }>(`
      select 'upload ' || file_name || ' is ' || state as what from uploads
        where state not in ('done', 'refused', 'cancelled')
      union all select 'resource ' || file_name || ' is ' || state from resources where state = 'processing'
      union all select 'job ' || kind || ' is ' || state from jobs
        where state in ('queued', 'running') and kind <> 'resourceSchedule'`);
    open = rows.map(({ what }) => what);
    if (open.length === 0) return [];
  }
  return open;
}

/** Lists files that aren't present exactly once with the bytes sent, and purged ones that still exist. */
async function missing(pool: pg.Pool, expected: readonly Expected[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { fileName, sha256, state } of expected) {
    const { rows } = await pool.query<{ state: string; sha256: string | null }>(
      `select resources.state, encode(version.sha256, 'hex') as sha256 from resources
         left join resource_versions version on version.resource_id = resources.id and version.file_name = $1
       where version.id is not null or (resources.file_name = $1 and resources.state = 'purged')`,
      [fileName],
    );
    const found = rows.map((row) => `${row.state} ${row.sha256 ?? ''}`.trim());
    const wanted = state === 'purged' ? 'purged' : `ready ${sha256}`;
    if (found.length !== 1 || found[0] !== wanted) wrong.push(`${fileName}: ${found.join(', ') || 'lost'}`);
  }
  return wrong;
}

/** Lists stored files without a row and rows without a stored file. */
async function strays(pool: pg.Pool, folder: string): Promise<string[]> {
  const { rows } = await pool.query<{ store_key: string }>('select store_key from files');
  const known = new Set(rows.map((row) => path.basename(row.store_key)));
  const stored = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const names = new Set(stored.map((entry) => entry.name));
  return [
    ...[...names].filter((name) => !known.has(name)).map((name) => `orphaned file ${name}`),
    ...[...known].filter((name) => !names.has(name)).map((name) => `missing file ${name}`),
  ];
}

/**
 * Backdates stored files: cleanup skips recent ones, which may belong to work in progress, but here nothing is in
 * progress.
 */
async function makeOld(folder: string): Promise<void> {
  const old = new Date(Date.now() - 3 * 24 * 3_600_000);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) await utimes(path.join(entry.parentPath, entry.name), old, old);
  }
}

async function tidyUp(databaseUrl: string, pool: pg.Pool): Promise<void> {
  const boss = new PgBoss({ connectionString: databaseUrl, supervise: false, schedule: false, migrate: false });
  boss.on('error', () => undefined);
  await boss.start();
  const id = await boss.send('maintenance', {});
  await boss.stop({ graceful: false });
  for (const giveUpAt = Date.now() + patienceMs; Date.now() < giveUpAt; await sleep(200)) {
    const { rows } = await pool.query<{ state: string }>('select state from jobs where id = $1', [id]);
    if (rows[0]?.state === 'done') return;
  }
  throw new Error('The cleanup didn’t finish');
}

async function verify(dataDir: string): Promise<string[]> {
  const script = path.join(import.meta.dirname, '../../../scripts/verify.ts');
  const env = { ...process.env, NODE_OPTIONS: '', LECTERN_DATA_DIR: dataDir };
  const run = promisify(execFile)(nodePath(), [script, '--checksums'], { env });
  const { stdout, failed } = await run.then(
    (done) => ({ ...done, failed: false }),
    (error: { stdout: string; message: string }) => ({ stdout: error.stdout || error.message, failed: true }),
  );
  return failed ? stdout.split('\n').filter((line) => / {2}[1-9]\d* {2}|checks found|rror/.test(line)) : [];
}
