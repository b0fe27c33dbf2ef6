import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { ensureFirstAdministrator } from '../server/features/auth/first-sign-in.ts';
import { PasswordHasher } from '../server/features/auth/password-hasher.ts';
import { openDatabase } from '../server/platform/db/database.ts';
import { newId } from '../server/platform/new-id.ts';
import { nodeFlags } from '../server/platform/supervisor/node-child.ts';
import { percentile, table } from './report.ts';
import { startScratchPostgres } from './scratch-postgres.ts';
import { seedPassages } from './seed-passages.ts';

/**
 * Compares the portal's reads (home page with and without its ETag, search, lists, details) with the staff list of
 * resources, in one run on one server. Also measures access events accepted per second.
 */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const seconds = values.quick ? 3 : 8;
const clients = 8;
const password = 'correct horse battery';
const size = values.quick ? { resources: 5_000, passages: 50_000 } : { resources: 100_000, passages: 1_000_000 };

const postgres = await startScratchPostgres();
const databaseUrl = await postgres.createDatabase('portal');
const { db } = openDatabase({ databaseUrl, applicationName: 'bench', poolSize: 2 });
await ensureFirstAdministrator(db, new PasswordHasher(), { password });
await seedPassages(db, { ...size, withVersions: true });
const execArgv = nodeFlags;
const server = fork(path.join(import.meta.dirname, 'servers/lectern.ts'), {
  env: { ...process.env, DATABASE_URL: databaseUrl, LECTERN_DATA_DIR: postgres.dataDir },
  execArgv,
});
const [{ address }] = (await once(server, 'message')) as [{ address: string }];
const agent = new Agent({ keepAlive: true, maxSockets: clients });

type Asked = { url: string; headers: Record<string, string>; method?: string; body?: string };
type Answer = { status: number; text: string; etag: string | undefined };

function ask({ url, headers, method = 'GET', body }: Asked): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${address}${url}`, { agent, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, etag: response.headers.etag }));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

async function measure(next: (turn: number) => Asked): Promise<{ rate: number; p95: number; unchanged: number }> {
  const times: number[] = [];
  let [turn, unchanged] = [0, 0];
  const until = performance.now() + seconds * 1000;
  const client = async () => {
    while (performance.now() < until) {
      turn += 1;
      const asked = next(turn);
      const start = performance.now();
      const { status, text } = await ask(asked);
      times.push(performance.now() - start);
      if (status === 304) unchanged += 1;
      else if (status !== 200) throw new Error(`${asked.url} answered ${status}: ${text.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { rate: times.length / seconds, p95: percentile(times, 0.95), unchanged: unchanged / times.length };
}

async function publishHomePage(): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from resources where state = 'published'
    and visibility = 'everyone' order by id limit 24`.execute(db);
  const nothing = { courseId: null, columnId: null, title: null, coverFileId: null, startsAt: null, endsAt: null };
  const always = { audience: 'everyone', paused: false, addedBy: null, addedAt: new Date().toISOString() };
  const entries = rows.map(({ id }) => {
    return { id: newId(), source: 'resource', resourceId: id, rule: null, ...nothing, ...always };
  });
  const slots = [0, 1, 2].map((at) => ({
    ...{ id: newId(), key: `slot-${at}`, name: `Slot ${at}`, capacity: 8, fallback: null, visible: true },
    entries: entries.slice(at * 8, at * 8 + 8),
  }));
  await sql`insert into home_page_versions (number, content) select coalesce(max(number), 0) + 1,
    ${JSON.stringify({ slots })}::jsonb from home_page_versions`.execute(db);
  await sql`update home_page set published_number = (select max(number) from home_page_versions)`.execute(db);
}

try {
  await publishHomePage();
  const json = { 'content-type': 'application/json' };
  const signedIn = await ask({
    ...{ url: '/api/admin/auth/login', method: 'POST', headers: json },
    body: JSON.stringify({ account: 'admin', password }),
  });
  const staff = { authorization: `Bearer ${(JSON.parse(signedIn.text) as { data: { token: string } }).data.token}` };
  const scopes = ['content', 'search', 'media', 'events', 'reports'];
  const made = await ask({
    ...{ url: '/api/system/apiKey', method: 'POST', headers: { ...json, ...staff } },
    body: JSON.stringify({ name: 'Bench', scopes, callsPerMinute: 100_000 }),
  });
  const site = { authorization: `Bearer ${(JSON.parse(made.text) as { data: { secret: string } }).data.secret}` };
  const forget = () => sql`delete from rate_limits`.execute(db);
  const home = await ask({ url: '/api/portal/home', headers: site });
  const words = ['light', 'water', 'system', 'theory', 'model', 'energy', 'field', 'cell'];
  const { rows } = await sql<{ id: string }>`select id from resources where state = 'published'
    and visibility = 'everyone' limit 500`.execute(db);
  const cases: Record<string, (turn: number) => Asked> = {
    'list of resources (staff)': () => ({ url: '/api/resources?size=50', headers: staff }),
    'home page': () => ({ url: '/api/portal/home', headers: site }),
    'home page, by its tag': () => ({
      url: '/api/portal/home',
      headers: { ...site, 'if-none-match': home.etag ?? '' },
    }),
    search: (turn) => ({ url: `/api/portal/search?text=${words[turn % words.length]}`, headers: site }),
    'resources, newest': () => ({ url: '/api/portal/resources', headers: site }),
    'one resource': (turn) => ({ url: `/api/portal/resources/${rows[turn % rows.length]?.id}`, headers: site }),
  };
  const lines: (string | number)[][] = [['', 'calls/s', 'p95 ms', '304 %']];
  for (const [name, next] of Object.entries(cases)) {
    await forget();
    const { rate, p95, unchanged } = await measure(next);
    lines.push([name, rate.toFixed(0), p95.toFixed(1), (unchanged * 100).toFixed(0)]);
  }
  await forget();
  const batch = 1000;
  const events = await measure(() => ({
    ...{ url: '/api/portal/events', method: 'POST', headers: { ...json, ...site } },
    body: JSON.stringify({
      events: Array.from({ length: batch }, (_, at) => ({
        ...{ id: randomUUID(), at: new Date().toISOString(), action: 'play', resourceId: rows[at % rows.length]?.id },
        ...{
          positionMs: at * 1000,
          seconds: 10,
          reader: `r-${at % 50}`,
          userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/140',
        },
      })),
    }),
  }));
  lines.push(['access events', `${(events.rate * batch).toFixed(0)} events`, events.p95.toFixed(1), '']);
  console.log(table(lines));
} finally {
  agent.destroy();
  server.kill('SIGKILL');
  await db.destroy();
  await postgres.stop();
}
