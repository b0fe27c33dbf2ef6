import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Logger } from 'pino';
import { pino } from 'pino';
import { buildContainer } from '../server/container.ts';
import { ensureFirstAdministrator } from '../server/features/auth/first-administrator.ts';
import { readConfig } from '../server/platform/config/config.ts';
import { openDatabase } from '../server/platform/db/database.ts';
import { buildApp } from '../server/platform/http/app.ts';
import { type Listed, readCorpus } from './corpus-manifest.ts';
import { table } from './report.ts';
import { startScratchPostgres } from './scratch-postgres.ts';

/**
 * Uploads every file of a folder of attacks as its `manifest.json` lists them, or the manifests of the folders in it, waits for the machine's look at what was
 * taken, and compares both with what the manifest expects. A canary listens: no request may reach it, and its marker may
 * stand in nothing that came of the files.
 */
type Outcome = { file: Listed; http: number; code: string; state: string; cause: string; ms: number; ok: boolean };

const { positionals } = parseArgs({ allowPositionals: true });
const [corpus] = positionals;
if (!corpus) {
  console.error('Say where the files are: npm run check:corpus -- DIR');
  process.exit(64);
}
const files = readCorpus(corpus);
if (files.length === 0) throw new Error(`There is no manifest.json in ${corpus}, nor in a folder in it.`);
const password = 'correct horse battery';
const library = '0199a000-0000-7000-8000-000000000001';
const marker = `marker-${randomUUID()}`;

let canaryCalls = 0;
const canary = createServer((_request, response) => {
  canaryCalls += 1;
  response.end(marker);
});
await new Promise<void>((resolve) => canary.listen(18_099, '127.0.0.1', resolve));
await mkdir('/tmp/relsec-canary', { recursive: true });
await writeFile('/tmp/relsec-canary/secret.txt', marker);

const postgres = await startScratchPostgres();
const databaseUrl = await postgres.createDatabase('corpus');
const { db } = openDatabase({ databaseUrl, applicationName: 'corpus', poolSize: 10 });
const logger: Logger = pino({ level: 'silent' });
const config = readConfig({ LECTERN_DATA_DIR: path.join(postgres.dataDir, 'lectern'), DATABASE_URL: databaseUrl });
const container = buildContainer({ config, db, databaseUrl, logger });
await container.open();
const app = await buildApp({
  ...container.http,
  config,
  logger,
  webDir: '/nonexistent',
  version: 'x',
  checkAnswers: true,
});
await ensureFirstAdministrator(db, container.services.hasher, { password });
await container.worker.start();
const login = await app.inject({ method: 'POST', url: '/api/admin/auth/login', body: { account: 'admin', password } });
const authorization = `Bearer ${login.json<{ data: { token: string } }>().data.token}`;

const outcomes: Outcome[] = [];
// A few at a time: most of the time of each goes into starting the programs that look at it.
const waiting = [...files];
const tryAll = async () => {
  for (let file = waiting.shift(); file; file = waiting.shift()) outcomes.push(await tryFile(file));
};
await Promise.all([tryAll(), tryAll(), tryAll()]);
outcomes.sort((left, right) => files.indexOf(left.file) - files.indexOf(right.file));
const leaks = await findMarker();
const strays = await findStrays();
report();
await container.worker.stop();
await app.close();
await container.close();
await db.destroy();
await postgres.stop();
canary.close();

async function tryFile(file: Listed): Promise<Outcome> {
  const bytes = readFileSync(path.join(corpus as string, file.path));
  const id = randomUUID();
  const started = performance.now();
  const announced = await app.inject({
    method: 'POST',
    url: '/api/uploads',
    headers: { authorization },
    body: {
      batchId: randomUUID(),
      libraryId: library,
      onDuplicate: 'keep_both',
      files: [{ id, fileName: path.basename(file.path), sizeBytes: bytes.length }],
    },
  });
  const [row] = announced.json<{ data: { state: string; reason: string | null }[] }>().data;
  let http = announced.statusCode;
  let code = row?.reason ?? '';
  if (row?.state === 'receiving') {
    const sent = await app.inject({
      method: 'PATCH',
      url: `/api/uploads/${id}/content`,
      headers: {
        authorization,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: bytes,
    });
    http = sent.statusCode;
    code = sent.body ? sent.json<{ code: string }>().code : '';
  }
  const { state, cause } = await settled(id);
  const outcome = { file, http, code, state, cause, ms: Math.round(performance.now() - started) };
  return { ...outcome, ok: isExpected(file.expect, outcome) };
}

/** What became of it once the machine had its look: refused, taken, or taken and failed with a cause. */
async function settled(id: string): Promise<{ state: string; cause: string }> {
  for (;;) {
    const upload = await db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    if (upload.state === 'refused') return { state: 'refused', cause: (upload.refusal as { code: string }).code };
    if (upload.state === 'done' && upload.resource_id) {
      const resource = await db
        .selectFrom('resources')
        .innerJoin('resource_versions', 'resource_versions.id', 'resources.version_id')
        .select(['resources.state', 'work_failed', 'facts'])
        .where('resources.id', '=', upload.resource_id)
        .executeTakeFirstOrThrow();
      const facts = resource.facts as { failed?: string };
      if (resource.state === 'ready')
        return { state: resource.work_failed ? 'failed' : 'taken', cause: facts.failed ?? '' };
    } else if (upload.state === 'done') return { state: 'unpacked', cause: '' };
    await sleep(30);
  }
}

function isExpected(expect: string, { http, state }: Pick<Outcome, 'http' | 'state'>): boolean {
  if (http >= 500) return false;
  switch (expect) {
    case 'accept':
      return state === 'taken';
    case 'reject-415':
      return state === 'refused';
    case 'reject-limit':
    case 'fail-clean':
      return state === 'refused' || state === 'failed';
    case 'accept-safe':
      return state === 'taken' || state === 'failed' || state === 'refused';
    default:
      return true;
  }
}

/** Anywhere in what the database says, and in every picture that was made. */
async function findMarker(): Promise<string[]> {
  const versions = await db.selectFrom('resource_versions').select(['id', 'facts']).execute();
  return versions.filter(({ facts }) => JSON.stringify(facts).includes(marker)).map(({ id }) => id);
}

/** Files of the store that no row names, and work folders that stayed. */
async function findStrays(): Promise<string[]> {
  const root = path.join(config.dataDir, 'files');
  const stored = (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const known = new Set(
    (await db.selectFrom('files').select('store_key').execute()).map((row) => path.basename(row.store_key)),
  );
  const sums = await db.selectFrom('files').select(['store_key', 'sha256']).execute();
  const wrong = sums.filter(({ store_key, sha256 }) => {
    const bytes = readFileSync(path.join(root, store_key));
    return !createHash('sha256').update(bytes).digest().equals(sha256);
  });
  return [
    ...stored.filter((entry) => !known.has(entry.name)).map((entry) => entry.name),
    ...wrong.map((row) => row.store_key),
  ];
}

function report(): void {
  const rows = outcomes
    .filter((outcome) => !outcome.ok || !outcome.file.path.startsWith('mutants/'))
    .map(({ file, http, code, state, cause, ms, ok }) => [
      ok ? '' : 'NOT',
      file.path,
      file.expect,
      String(http),
      state,
      (cause || code).slice(0, 70),
      `${ms}`,
    ]);
  console.log(table([['', 'file', 'expected', 'http', 'became', 'why', 'ms'], ...rows]));
  const failed = outcomes.filter((outcome) => !outcome.ok).length;
  console.log(
    `${outcomes.length} files, ${failed} not as expected, ${canaryCalls} requests to the canary, ${leaks.length} leaks, ${strays.length} stray or differing files`,
  );
  process.exitCode = failed + canaryCalls + leaks.length + strays.length === 0 ? 0 : 1;
}
