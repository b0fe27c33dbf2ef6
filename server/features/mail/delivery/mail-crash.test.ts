import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { nobody } from '@lectern/contract/features/mail.ts';
import { listMailRecipients } from '@lectern/contract/features/mail-compose.ts';
import { getMailServer } from '@lectern/contract/features/mail-server.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { mailRig } from '../../../testing/mail-rig.ts';
import { MailSink } from '../../../testing/mail-sink.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { workerEnvironment } from '../../../testing/worker-environment.ts';

vi.setConfig({ testTimeout: 600_000 });

const people = 60;
const failing = new Set(['crash-7@x.test', 'crash-41@x.test']);
const sink = new MailSink({ answer: (address) => (failing.has(address) ? 'refuse' : 'take') });
let test: TestApp;
let rig: ReturnType<typeof mailRig>;
let worker: ChildProcess | undefined;

beforeAll(async () => {
  await sink.open();
  // No mail server here, so only the worker that is killed sends anything.
  test = await startTestApp();
  rig = mailRig(test);
});
afterAll(async () => {
  await kill();
  await test.close();
  await sink.close();
});

async function startWorker(): Promise<void> {
  worker = spawn(process.execPath, [path.join(import.meta.dirname, '../../../worker.ts')], {
    env: workerEnvironment(test, { SMTP_URL: sink.url, MAIL_FROM: 'lectern@campus.test' }),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(worker, 'message');
}

async function kill(): Promise<void> {
  if (!worker || worker.exitCode !== null || worker.signalCode !== null) return;
  const exited = once(worker, 'exit');
  worker.kill('SIGKILL');
  await exited;
}

it('waits without a mail server, and after a kill no one gets it twice and no one is missed', async () => {
  const ids = await rig.people(people, (place) => `crash-${place}@x.test`);
  const { id } = await rig.send({ audience: { ...nobody, people: ids } });
  test.container.services.mailLoop.start();
  await eventually(async () => {
    const { data } = await test.call(getMailServer, {}, { as: test.admin });
    expect(data).toMatchObject({ state: 'none', waiting: 1 });
  });
  expect(await rig.get(id)).toMatchObject({ state: 'scheduled', counts: { total: 0 } });

  await startWorker();
  await vi.waitFor(() => expect(sink.taken.length).toBeGreaterThan(15), { timeout: 300_000, interval: 1 });
  await kill();
  const left = await rig.states(id);
  expect(left.waiting ?? 0).toBeGreaterThan(0);

  // As if the time after which a silent process counts as dead had passed.
  await sql`update mail_handlers set seen_at = now() - interval '1 hour'`.execute(test.db);
  await startWorker();
  const mail = await rig.until(id, ['partlyFailed']);
  const { data } = await test.call(listMailRecipients, { params: { id }, query: { size: 200 } }, { as: test.admin });
  expect(data.count).toBe(people);
  const { times } = sink;
  expect(Math.max(...times.values())).toBe(1);
  for (const { address, state, reason } of data.rows) {
    const got = times.get(address ?? '') ?? 0;
    if (state === 'sent') expect([address, got]).toEqual([address, 1]);
    else if (state === 'failed') expect([failing.has(address ?? ''), reason, got]).toEqual([true, 'refused', 0]);
    else expect([state, reason]).toEqual(['unknown', 'workerLost']);
  }
  // The number of messages handed over at once.
  expect(mail.counts.unknown).toBeLessThanOrEqual(4);
  expect(mail.counts.sent + mail.counts.failed + mail.counts.unknown).toBe(people);
  const missed = String(mail.counts.failed + mail.counts.unknown);
  const told = await test.db.selectFrom('notifications').select('params').where('kind', '=', 'mailFailed').execute();
  expect(told).toEqual([{ params: { title: mail.subject, count: missed } }]);
});
