import { parseArgs } from 'node:util';
import { conclude, table } from '../../../bench/report.ts';
import { startScratchPostgres } from '../../../bench/scratch-postgres.ts';
import { openTestAppOn } from '../test-app.ts';
import { type Fault, fuzzApi } from './fuzz-api.ts';

/**
 * Calls every operation as every kind of caller with generated input and reports answers that no input may cause: 5xx,
 * anything but the envelope, leaked internals, or more than ten seconds. The same seed makes the same calls.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    calls: { type: 'string' },
    only: { type: 'string' },
    quick: { type: 'boolean' },
  },
});
const say = (line: string) => void process.stdout.write(`${line}\n`);
const calls = Number(values.calls ?? (values.quick ? 4_000 : 100_000));
const seed = Number(values.seed);
say(`check:api --seed ${seed} --calls ${calls}${values.only ? ` --only ${values.only}` : ''}`);

const postgres = await startScratchPostgres();
const test = await openTestAppOn(await postgres.createDatabase('check_api'));
const started = performance.now();
const report = await fuzzApi(test, {
  seed,
  calls,
  only: values.only,
  firstRounds: 2,
  longestMs: 10_000,
  onProgress: (done, faults) => say(`${done} of ${calls} calls, ${faults} faults`),
  onFault: (fault) =>
    say(`FAULT call ${fault.index} as ${fault.caller}: ${kindOf(fault)}; ${fault.call.url.slice(0, 160)}`),
});
await test.close();
await postgres.stop();

const statuses = [...new Set([...report.perOperation.values()].flatMap((counts) => [...counts.keys()]))].sort();
say(
  table([
    ['operation', 'calls', ...statuses],
    ...[...report.perOperation].map(([id, counts]) => [
      id,
      [...counts.values()].reduce((sum, count) => sum + count, 0),
      ...statuses.map((status) => counts.get(status) ?? ''),
    ]),
  ]),
);
for (const [why, faults] of Map.groupBy(report.faults, kindOf)) {
  const [{ index, caller, call, answer, cause } = {} as Fault] = faults;
  say(`\nFAULT ${faults.length} × ${why}`);
  say(`  call ${index} as ${caller}: ${call.endpoint.method} ${call.url.slice(0, 500)}`);
  say(`  headers ${JSON.stringify(call.headers).slice(0, 300)}`);
  say(`  body ${String(call.body).slice(0, 1_500)}`);
  say(`  answer ${answer}\n  cause ${cause.slice(0, 1_200)}`);
}
const all = new Map(statuses.map((status) => [status, 0]));
for (const counts of report.perOperation.values()) {
  for (const [status, count] of counts) all.set(status, (all.get(status) ?? 0) + count);
}
say(
  `\n${table([
    ['status', ...statuses],
    ['calls', ...all.values()],
  ])}`,
);
say(
  `${report.perOperation.size} operations, ${report.uncovered.length} uncovered ${report.uncovered.join(' ')}; slowest ${Math.round(report.slowestMs)} ms; ${Math.round((performance.now() - started) / 1000)} s`,
);
conclude('check:api', report.faults.length + report.uncovered.length, 0, (value, limit) => value <= limit);
// Exits explicitly, because live streams opened by a call may still be running.
process.exit();

function kindOf({ why, call, cause }: Fault): string {
  const said = /"message":"([^"]{0,160})/.exec(cause)?.[1] ?? '';
  return `${call.endpoint.id} ${why} ${said}`;
}
