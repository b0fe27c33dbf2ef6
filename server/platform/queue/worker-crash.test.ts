import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { passHeartbeat } from '../../testing/missed-heartbeat.ts';
import { openQueueRig, type QueueRig } from '../../testing/queue-rig.ts';

const fixture = path.join(import.meta.dirname, '../../testing/fixtures/hanging-worker.ts');
let rig: QueueRig;
afterEach(() => rig.close());

async function killInTheMiddle(jobId: string): Promise<void> {
  const child = spawn(process.execPath, [fixture, rig.databaseUrl], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  let output = '';
  for await (const chunk of child.stdout) {
    output += String(chunk);
    if (output.includes(`running ${jobId}`)) break;
  }
  child.kill('SIGKILL');
  await exited;
}

test('a job whose worker is killed in the middle is taken up again by the next and ends once', async () => {
  let runs = 0;
  rig = await openQueueRig({ supportBundle: async () => ({ result: { run: ++runs } }) });
  const id = await rig.enqueue({ kind: 'supportBundle', requestedBy: null });
  await killInTheMiddle(id);
  expect(await rig.jobOf(id)).toMatchObject({ state: 'running', tries: 1 });
  await passHeartbeat(rig.db);
  await rig.startWorker();
  const job = await rig.untilState(id, 'done');
  expect(job).toMatchObject({ tries: 2, result: { run: 1 } });
  expect(job.log).toContain('The worker stopped before the attempt ended.');
});

test('a job that kills its worker every time is parked instead of killing a fourth', async () => {
  rig = await openQueueRig({
    supportBundle: async () => {
      throw new Error('must not run a fourth time');
    },
  });
  const id = await rig.enqueue({ kind: 'supportBundle', requestedBy: null });
  await rig.db.updateTable('jobs').set({ state: 'running', tries: 3, worker: 'gone' }).where('id', '=', id).execute();
  await rig.startWorker();
  const job = await rig.untilState(id, 'failed');
  expect(job).toMatchObject({ tries: 3, cause: 'The worker stopped 3 times during this step.' });
});
