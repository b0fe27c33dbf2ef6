import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { nodePath } from '../product/product.ts';

const script = path.join(import.meta.dirname, 'uploads/run-upload-faults.ts');

/** A product of its own in a process of its own, with an upload in each of its phases when the part is killed. */
async function runFaults(killed: string): Promise<string> {
  const run = promisify(execFile)(nodePath(), [script, '--kill', killed], {
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const { stdout, stderr } = await run.catch((failed: { stdout: string; stderr: string }) => failed);
  return `${stdout}${stderr}`;
}

test.describe('Uploads in every phase go on where they stopped, and nothing is lost, doubled or left over', () => {
  test.describe.configure({ timeout: 300_000 });

  for (const killed of ['api', 'worker', 'postgres', 'all']) {
    test(`after kill -9 of ${killed === 'all' ? 'all three at once' : killed}`, async () => {
      expect(await runFaults(killed)).toMatch(/^ok .*\nUPLOAD FAULTS 1 rounds of 11 phases, 0 wrong\n$/);
    });
  }
});
