import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { prepareData } from './prepare-data.ts';
import { startWatchdog, type Watchdog } from './watchdog.ts';

let watchdog: Watchdog;
beforeAll(() => {
  watchdog = startWatchdog();
});
afterAll(() => watchdog.close());

function prepare(env: Record<string, string>, onRetry: (delayMs: number) => void = () => undefined) {
  const entry = path.join(import.meta.dirname, 'fixtures', 'prepare.ts');
  const { signal } = new AbortController();
  return prepareData({ entry, env: { ...process.env, ...env }, watchdog, signal, onRetry, pausesMs: [1, 2] });
}

test('the first sign-in comes back from the child that prepares', async () => {
  expect(await prepare({})).toEqual({ account: 'admin', password: 'first-password' });
});

test('a failed preparation is tried three times and then ends the start', async () => {
  const onRetry = vi.fn();
  await expect(prepare({ FIXTURE_PREPARE_EXIT: '1' }, onRetry)).rejects.toThrow('Couldn’t prepare the database');
  expect(onRetry.mock.calls).toEqual([[1], [2]]);
});

test('a problem of the settings is not tried again', async () => {
  const onRetry = vi.fn();
  await expect(prepare({ FIXTURE_PREPARE_EXIT: '78' }, onRetry)).rejects.toThrow('Couldn’t prepare the database');
  expect(onRetry).not.toHaveBeenCalled();
});
