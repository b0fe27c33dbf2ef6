import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureFirstAdministrator } from '../server/features/auth/first-sign-in.ts';
import { PasswordHasher } from '../server/features/auth/password-hasher.ts';
import { openDatabase } from '../server/platform/db/database.ts';
import { nodeFlags } from '../server/platform/supervisor/node-child.ts';
import { conclude, percentile, table } from './report.ts';
import { startScratchPostgres } from './scratch-postgres.ts';

/**
 * Sign-ins of a real user while 250 clients guess in parallel, each again as soon as it is answered: on a known device in the
 * attackers' own /24, and on a new device elsewhere. Once the flood comes from one address, once from 50 networks.
 */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    /** Makes this file run as the attacker, in a separate process, against the given origin. */
    flood: { type: 'string' },
    networks: { type: 'string', default: '1' },
  },
});
const seconds = values.quick ? 5 : 15;
const clients = 250;
const password = 'correct horse battery';
const limitMs = 2_000;

type SignIn = { address: string; account: string; password: string; cookie?: string };
type Answer = { http: number; cookie: string };

function signIn(agent: Agent, origin: string, wanted: SignIn): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      // The server trusts the bench as a proxy.
      'x-forwarded-for': wanted.address,
      ...(wanted.cookie && { cookie: wanted.cookie }),
    };
    const outgoing = request(`${origin}/api/admin/auth/login`, { agent, method: 'POST', headers }, (response) => {
      const cookies = (response.headers['set-cookie'] ?? []).map((set) => set.split(';')[0]);
      response.resume().on('end', () => resolve({ http: response.statusCode ?? 0, cookie: cookies.join('; ') }));
    });
    outgoing.on('error', reject);
    outgoing.end(JSON.stringify({ account: wanted.account, password: wanted.password }));
  });
}

/** Guesses until it is killed; every account is another one, which is the worst case for limits per account. */
async function flood(origin: string, networks: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const counts: Record<number, number> = {};
  let turn = 0;
  const client = async (index: number): Promise<void> => {
    const address = `198.51.${100 + (index % networks)}.${(index % 200) + 1}`;
    for (;;) {
      turn += 1;
      const { http } = await signIn(agent, origin, { address, account: `name-${turn}`, password: 'a guess' });
      counts[http] = (counts[http] ?? 0) + 1;
      if (turn === clients) process.send?.('flooding');
    }
  };
  process.on('message', () => process.send?.(counts));
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
}

if (values.flood) await flood(values.flood, Number(values.networks));
else await measure();

async function measure(): Promise<void> {
  const postgres = await startScratchPostgres();
  const databaseUrl = await postgres.createDatabase('signin');
  const { db } = openDatabase({ databaseUrl, applicationName: 'bench', poolSize: 1 });
  await ensureFirstAdministrator(db, new PasswordHasher(), { password });
  await db.destroy();
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    LECTERN_DATA_DIR: postgres.dataDir,
    LECTERN_TRUSTED_PROXIES: '127.0.0.1',
  };
  const server = fork(path.join(import.meta.dirname, 'servers', 'lectern.ts'), { env, execArgv: nodeFlags });
  const rows: string[][] = [
    ['250 parallel guesses', 'sign-in from', 'p50 ms', 'p95 ms', 'max ms', 'failed', 'guesses'],
  ];
  let worstMs = 0;
  try {
    const [{ address: origin }] = (await once(server, 'message')) as [{ address: string }];
    for (const networks of [0, 1, 50]) {
      const attack = networks > 0 ? await startFlood(origin, networks) : undefined;
      const outcome = await signInRepeatedly(origin);
      const guesses = attack ? await attack.stop() : '';
      for (const [who, { times, failed }] of Object.entries(outcome)) {
        if (networks > 0) worstMs = Math.max(worstMs, failed > 0 ? Number.POSITIVE_INFINITY : Math.max(...times));
        const figures = [percentile(times, 0.5), percentile(times, 0.95), percentile(times, 1)];
        const flooded = networks === 0 ? 'none' : networks === 1 ? 'from one address' : `from ${networks} networks`;
        rows.push([flooded, who, ...figures.map((figure) => figure.toFixed(0)), String(failed), guesses]);
      }
    }
  } finally {
    server.kill('SIGKILL');
    await postgres.stop();
  }
  console.log(table(rows));
  conclude('bench:signin', worstMs, limitMs, (value, limit) => value <= limit);
}

async function startFlood(origin: string, networks: number) {
  const child = fork(import.meta.filename, ['--flood', origin, '--networks', String(networks)]);
  await once(child, 'message');
  return {
    stop: async () => {
      child.send('how many?');
      const [counts] = (await once(child, 'message')) as [Record<string, number>];
      child.kill('SIGKILL');
      return Object.entries(counts)
        .map(([http, count]) => `${count} × ${http}`)
        .join(', ');
    },
  };
}

/** Alternates between the two sign-ins until the time is up. */
async function signInRepeatedly(origin: string) {
  const agent = new Agent({ keepAlive: true });
  const known = { address: '198.51.100.250', account: 'admin', password };
  const outcome = {
    'a known device, same /24': { times: [] as number[], failed: 0 },
    'a new device elsewhere': { times: [] as number[], failed: 0 },
  };
  const cookie = (await signIn(agent, origin, { ...known, address: '203.0.113.1' })).cookie;
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    for (const [who, wanted] of [
      ['a known device, same /24', { ...known, cookie }],
      ['a new device elsewhere', { ...known, address: '203.0.113.9' }],
    ] as const) {
      const startedAt = performance.now();
      const { http } = await signIn(agent, origin, wanted);
      if (http === 200) outcome[who].times.push(performance.now() - startedAt);
      else outcome[who].failed += 1;
    }
  }
  agent.destroy();
  return outcome;
}
