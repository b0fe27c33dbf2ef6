import { parseArgs } from 'node:util';
import { resourcePages } from '@lectern/contract/features/resource.ts';
import { verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import { ensureFirstAdministrator } from '../server/features/auth/first-sign-in.ts';
import { PasswordHasher } from '../server/features/auth/password-hasher.ts';
import { type Db, openDatabase } from '../server/platform/db/database.ts';
import { type ApiCase, apiCases, type Served, type Side, type Specialist } from './api-cases.ts';
import { runLoad } from './load.ts';
import { type MeasuredServer, startMeasured } from './measured-server.ts';
import { postgresCpu } from './postgres-cpu.ts';
import { conclude, median, table } from './report.ts';
import { startScratchPostgres } from './scratch-postgres.ts';
import { seedResources } from './seed-resources.ts';
import { seedUses } from './seed-uses.ts';

/**
 * A department specialist's calls to resources, at 1 and 16 clients, compared with a server written by hand that gives
 * the same answers from the same database; a get and a save also with a bare row. Median of three rounds. Sign-in is
 * compared with hashing alone.
 */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rows: { type: 'string', default: '100000' },
    /** Names of cases, separated by commas. */
    only: { type: 'string' },
    /** Lists the statements that Lectern sends for each case. */
    statements: { type: 'boolean', default: false },
    /** A directory in which the seeded database stays for the next run. */
    keep: { type: 'string' },
  },
});
const count = Number(values.rows);
const seconds = values.quick ? 2 : 6;
const warmUpSeconds = values.quick ? 0.5 : 1.5;
const rounds = 3;
const clientCounts = [1, 16];
const password = 'correct horse battery';
const account = 'owner20';
const bars = { ratio: 0.5, getStatements: 4, saveStatements: 8, signIn: 1.3 };

/** `databaseMs` and `serverMs`: CPU time of one request. */
type Measured = { perSecond: number; statements: number; databaseMs: number; serverMs: number };
type Figures = { name: string; clients: number; ratio: number } & Partial<Record<Side, Measured>>;

/** Gives one of the seeded specialists a password and the resource pages. */
async function makeSpecialist(db: Db): Promise<Specialist> {
  const { rows } = await sql<Specialist>`update users set password_set_at = now(),
      password_hash = (select password_hash from users where account = 'admin')
    where account = ${account} and role_id = 3 returning id, department_id as "departmentId"`.execute(db);
  const [specialist] = rows;
  if (!specialist) throw new Error('no specialist was seeded');
  await sql`with made as (
      insert into permission_groups (id, name) values (gen_random_uuid(), 'Specialists') returning id
    ), rules as (
      insert into permission_group_rules (group_id, path, flag)
      select made.id, path, 0 from made cross join unnest(${[...resourcePages]}::text[]) path
    )
    insert into permission_group_members (id, group_id, user_id)
    select gen_random_uuid(), id, ${specialist.id}::uuid from made`.execute(db);
  return specialist;
}

async function fill(databaseUrl: string): Promise<void> {
  const { db } = openDatabase({ databaseUrl, applicationName: 'bench', poolSize: 2 });
  await ensureFirstAdministrator(db, new PasswordHasher(), { password });
  await seedResources(db, count, { withVersions: true });
  await seedUses(db);
  await makeSpecialist(db);
  await db.destroy();
}

const postgres = await startScratchPostgres({ ...(values.keep && { keep: values.keep }) });
const databaseUrl = await postgres.filledDatabase(`api_${count}`, fill);
const { db } = openDatabase({ databaseUrl, applicationName: 'bench', poolSize: 2 });
const cpuMs = await postgresCpu(db);
const env = { DATABASE_URL: databaseUrl, LECTERN_DATA_DIR: postgres.dataDir, TIME_ZONE: 'UTC' };
const [byHand, lectern] = await Promise.all([startMeasured('by-hand', env), startMeasured('lectern', env)]);
const servers: Record<Side, MeasuredServer> = { floor: byHand, byHand, lectern };

let cookie = '';
/** Like a browser that signed in before, sends back the cookie from the first sign-in. */
async function signIn(): Promise<string> {
  const response = await fetch(`${lectern.address}/api/admin/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
    body: JSON.stringify({ account, password }),
  });
  cookie ||= response.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');
  return ((await response.json()) as { data: { token: string } }).data.token;
}

async function measure(one: ApiCase, side: Side, clients: number, served: Served): Promise<Measured> {
  const server = servers[side];
  const other = server === byHand ? lectern : byHand;
  // Lectern reads the events of every save, and would do so while the other server is measured.
  other.pause();
  try {
    const load = { ...(await one.load(side, served, clients)), clients };
    await runLoad({ ...load, seconds: warmUpSeconds });
    const [before, databaseBefore] = [await server.figures(), cpuMs()];
    const { requests, perSecond } = await runLoad({ ...load, seconds });
    const [after, databaseAfter] = [await server.figures(), cpuMs()];
    return {
      perSecond,
      statements: (after.statements - before.statements) / requests,
      databaseMs: (databaseAfter - databaseBefore) / requests,
      serverMs: (after.cpuMs - before.cpuMs) / requests,
    };
  } finally {
    other.resume();
  }
}

async function measureCase(one: ApiCase, clients: number, served: Served): Promise<Figures> {
  const measured: Partial<Record<Side, Measured>>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const sides: Partial<Record<Side, Measured>> = {};
    for (const side of one.sides) sides[side] = await measure(one, side, clients, served);
    measured.push(sides);
  }
  const middle = (side: Side) => middleOf(measured.flatMap((sides) => sides[side] ?? []));
  return {
    name: one.name,
    clients,
    ratio: median(measured.map((sides) => (sides.lectern?.perSecond ?? 0) / (sides.byHand?.perSecond ?? 1))),
    ...Object.fromEntries(one.sides.map((side) => [side, middle(side)])),
  };
}

function middleOf(measured: readonly Measured[]): Measured {
  const of = (pick: (one: Measured) => number) => median(measured.map(pick));
  return {
    perSecond: of((one) => one.perSecond),
    statements: of((one) => one.statements),
    databaseMs: of((one) => one.databaseMs),
    serverMs: of((one) => one.serverMs),
  };
}

/** Prints how often each statement is sent, over a few calls after a warm-up. */
async function printStatements(one: ApiCase, served: Served): Promise<void> {
  const load = { ...(await one.load('lectern', served, 1)), clients: 1 };
  let requests = 0;
  const texts = await lectern.statementsOf(async () => {
    ({ requests } = await runLoad({ ...load, seconds: 1 }));
  });
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  console.log(`${one.name}: ${(texts.length / requests).toFixed(2)} statements per call`);
  for (const [text, times] of [...counts].sort(([, one], [, other]) => other - one))
    console.log(`  ${(times / requests).toFixed(2)}  ${text.replace(/\s+/g, ' ').trim().slice(0, 150)}`);
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < (values.quick ? 8 : 20); index += 1) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return median(times);
}

async function measureSignIn(): Promise<{ bareMs: number; signInMs: number }> {
  const { rows } = await sql<{ password_hash: string }>`
    select password_hash from users where account = ${account}`.execute(db);
  const hash = rows[0]?.password_hash ?? '';
  return { bareMs: await timeOf(() => verify(hash, password)), signInMs: await timeOf(signIn) };
}

function show(figures: readonly Figures[]): void {
  const rate = (measured: Measured | undefined) => measured?.perSecond.toFixed(0) ?? '';
  const ms = (pick: (one: Measured) => number, measured: Measured | undefined) =>
    measured ? pick(measured).toFixed(2) : '';
  const lines = figures.map(({ name, clients, ratio, floor, byHand, lectern }) => [
    ...[name, clients, rate(floor), rate(byHand), rate(lectern), ratio.toFixed(2)],
    lectern?.statements.toFixed(1) ?? '',
    ...[byHand, lectern].map((one) => ms(({ databaseMs }) => databaseMs, one)),
    ...[byHand, lectern].map((one) => ms(({ serverMs }) => serverMs, one)),
  ]);
  const heads = ['requests/s', 'clients', 'floor', 'by hand', 'Lectern', 'ratio', 'statements'];
  const costs = ['database ms by hand', 'Lectern', 'server ms by hand', 'Lectern'];
  console.log(`${table([[...heads, ...costs], ...lines])}\n`);
}

function judge(figures: readonly Figures[]): void {
  for (const [name, most] of [
    ['get', bars.getStatements],
    ['save', bars.saveStatements],
  ] as const) {
    const ofCase = figures.filter((one) => one.name === name);
    if (ofCase.length === 0) continue;
    const busy = ofCase.find(({ clients }) => clients === 16)?.ratio ?? 0;
    conclude(`bench:api:${name}`, busy, bars.ratio, (value, bar) => value >= bar);
    const statements = Math.max(...ofCase.map(({ lectern }) => lectern?.statements ?? Number.POSITIVE_INFINITY));
    conclude(`bench:api:${name}-statements`, statements, most, (value, bar) => value <= bar);
  }
}

try {
  const specialist = await sql<Specialist>`select id, department_id as "departmentId" from users
    where account = ${account}`.execute(db);
  const [person] = specialist.rows;
  if (!person) throw new Error('no specialist was seeded');
  const figures: Figures[] = [];
  for (const one of await apiCases(db, person, count)) {
    if (values.only && !values.only.split(',').includes(one.name)) continue;
    const headers = { authorization: `Bearer ${await signIn()}` };
    const served = { origins: { floor: byHand.address, byHand: byHand.address, lectern: lectern.address }, headers };
    await one.compare(served);
    for (const clients of clientCounts) figures.push(await measureCase(one, clients, served));
    if (values.statements) await printStatements(one, served);
  }
  show(figures);
  const { bareMs, signInMs } = await measureSignIn();
  const signInRatio = signInMs / bareMs;
  console.log(`sign-in ${signInMs.toFixed(1)} ms, bare hash ${bareMs.toFixed(1)} ms: ${signInRatio.toFixed(2)}\n`);
  conclude('bench:api:sign-in', signInRatio, bars.signIn, (value, bar) => value <= bar);
  judge(figures);
} finally {
  byHand.stop();
  lectern.stop();
  await db.destroy();
  await postgres.stop();
}
