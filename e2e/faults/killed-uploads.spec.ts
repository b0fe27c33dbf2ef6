import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { nodePath } from '../product/product.ts';

const script = path.join(import.meta.dirname, 'uploads/run-upload-faults.ts');

/**
 * Runs the fault script in a separate process with its own product: an upload is in each phase when the parts are
 * killed.
 */
async function runFaults(killed: string): Promise<string> {
  const run = promisify(execFile)(nodePath(), [script, '--kill', killed], {
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const { stdout } = await run.catch((failed: { stdout: string; stderr: string }) => ({
    stdout: `${failed.stdout}${failed.stderr}`,
  }));
  return stdout;
}

// `npm run faults:uploads` kills the parts one by one and runs more rounds.
test('uploads in every phase resume after kill -9 of all parts, and nothing is lost, duplicated or left over', async () => {
  test.setTimeout(300_000);
  expect(await runFaults('all')).toMatch(/^ok .*\nUPLOAD FAULTS 1 rounds of 11 phases, 0 wrong\n$/);
});
