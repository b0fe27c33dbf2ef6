import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { definitionsOf, insertUser, openQueueRig, type QueueRig } from '../../testing/queue-rig.ts';

vi.setConfig({ testTimeout: 120_000 });
vi.mock('./fair-turns.ts', async (original) => ({ ...(await original<object>()), shortSlotSeconds: 0.05 }));

let rig: QueueRig;
afterEach(() => rig.close());

test('a job that takes longer than a short one may gives its slot up to one that waits, and ends among the long ones', async () => {
  const tries: boolean[] = [];
  rig = await openQueueRig({});
  const by = await insertUser(rig.db);
  const queue = (input: Record<string, unknown>) =>
    rig.db.transaction().execute(async (transaction) => {
      const jobId = await rig.queue.enqueue(transaction, { kind: 'supportBundle', input, requestedBy: by });
      await rig.queue.requeue(transaction, jobId, { costSeconds: 1 });
      return jobId;
    });
  const id = await queue({ isLong: true });
  const other = await queue({ isLong: false });
  await rig.startWorker(
    definitionsOf({}).map((definition) => ({
      ...definition,
      hasShortSlots: true as const,
      load:
        async () =>
        async (job, { signal }) => {
          if (!job.input.isLong) return {};
          tries.push(job.isShort);
          // In a short slot the job runs until it is aborted; in a long one it ends.
          if (job.isShort) await new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
          return {};
        },
    })),
  );
  const job = await rig.untilState(id, 'done');
  expect((await rig.untilState(other, 'done')).is_short).toBe(true);
  expect(tries).toEqual([true, false]);
  expect(job).toMatchObject({ is_short: false, tries: 1 });
  expect(job.log).toContain('Queued again: It’s taking longer than expected.');
  const { rows } = await sql<{ state: string }>`select state from pgboss.job where id = ${job.delivery_id}`.execute(
    rig.db,
  );
  expect(rows[0]?.state).toBe('completed');
});
