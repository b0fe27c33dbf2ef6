import { fork, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureFirstAdministrator } from '../server/features/auth/first-sign-in.ts';
import { PasswordHasher } from '../server/features/auth/password-hasher.ts';
import { openDatabase } from '../server/platform/db/database.ts';
import { nodeFlags } from '../server/platform/supervisor/node-child.ts';
import { conclude, median, percentile, table } from './report.ts';
import { startScratchPostgres } from './scratch-postgres.ts';
import { seedResources } from './seed-resources.ts';

/**
 * Twenty simultaneous uploads from niced processes while a person loads a list: the api's memory use, and the list's
 * latency compared with an idle machine. Median of three rounds.
 */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const parallel = 20;
const sizeBytes = (values.quick ? 20 : 200) * 1024 * 1024;
const memoryLimitMb = 400;
const slowdownLimit = 4;
const password = 'correct horse battery';

const postgres = await startScratchPostgres();
const databaseUrl = await postgres.createDatabase('uploads');
const { db } = openDatabase({ databaseUrl, applicationName: 'bench', poolSize: 2 });
await ensureFirstAdministrator(db, new PasswordHasher(), { password });
await seedResources(db, 10_000);
const server = fork(path.join(import.meta.dirname, 'servers', 'lectern.ts'), {
  env: { ...process.env, DATABASE_URL: databaseUrl, LECTERN_DATA_DIR: postgres.dataDir },
  execArgv: nodeFlags,
});

try {
  const [{ address }] = (await once(server, 'message')) as [{ address: string }];
  const api = `${address}/api`;
  const call = async <T>(method: string, callPath: string, body?: unknown, token?: string): Promise<T> => {
    const response = await fetch(api + callPath, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { message: string; data: T };
    if (!response.ok) throw new Error(`${method} ${callPath}: ${answer.message}`);
    return answer.data;
  };
  const { token } = await call<{ token: string }>('POST', '/admin/auth/login', { account: 'admin', password });
  const libraries = await call<{ id: string; kind: string }[]>('GET', '/libraries', undefined, token);
  const libraryId = libraries.find((library) => library.kind === 'school')?.id;

  const listP95 = async (until: () => boolean): Promise<number> => {
    const samples: number[] = [];
    while (!until()) {
      const started = performance.now();
      await call('GET', '/resources', undefined, token);
      samples.push(performance.now() - started);
    }
    return percentile(samples, 0.95);
  };
  const forMs = (durationMs: number) => {
    const end = performance.now() + durationMs;
    return () => performance.now() > end;
  };
  const uploadAll = async (): Promise<void> => {
    const files = Array.from({ length: parallel }, (_, index) => ({
      id: randomUUID(),
      fileName: `lecture ${index}.wav`,
      sizeBytes,
    }));
    const uploads = await call<{ url: string }[]>(
      'POST',
      '/uploads',
      { batchId: randomUUID(), libraryId, onDuplicate: 'keep_both', language: 'en', files },
      token,
    );
    await Promise.all(uploads.map((upload) => sendNiced(api + upload.url, token)));
  };

  await listP95(forMs(2_000));
  const rounds: { idle: number; busy: number; rssMb: number; seconds: number }[] = [];
  for (let round = 0; round < 3; round += 1) {
    const idle = await listP95(forMs(4_000));
    let done = false;
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, residentMb(server.pid ?? 0));
    }, 100);
    const started = performance.now();
    const uploading = uploadAll().finally(() => {
      done = true;
    });
    const [busy] = await Promise.all([listP95(() => done), uploading]);
    clearInterval(watch);
    rounds.push({ idle, busy, rssMb: peak, seconds: (performance.now() - started) / 1_000 });
  }
  const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
  const slowdown = of((round) => round.busy / round.idle);
  const rssMb = of((round) => round.rssMb);
  const megabytes = (parallel * sizeBytes) / 1024 / 1024;
  console.log(
    table([
      [`${parallel} uploads of ${sizeBytes / 1024 / 1024} MB`, 'figure', 'limit'],
      ['list p95 idle, ms', of((round) => round.idle).toFixed(1), ''],
      ['list p95 meanwhile, ms', of((round) => round.busy).toFixed(1), ''],
      ['slow-down', slowdown.toFixed(2), slowdownLimit],
      ['api memory, MB', rssMb.toFixed(0), memoryLimitMb],
      ['throughput, MB/s', of((round) => megabytes / round.seconds).toFixed(0), ''],
    ]),
  );
  conclude('bench:uploads:memory', rssMb, memoryLimitMb, (value, limit) => value < limit);
  conclude('bench:uploads', slowdown, slowdownLimit, (value, limit) => value <= limit);
} finally {
  server.kill('SIGKILL');
  await db.destroy();
  await postgres.stop();
}

async function sendNiced(url: string, token: string): Promise<void> {
  const client = path.join(import.meta.dirname, 'upload-client.ts');
  const child = spawn('nice', ['-n', '10', process.execPath, client, url, token, String(sizeBytes)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error('an upload failed');
}

function residentMb(pid: number): number {
  const found = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(found?.[1] ?? 0) / 1024;
}
