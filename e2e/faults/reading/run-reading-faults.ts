import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type StepKind, stepKinds } from '@lectern/contract/features/job.ts';
import pg from 'pg';
import { findFreePort } from '../../product/free-port.ts';
import { familyOf, stillRunning } from '../../product/processes.ts';
import { Product } from '../../product/product.ts';
import { sha256 } from '../../uploads/mixed-folder.ts';
import { checkUploadOutcome } from '../uploads/check-upload-outcome.ts';
import { FaultClient } from '../uploads/fault-client.ts';
import type { Expected } from '../uploads/phases.ts';
import { checkStep, findDoubles, findLeftFolders } from './check-steps.ts';
import { stepFiles } from './step-files.ts';
import { heldName, type Phase, phases, StepHolds } from './step-holds.ts';

/**
 * Brings each processing step into each of its phases, kills a part of the product, and checks that the work resumes
 * within 30 seconds of the part's return, completes exactly once and leaves nothing behind.
 */
const parts = ['worker', 'api', 'postgres'] as const;
type Part = (typeof parts)[number];
type Result = { kind: StepKind; phase: Phase; part: Part; words: string };
type Held = { kind: StepKind; title: string; expected: Expected };

const longestPauseMs = 30_000;
const { values } = parseArgs({
  options: {
    kill: { type: 'string', default: parts.join(',') },
    phase: { type: 'string', default: phases.join(',') },
    step: { type: 'string', default: stepKinds.join(',') },
    // Hold all kinds in the queue at once when the part is killed, instead of one after another.
    together: { type: 'boolean', default: false },
  },
});
const chosen = <T extends string>(known: readonly T[], given: string): T[] =>
  given.split(',').map((name) => {
    const found = known.find((entry) => entry === name);
    if (!found) throw new Error(`${name} must be one of ${known.join(', ')}`);
    return found;
  });
const [victims, wantedPhases, kinds] = [
  chosen(parts, values.kill),
  chosen(phases, values.phase),
  chosen(stepKinds, values.step),
];
const say = (line: string) => void process.stdout.write(`${line}\n`);

const temporary = await mkdtemp(path.join(os.tmpdir(), 'lectern-faults-'));
const product = await Product.start({ PORT: String(await findFreePort()), TMPDIR: temporary });
const pool = new pg.Pool({ connectionString: product.databaseUrl, max: 2 });
pool.on('error', () => undefined);
const results: Result[] = [];
/** Inspecting is too quick to catch a program running; the other three steps run inside the worker. */
const withoutPrograms: ReadonlySet<StepKind> = new Set(['inspect', 'scan', 'subtitle', 'summarise']);
let wrong = 0;
try {
  await StepHolds.install(product.databaseUrl);
  for (const part of victims) {
    for (const phase of wantedPhases) {
      // A session lasts half an hour, but all rounds together may take longer.
      const client = await FaultClient.signedIn(product.origin);
      // Only queued steps can be held for long; running engines are caught one at a time.
      const groups = values.together && phase === 'queued' ? [kinds] : kinds.map((kind) => [kind]);
      for (const group of groups) wrong += await runRound(client, part, phase, group);
    }
  }
} finally {
  await pool.end();
  await product.stop();
  await rm(temporary, { recursive: true, force: true });
}
report();

async function runRound(client: FaultClient, part: Part, phase: Phase, group: readonly StepKind[]): Promise<number> {
  const tag = `${part}-${results.length}`;
  const holds = new StepHolds(product.databaseUrl);
  await holds.hold();
  const heldFrom = Date.now();
  const held: Held[] = [];
  for (const kind of group) held.push(await bring(client, kind, phase, tag));
  for (const { kind, title } of held) await (phase === 'running' ? atWork(kind, title) : holds.reached(kind));
  const pid = product.pidOf(part);
  if (pid === undefined) throw new Error(`${part} isn’t running`);
  const worker = product.pidOf('worker');
  const family = part === 'worker' ? familyOf(pid).filter((entry) => entry.pid !== pid) : [];
  const killedAt = Date.now();
  process.kill(pid, 'SIGKILL');
  await holds.release();
  const found = await orphansOf(family);
  const backAt = await untilBack(part, pid);
  const expected = held.map((entry) => entry.expected);
  found.push(...(await checkUploadOutcome(product, expected)));
  // Running work must survive the loss of a part it doesn't currently need.
  if (part !== 'worker' && product.pidOf('worker') !== worker)
    found.push(`the worker fell:\n${product.output.slice(-2_000)}`);
  for (const { kind, title } of held) {
    const outcome = await checkStep(pool, { title, kind });
    if (typeof outcome === 'string') found.push(outcome);
    const words = typeof outcome === 'string' ? 'WRONG' : wordsOf(outcome, killedAt, backAt);
    if (words.startsWith('LATE')) found.push(`${title}: ${words}`);
    results.push({ kind, phase, part, words });
    say(`      ${part} killed while ${kind} ${phase}: ${words}`);
  }
  found.push(...(await findDoubles(pool)), ...(await findLeftFolders(temporary)));
  // Report how long steps were held: the database cancels a statement after a minute, and its job then runs only when
  // it is next due.
  const heldSeconds = Math.round((killedAt - heldFrom) / 1000);
  say(
    `${found.length === 0 ? 'ok   ' : 'WRONG'} ${part} ${phase}: ${group.join(', ')}, held for up to ${heldSeconds} s`,
  );
  for (const line of found) say(`      ${line}`);
  return found.length;
}

async function bring(client: FaultClient, kind: StepKind, phase: Phase, tag: string): Promise<Held> {
  const { ending, make } = stepFiles[kind];
  const [title, bytes] = [heldName(kind, phase, tag), await make()];
  const fileName = `${title}.${ending}`;
  const id = await client.announce(fileName, bytes.length);
  client.send(id, bytes, 0);
  return { kind, title, expected: { fileName, sha256: sha256(bytes), state: 'ready' } };
}

/** Waits until the step's engine runs. */
async function atWork(kind: StepKind, title: string): Promise<void> {
  for (const giveUpAt = Date.now() + 300_000; Date.now() < giveUpAt; await sleep(5)) {
    const { rows } = await pool.query<{ state: string }>(
      `select jobs.state from jobs join resources on resources.id = jobs.resource_id
       where resources.file_name like $1 || '.%' and jobs.kind = $2`,
      [title, kind],
    );
    const state = rows[0]?.state;
    if (state === 'done') throw new Error(`${title} finished before anything could be killed`);
    if (state === 'running' && (withoutPrograms.has(kind) || hasEngines())) return;
  }
  throw new Error(`${title} didn’t start`);
}

function hasEngines(): boolean {
  const pid = product.pidOf('worker');
  return pid !== undefined && familyOf(pid).length > 1;
}

async function orphansOf(family: Parameters<typeof stillRunning>[0]): Promise<string[]> {
  for (let look = 0; look < 50 && stillRunning(family).length > 0; look += 1) await sleep(100);
  return stillRunning(family).map(({ command }) => `outlived its worker: ${command.slice(0, 120)}`);
}

async function untilBack(part: Part, killed: number): Promise<number> {
  for (const giveUpAt = Date.now() + 120_000; Date.now() < giveUpAt; await sleep(100)) {
    const pid = product.pidOf(part);
    // A database in crash recovery isn't back yet, and neither is an api that doesn't listen.
    if (pid !== undefined && pid !== killed && (await answers())) return Date.now();
  }
  throw new Error(`${part} didn’t restart:\n${product.output}`);
}

async function answers(): Promise<boolean> {
  return Promise.all([pool.query('select 1'), fetch(product.origin)]).then(
    () => true,
    () => false,
  );
}

/** A try that was running may have continued; a new one must have started in time. */
function wordsOf(outcome: { tries: number; startedAt: number; finishedAt: number }, killedAt: number, backAt: number) {
  const again = outcome.startedAt > killedAt;
  const pauseMs = again ? Math.max(0, outcome.startedAt - backAt) : 0;
  const after = `${(pauseMs / 1000).toFixed(1)} s`;
  return `${pauseMs > longestPauseMs ? 'LATE ' : ''}${again ? `again after ${after}` : 'went on'}, ${outcome.tries} tries`;
}

function report(): void {
  const head = ['step', 'phase', ...victims];
  const rows = kinds.flatMap((kind) =>
    wantedPhases.map((phase) => [
      kind,
      phase,
      ...victims.map(
        (part) => results.find((row) => row.kind === kind && row.phase === phase && row.part === part)?.words ?? '–',
      ),
    ]),
  );
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)));
  for (const row of [head, ...rows]) say(row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '));
  say(`READING FAULTS ${results.length} kills, ${wrong} wrong`);
  process.exitCode = wrong === 0 ? 0 : 1;
}
