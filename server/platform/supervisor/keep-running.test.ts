import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isAlive } from './end-process.ts';
import { type KeptPart, keepRunning, type PartEvents } from './keep-running.ts';
import { launchNodeChild } from './node-child.ts';
import { startWatchdog, type Watchdog } from './watchdog.ts';

const quick = { firstMs: 5, longestMs: 20, healthyAfterMs: 60_000 };
let watchdog: Watchdog;
beforeAll(() => {
  watchdog = startWatchdog();
});
afterAll(() => watchdog.close());

function launcher(name: string, env: Record<string, string> = {}, graceMs = 5_000) {
  const entry = path.join(import.meta.dirname, 'fixtures', `${name}.ts`);
  return () => launchNodeChild({ entry, env: { ...process.env, ...env }, after: Promise.resolve(), watchdog, graceMs });
}

function keep(part: Parameters<typeof keepRunning>[0], events: PartEvents = {}, rules = quick) {
  const onReady = vi.fn();
  const onFall = vi.fn();
  const onRefusal = vi.fn();
  const kept = keepRunning(part, { onReady, onFall, onRefusal, ...events }, rules);
  return { kept, onReady, onFall, onRefusal };
}

function pidOf(kept: KeptPart): number {
  const pid = kept.currentPid();
  if (pid === undefined) throw new Error('The part does not run.');
  return pid;
}

test('a killed child is started again, after pauses that grow', async () => {
  const { kept, onReady, onFall } = keep({ name: 'worker', launch: launcher('worker') });
  for (const round of [1, 2, 3]) {
    await vi.waitUntil(() => onReady.mock.calls.length === round, { timeout: 20_000 });
    process.kill(pidOf(kept), 'SIGKILL');
  }
  await vi.waitUntil(() => onReady.mock.calls.length === 4, { timeout: 20_000 });
  expect(onFall.mock.calls).toEqual([
    ['worker', { code: null, signal: 'SIGKILL' }, 5],
    ['worker', { code: null, signal: 'SIGKILL' }, 10],
    ['worker', { code: null, signal: 'SIGKILL' }, 20],
  ]);
  const pid = pidOf(kept);
  await kept.stop();
  expect(isAlive(pid)).toBe(false);
});

test('a launch that fails is tried again', async () => {
  let attempts = 0;
  const start = launcher('worker');
  const { kept, onReady, onFall } = keep({
    name: 'worker',
    launch: async () => {
      attempts += 1;
      if (attempts < 3) throw new Error('not yet');
      return start();
    },
  });
  await vi.waitUntil(() => onReady.mock.calls.length === 1, { timeout: 20_000 });
  expect(onFall).toHaveBeenCalledTimes(2);
  await kept.stop();
});

test('a child that says not to be started again is not', async () => {
  const { kept, onFall, onRefusal } = keep({ name: 'api', launch: launcher('api', { FIXTURE_API_REFUSES: '1' }) });
  await vi.waitUntil(() => onRefusal.mock.calls.length === 1, { timeout: 20_000 });
  expect(onFall).not.toHaveBeenCalled();
  await kept.stop();
  expect(kept.currentPid()).toBeUndefined();
});

test('a child that does not listen is killed after its grace period', async () => {
  const { kept, onReady } = keep({ name: 'stubborn', launch: launcher('stubborn', {}, 50) });
  await vi.waitUntil(() => onReady.mock.calls.length === 1, { timeout: 20_000 });
  const pid = pidOf(kept);
  await kept.stop();
  expect(isAlive(pid)).toBe(false);
});

test('stopping in the middle of a pause starts nothing any more', async () => {
  const launch = vi.fn(async () => {
    throw new Error('never');
  });
  const { kept, onFall } = keep({ name: 'worker', launch }, {}, { ...quick, firstMs: 600_000 });
  await vi.waitUntil(() => onFall.mock.calls.length === 1);
  await kept.stop();
  expect(launch).toHaveBeenCalledTimes(1);
});
