import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import { ensureFirstAdministrator } from '../server/features/auth/first-sign-in.ts';
import { PasswordHasher } from '../server/features/auth/password-hasher.ts';
import { openDatabase } from '../server/platform/db/database.ts';
import { nodeFlags } from '../server/platform/supervisor/prepare-data.ts';
import { requestsPerSecond, type Wanted } from './load.ts';
import { conclude, median, table } from './report.ts';
import { startScratchPostgres } from './scratch-postgres.ts';
import { seedUsers } from './seed-users.ts';

/**
 * Compares reading and patching one user (the patch also writes an activity) with a minimal server on the same
 * database: 16 clients, median of three rounds. Also compares sign-in with hashing alone.
 */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const seconds = values.quick ? 2 : 6;
const clients = 16;
const password = 'correct horse battery';

async function startServer(name: 'minimal' | 'lectern', env: Record<string, string>) {
  const execArgv = name === 'lectern' ? nodeFlags : [];
  const entry = path.join(import.meta.dirname, 'servers', `${name}.ts`);
  const child = fork(entry, { env: { ...process.env, ...env }, execArgv });
  const [{ address }] = (await once(child, 'message')) as [{ address: string }];
  return { address, stop: () => child.kill('SIGKILL') };
}

const postgres = await startScratchPostgres();
const databaseUrl = await postgres.createDatabase('api');
const { db } = openDatabase({ databaseUrl, applicationName: 'bench', poolSize: 2 });
await seedUsers(db, 1_000);
await ensureFirstAdministrator(db, new PasswordHasher(), { password });
const env = { DATABASE_URL: databaseUrl, LECTERN_DATA_DIR: postgres.dataDir };
const [minimal, lectern] = await Promise.all([startServer('minimal', env), startServer('lectern', env)]);

try {
  const { rows } = await sql<{ id: string }>`select id from users where account like 'user%' limit ${clients}`.execute(
    db,
  );
  const ids = rows.map((row) => row.id);
  // Like a browser that signed in before, send back the cookie from the first sign-in.
  let cookie = '';
  const signIn = async () => {
    const response = await fetch(`${lectern.address}/api/admin/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
      body: JSON.stringify({ account: 'admin', password }),
    });
    cookie ||= response.headers
      .getSetCookie()
      .map((set) => set.split(';')[0])
      .join('; ');
    return ((await response.json()) as { data: { token: string } }).data.token;
  };
  const token = await signIn();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const get = (url: string) =>
    requestsPerSecond({
      clients,
      seconds,
      next: (client) => ({ url: `${url}/${ids[client]}`, method: 'GET', headers }),
    });
  const patch = async (url: string, versionOf: (body: string) => number) => {
    const current = await sql<{
      id: string;
      version: number;
    }>`select id, version from users where id in (${sql.join(ids)})`.execute(db);
    const versions = new Map(current.rows.map((row) => [row.id, row.version]));
    let turn = 0;
    const next = (client: number): Wanted => {
      const id = ids[client] ?? '';
      turn += 1;
      const body = JSON.stringify({ name: `Name ${turn}`, version: versions.get(id) });
      return { url: `${url}/${id}`, method: 'PATCH', headers, body };
    };
    return requestsPerSecond({
      clients,
      seconds,
      next,
      heard: (client, body) => versions.set(ids[client] ?? '', versionOf(body)),
    });
  };
  const ours = `${lectern.address}/api/system/users`;
  const least = `${minimal.address}/users`;
  const rounds: { getLeast: number; getOurs: number; patchLeast: number; patchOurs: number }[] = [];
  for (let round = 0; round < 3; round += 1) {
    rounds.push({
      getLeast: await get(least),
      getOurs: await get(ours),
      patchLeast: await patch(least, (body) => (JSON.parse(body) as { version: number }).version),
      patchOurs: await patch(ours, (body) => (JSON.parse(body) as { data: { version: number } }).data.version),
    });
  }
  const { rows: hashes } = await sql<{
    password_hash: string;
  }>`select password_hash from users where account = 'admin'`.execute(db);
  const hash = hashes[0]?.password_hash ?? '';
  const timeOf = async (work: () => Promise<unknown>) => {
    const times: number[] = [];
    for (let index = 0; index < (values.quick ? 8 : 20); index += 1) {
      const started = performance.now();
      await work();
      times.push(performance.now() - started);
    }
    return median(times);
  };
  const bareHashMs = await timeOf(() => verify(hash, password));
  const signInMs = await timeOf(signIn);
  const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
  const getRatio = of((round) => round.getOurs / round.getLeast);
  const patchRatio = of((round) => round.patchOurs / round.patchLeast);
  const figure = (value: number) => value.toFixed(0);
  console.log(
    table([
      ['', 'least server', 'Lectern', 'ratio'],
      [
        'get, requests/s',
        figure(of((round) => round.getLeast)),
        figure(of((round) => round.getOurs)),
        getRatio.toFixed(2),
      ],
      [
        'patch, requests/s',
        figure(of((round) => round.patchLeast)),
        figure(of((round) => round.patchOurs)),
        patchRatio.toFixed(2),
      ],
      ['sign-in, ms (bare hash)', bareHashMs.toFixed(1), signInMs.toFixed(1), (signInMs / bareHashMs).toFixed(2)],
    ]),
  );
  conclude('bench:api:sign-in', signInMs / bareHashMs, 1.3, (value, limit) => value <= limit);
  const signInCode = process.exitCode;
  conclude('bench:api', Math.min(getRatio, patchRatio), 0.5, (value, limit) => value >= limit);
  process.exitCode ||= signInCode;
} finally {
  minimal.stop();
  lectern.stop();
  await db.destroy();
  await postgres.stop();
}
