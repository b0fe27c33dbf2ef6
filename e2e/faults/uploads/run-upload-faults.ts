import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findFreePort } from '../../product/free-port.ts';
import { Product } from '../../product/product.ts';
import { checkUploadOutcome } from './check-upload-outcome.ts';
import { FaultClient } from './fault-client.ts';
import { HoldPoints } from './hold-points.ts';
import { phases, type Underway } from './phases.ts';

/**
 * Brings one upload into each phase at once, kills a part of the product, lets the owners continue, and checks that
 * nothing is lost, duplicated, incomplete or left over.
 */
const parts = ['api', 'worker', 'postgres'] as const;
type Part = (typeof parts)[number];

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '1' }, kill: { type: 'string', default: 'api,worker,postgres,all' } },
});
const victims = values.kill.split(',').map((name): Part[] => {
  if (name === 'all') return [...parts];
  const part = parts.find((known) => known === name);
  if (!part) throw new Error(`${name} must be one of ${parts.join(', ')}, all`);
  return [part];
});

const say = (line: string) => void process.stdout.write(`${line}\n`);

const product = await Product.start({ PORT: String(await findFreePort()) });
let wrong = 0;
try {
  await HoldPoints.install(product.databaseUrl);
  const client = await FaultClient.signedIn(product.origin);
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    for (const killed of victims) wrong += await runRound(client, `${round}-${killed.join('+')}`, killed);
  }
} finally {
  await product.stop();
}
const rounds = Number(values.rounds) * victims.length;
say(`UPLOAD FAULTS ${rounds} rounds of ${Object.keys(phases).length} phases, ${wrong} wrong`);
process.exitCode = wrong === 0 ? 0 : 1;

async function runRound(client: FaultClient, tag: string, killed: readonly Part[]): Promise<number> {
  const startedAt = Date.now();
  const holds = new HoldPoints(product.databaseUrl);
  const round = { client, holds, tag };
  const prepared = await Promise.all(Object.values(phases).map((prepare) => prepare(round)));
  await holds.hold();
  const underway: Underway[] = [];
  for (const { begin } of prepared) underway.push(await begin());
  const before = killed.map((part) => [part, kill(part)] as const);
  await holds.release();
  for (const [part, pid] of before) await untilBack(part, pid);
  await Promise.all(underway.map(({ goOn }) => goOn()));
  const found = await checkUploadOutcome(
    product,
    underway.flatMap(({ expected }) => expected),
  );
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
  say(`${found.length === 0 ? 'ok   ' : 'WRONG'} ${tag.padEnd(24)} ${seconds.padStart(4)} s`);
  for (const line of found) say(`      ${line}`);
  return found.length;
}

function kill(part: Part): number {
  const pid = product.pidOf(part);
  if (pid === undefined) throw new Error(`${part} isn’t running`);
  process.kill(pid, 'SIGKILL');
  return pid;
}

async function untilBack(part: Part, killed: number): Promise<void> {
  for (const giveUpAt = Date.now() + 60_000; Date.now() < giveUpAt; await sleep(100)) {
    const pid = product.pidOf(part);
    if (pid !== undefined && pid !== killed) return;
  }
  throw new Error(`${part} didn’t restart:\n${product.output}`);
}
