import type { JobKind } from '@lectern/contract/features/job.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { definitionsOf, insertUser, openQueueRig, type QueueRig } from '../../testing/queue-rig.ts';
import { newId } from '../new-id.ts';
import { listNextTurns } from './fair-turns.ts';
import type { JobHandler } from './job-definition.ts';

vi.setConfig({ testTimeout: 120_000 });

let rig: QueueRig;
let anna: string;
let ben: string;
let ran: string[] = [];
let behave: JobHandler = async () => ({});

beforeEach(async () => {
  ran = [];
  behave = async () => ({});
  rig = await openQueueRig({
    supportBundle: async (job, tools) => {
      ran.push(String(job.input.name));
      return behave(job, tools);
    },
  });
  await rig.queue.open();
  [anna, ben] = [await insertUser(rig.db, 'Anna'), await insertUser(rig.db, 'Ben')];
});
afterEach(() => rig.close());

const kind: JobKind = 'supportBundle';
type NewWork = { name: string; by: string; costSeconds?: number; priority?: number };

async function queue({ name, by, costSeconds = 0, priority = 0 }: NewWork): Promise<string> {
  return rig.db.transaction().execute(async (transaction) => {
    const id = await rig.queue.enqueue(transaction, { kind, input: { name }, requestedBy: by });
    await rig.queue.requeue(transaction, id, { costSeconds, priority });
    return id;
  });
}
const shortSlots = () =>
  definitionsOf({}).map((definition) => ({
    ...definition,
    hasShortSlots: true as const,
    load: async (): Promise<JobHandler> => async (job, tools) => {
      ran.push(String(job.input.name));
      return behave(job, tools);
    },
  }));
const untilDone = async (ids: readonly string[]) => {
  for (const id of ids) await rig.untilState(id, 'done');
};

describe('waiting jobs', () => {
  test('alternate between people, however many one of them queued', async () => {
    const ids: string[] = [];
    for (const name of ['a1', 'a2', 'a3', 'a4']) ids.push(await queue({ name, by: anna }));
    for (const name of ['b1', 'b2']) ids.push(await queue({ name, by: ben }));
    await rig.startWorker();
    await untilDone(ids);
    expect(ran).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4']);
  });

  test('of one person run by size, and raised ones run first', async () => {
    const ids = [
      await queue({ name: 'long', by: anna, costSeconds: 19 }),
      await queue({ name: 'short', by: anna, costSeconds: 1 }),
      await queue({ name: 'low', by: ben, priority: -5 }),
      await queue({ name: 'raised', by: anna, costSeconds: 18, priority: 3 }),
    ];
    await rig.startWorker();
    await untilDone(ids);
    expect(ran).toEqual(['raised', 'short', 'long', 'low']);
  });

  test('age: a long one is not overtaken for longer than it takes', async () => {
    const jobs = [
      { name: 'long', queuedMinutesAgo: 11, costSeconds: 600 },
      { name: 'new', queuedMinutesAgo: 0, costSeconds: 5 },
    ];
    for (const { name, queuedMinutesAgo, costSeconds } of jobs) {
      const id = await queue({ name, by: anna, costSeconds: 5 });
      await sql`update jobs set rank_at = now() - ${queuedMinutesAgo} * interval '1 minute'
        + ${costSeconds} * interval '1 second' where id = ${id}`.execute(rig.db);
    }
    const [next] = await listNextTurns(rig.db, { kind, isShort: true });
    const row = await rig.jobOf(String(next?.id));
    expect(row.input).toEqual({ name: 'long' });
  });

  test('that are short don’t wait for a long one that runs, even if it is the same person’s', async () => {
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    behave = async (job) => {
      if (job.input.name !== 'book') return {};
      begun.resolve();
      await gate.promise;
      return {};
    };
    await rig.startWorker(shortSlots());
    const book = await queue({ name: 'book', by: anna, costSeconds: 1_200 });
    await begun.promise;
    const other = await queue({ name: 'other book', by: ben, costSeconds: 900 });
    const ids = [
      await queue({ name: 'page', by: anna, costSeconds: 5 }),
      await queue({ name: 'note', by: ben, costSeconds: 5 }),
    ];
    await untilDone(ids);
    expect([(await rig.jobOf(book)).state, (await rig.jobOf(other)).state]).toEqual(['running', 'queued']);
    gate.resolve();
    await untilDone([book, other]);
    expect(ran.toSorted()).toEqual(['book', 'note', 'other book', 'page']);
  });

  test('exchange deliveries so that none is lost or run twice, with several workers', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 12; number += 1) {
      ids.push(await queue({ name: `j${number}`, by: number % 3 === 0 ? ben : anna, costSeconds: number }));
    }
    await Promise.all([rig.startWorker(shortSlots()), rig.startWorker(shortSlots())]);
    await untilDone(ids);
    expect(ran.toSorted()).toEqual(ids.map((_, number) => `j${number}`).toSorted());
    // The delivery is completed shortly after its job.
    const openDeliveries = async () => {
      const { rows } = await sql<{ open: number }>`
        select count(*) as open from pgboss.job
        where name = ${kind} and state in ('created', 'retry', 'active')`.execute(rig.db);
      return rows[0]?.open;
    };
    await expect.poll(openDeliveries, { timeout: 20_000 }).toBe(0);
  });

  test('are found person by person, without reading all that one of them has', async () => {
    const rows = Array.from({ length: 3_000 }, (_, number) => ({
      ...{ id: newId(), kind, state: 'queued', requested_by: anna, delivery_id: newId() },
      rank_at: new Date(Date.now() + number),
    }));
    await rig.db.insertInto('jobs').values(rows).execute();
    const id = await queue({ name: 'b1', by: ben });
    await sql`update jobs set is_short = false where id = ${id}`.execute(rig.db);
    await sql`insert into job_turns values (${kind}, false, ${anna}, now())`.execute(rig.db);
    await sql`analyze jobs`.execute(rig.db);
    const turns = await listNextTurns(rig.db, { kind, isShort: false });
    expect(turns.map((turn) => turn.id)).toEqual([id, rows[0]?.id]);
  });
});
