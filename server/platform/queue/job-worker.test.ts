import { sql } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { definitionsOf, insertUser, openQueueRig, type QueueRig } from '../../testing/queue-rig.ts';
import { newId } from '../new-id.ts';
import { assertEveryKindHasOneHandler } from './job-definition.ts';
import { JobSkipped } from './job-endings.ts';
import type { EndedJob } from './job-runner.ts';

vi.setConfig({ testTimeout: 120_000 });

let rig: QueueRig;
afterEach(() => rig.close());

async function eventsOf(userId: string) {
  const rows = await rig.db
    .selectFrom('events')
    .select('payload')
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.payload as { topic: string; job: { state: string; progress: number } });
}

describe('a job', () => {
  test('runs, keeps its result and log, and shows its requester how it goes', async () => {
    const ended: EndedJob[] = [];
    rig = await openQueueRig(
      {
        supportBundle: async (job, { report, log }) => {
          log(`input ${JSON.stringify(job.input)}`);
          report(40);
          await eventually(async () =>
            expect((await eventsOf(requestedBy)).map((event) => event.job.progress)).toContain(40),
          );
          return { result: { answer: 42 } };
        },
      },
      { onEnded: async (_transaction, job) => void ended.push(job) },
    );
    const requestedBy = await insertUser(rig.db);
    await rig.startWorker();
    const id = await rig.enqueue({ kind: 'supportBundle', input: { depth: 3 }, requestedBy });
    const job = await rig.untilState(id, 'done');
    expect(job).toMatchObject({ progress: 100, tries: 1, cause: null, result: { answer: 42 } });
    expect(job.log).toContain('input {"depth":3}');
    expect(job.finished_at).toBeInstanceOf(Date);
    const events = await eventsOf(requestedBy);
    expect(events.map((event) => event.job.state)).toEqual(['queued', 'running', 'running', 'done']);
    expect(events.map((event) => event.job.progress)).toEqual([0, 0, 40, 100]);
    const about = { resourceId: null, versionId: null };
    expect(ended).toEqual([
      {
        id,
        kind: 'supportBundle',
        state: 'done',
        cause: null,
        causeCode: null,
        requestedBy,
        ...about,
        link: undefined,
      },
    ]);
  });

  test('does not exist when the transaction that asked for it is rolled back', async () => {
    const runs: string[] = [];
    rig = await openQueueRig({
      supportBundle: async (job) => {
        runs.push(job.id);
        return {};
      },
    });
    await rig.startWorker();
    let rolledBack = '';
    await rig.db
      .transaction()
      .execute(async (transaction) => {
        rolledBack = await rig.queue.enqueue(transaction, { kind: 'supportBundle', requestedBy: null });
        throw new Error('changed my mind');
      })
      .catch(() => undefined);
    const kept = await rig.enqueue({ kind: 'supportBundle', requestedBy: null });
    await rig.untilState(kept, 'done');
    expect(runs).toEqual([kept]);
    await expect(rig.jobOf(rolledBack)).rejects.toThrow();
    const { rows } = await sql`select id from pgboss.job where id = ${rolledBack}`.execute(rig.db);
    expect(rows).toEqual([]);
  });

  test('that is delivered twice, also after its end, has one result', async () => {
    let runs = 0;
    rig = await openQueueRig({});
    await rig.queue.open();
    const boss = new PgBoss({ connectionString: rig.databaseUrl, supervise: false, schedule: false });
    boss.on('error', () => undefined);
    await boss.start();
    const id = await rig.db.transaction().execute(async (transaction) => {
      const jobId = await rig.queue.enqueue(transaction, { kind: 'supportBundle', requestedBy: null });
      await boss.send('supportBundle', { jobId }, { db: fromKysely(transaction) });
      return jobId;
    });
    await rig.startWorker(
      definitionsOf({}, { concurrency: 2 }).map((definition) => ({
        ...definition,
        load: async () => async () => {
          runs += 1;
          await eventually(async () => {
            const { rows } = await sql`select from pgboss.job where state = 'created'`.execute(rig.db);
            expect(rows).toEqual([]);
          });
          return { result: { run: runs } };
        },
      })),
    );
    await rig.untilState(id, 'done');
    await boss.send('supportBundle', { jobId: id });
    const after = await rig.enqueue({ kind: 'supportBundle', requestedBy: null });
    await rig.untilState(after, 'done');
    await eventually(async () => {
      const { rows } = await sql`select id from pgboss.job where state <> 'completed'`.execute(rig.db);
      expect(rows).toEqual([]);
    });
    await boss.stop({ graceful: false });
    expect(runs).toBe(2);
    expect(await rig.jobOf(id)).toMatchObject({ tries: 1, result: { run: 1 } });
  });

  test('that always fails is parked with its cause after three tries and blocks nothing', async () => {
    const ended: EndedJob[] = [];
    rig = await openQueueRig(
      {
        supportBundle: async (job) => {
          if (job.input.poison) throw new Error('the page is\n torn');
          return {};
        },
      },
      { onEnded: async (_transaction, job) => void ended.push(job) },
    );
    await rig.startWorker();
    const poison = await rig.enqueue({ kind: 'supportBundle', input: { poison: true }, requestedBy: null });
    const sound = await rig.enqueue({ kind: 'supportBundle', requestedBy: null });
    await rig.untilState(sound, 'done');
    expect((await rig.jobOf(poison)).state).not.toBe('failed');
    const parked = await rig.untilState(poison, 'failed');
    expect(parked).toMatchObject({ tries: 3, cause: 'the page is torn' });
    expect(parked.log.match(/Failed: the page is torn/g)).toHaveLength(2);
    expect(ended.filter((job) => job.id === poison)).toMatchObject([{ state: 'failed', cause: 'the page is torn' }]);
  });

  test('that has nothing to do is skipped with the reason, without another try', async () => {
    rig = await openQueueRig({
      supportBundle: async () => {
        throw new JobSkipped('The file has no sound.');
      },
    });
    await rig.startWorker();
    const id = await rig.enqueue({ kind: 'supportBundle', requestedBy: null });
    expect(await rig.untilState(id, 'skipped')).toMatchObject({ tries: 1, cause: 'The file has no sound.' });
  });

  test('that exceeds its time limit is stopped and says so', async () => {
    let stopped = 0;
    rig = await openQueueRig({});
    const definitions = definitionsOf(
      {
        supportBundle: async (_job, { signal }) =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => {
              stopped += 1;
              reject(new Error('interrupted'));
            });
          }),
      },
      { limitSeconds: 1 },
    );
    await rig.startWorker(definitions);
    const id = await rig.enqueue({ kind: 'supportBundle', requestedBy: null });
    expect((await rig.untilState(id, 'failed')).cause).toBe('It took longer than 1 seconds and was stopped.');
    expect(stopped).toBe(3);
  });

  test('that is cancelled while running is stopped, and its output is discarded', async () => {
    let started = () => {};
    let aborted = () => {};
    const running = new Promise<void>((resolve) => {
      started = resolve;
    });
    const stopped = new Promise<void>((resolve) => {
      aborted = resolve;
    });
    const saved = vi.fn(async () => undefined);
    rig = await openQueueRig({
      supportBundle: async (_job, { signal }) => {
        started();
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        aborted();
        return { save: saved };
      },
    });
    await rig.startWorker();
    const id = await rig.enqueue({ kind: 'supportBundle', requestedBy: null });
    await running;
    const cancel = () => rig.db.transaction().execute((transaction) => rig.queue.cancel(transaction, id));
    expect(await cancel()).toBe(true);
    await stopped;
    expect(await cancel()).toBe(false);
    const other = await rig.enqueue({ kind: 'maintenance', requestedBy: null });
    await rig.untilState(other, 'done');
    expect(await rig.jobOf(id)).toMatchObject({ state: 'cancelled', tries: 1 });
    expect(saved).not.toHaveBeenCalled();
  });

  test('that is cancelled while it waits never runs', async () => {
    const ran = vi.fn(async () => ({}));
    rig = await openQueueRig({ supportBundle: ran });
    const id = await rig.enqueue({ kind: 'supportBundle', requestedBy: null });
    expect(await rig.db.transaction().execute((transaction) => rig.queue.cancel(transaction, id))).toBe(true);
    await rig.startWorker();
    await rig.untilState(await rig.enqueue({ kind: 'supportBundle', requestedBy: null }), 'done');
    expect(ran).toHaveBeenCalledTimes(1);
    expect(await rig.jobOf(id)).toMatchObject({ state: 'cancelled', tries: 0 });
  });

  test('whose worker is stopped in order goes back without losing a try, and the next worker ends it', async () => {
    let runs = 0;
    let started = () => {};
    const running = new Promise<void>((resolve) => {
      started = resolve;
    });
    rig = await openQueueRig({
      supportBundle: async (_job, { signal }) => {
        runs += 1;
        started();
        if (runs === 1) await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
        return {};
      },
    });
    const first = await rig.startWorker();
    const id = await rig.enqueue({ kind: 'supportBundle', requestedBy: null });
    await running;
    await first.stop();
    expect(await rig.jobOf(id)).toMatchObject({ state: 'queued', tries: 0, cause: null });
    await rig.startWorker();
    expect(await rig.untilState(id, 'done')).toMatchObject({ tries: 1 });
  });

  test('that is handed over while the database goes away is taken as soon as it is back, by the same delivery', async () => {
    let runs = 0;
    rig = await openQueueRig({
      supportBundle: async () => {
        if (++runs === 1) throw new Error('the page is torn');
        return {};
      },
    });
    // Sequences are not rolled back, so only the first write of each kind fails.
    await sql`create sequence taken; create sequence put_back;
      create function away() returns trigger language plpgsql as $$
      begin
        if nextval(case new.state when 'running' then 'taken' else 'put_back' end) = 1 then
          raise exception 'terminating connection' using errcode = '57P01';
        end if;
        return new;
      end $$;
      create trigger away before update of state on jobs for each row
        when (new.state is distinct from old.state and new.state in ('running', 'queued')) execute function away()`.execute(
      rig.db,
    );
    await rig.startWorker();
    const id = await rig.enqueue({ kind: 'supportBundle', requestedBy: null });
    expect(await rig.untilState(id, 'done')).toMatchObject({ tries: 2 });
    const { rows } = await sql`select retry_count as again from pgboss.job where id = ${id}`.execute(rig.db);
    expect(rows).toEqual([{ again: 1 }]);
    expect((await rig.jobOf(id)).log).not.toContain('The worker stopped before');
  });

  test('without a delivery, as after a restore, is delivered when a worker starts', async () => {
    rig = await openQueueRig({});
    const id = await rig.enqueue({ kind: 'supportBundle', requestedBy: null });
    await sql`delete from pgboss.job`.execute(rig.db);
    await rig.startWorker();
    expect(await rig.untilState(id, 'done')).toMatchObject({ tries: 1 });
  });

  test('that saves something is done together with it, or not at all', async () => {
    rig = await openQueueRig({
      supportBundle: async (job, { log }) => {
        log(`about to save try ${job.attempt}`);
        return {
          save: async (transaction) => {
            const college = { id: newId(), code: `c${job.attempt}`, name: 'Law' };
            await transaction.insertInto('colleges').values(college).execute();
            if (job.attempt === 1) throw new Error('cut off');
          },
        };
      },
    });
    await rig.startWorker();
    const id = await rig.enqueue({ kind: 'supportBundle', requestedBy: null });
    const job = await rig.untilState(id, 'done');
    expect(job.log).toMatch(/about to save try 1.*Failed: cut off.*about to save try 2/s);
    const colleges = await rig.db.selectFrom('colleges').select('code').execute();
    expect(colleges).toEqual([{ code: 'c2' }]);
  });
});

describe('a worker', () => {
  test('is seen while it is alive and gone after a clean stop', async () => {
    rig = await openQueueRig({});
    const worker = await rig.startWorker();
    await eventually(async () => {
      expect(await rig.db.selectFrom('workers').selectAll().execute()).toHaveLength(1);
    });
    await worker.stop();
    expect(await rig.db.selectFrom('workers').selectAll().execute()).toEqual([]);
  });

  test('that was stopped takes jobs again once it is started', async () => {
    rig = await openQueueRig({});
    const worker = await rig.startWorker();
    await worker.stop();
    const id = await rig.enqueue({ kind: 'supportBundle', requestedBy: null });
    await worker.start();
    expect(await rig.untilState(id, 'done')).toMatchObject({ tries: 1 });
  });

  test('continues after the database closed all its connections', async () => {
    rig = await openQueueRig({});
    await rig.startWorker();
    await rig.untilState(await rig.enqueue({ kind: 'supportBundle', requestedBy: null }), 'done');
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(rig.db);
    const id = await eventually(() => rig.enqueue({ kind: 'supportBundle', requestedBy: null }));
    await rig.untilState(id, 'done');
  });

  test('runs an overdue schedule once, however many workers start', async () => {
    let runs = 0;
    const definitions = definitionsOf({ maintenance: async () => ({ result: { run: ++runs } }) }).map((definition) =>
      definition.kind === 'maintenance' ? { ...definition, schedule: '17 3 * * *' } : definition,
    );
    rig = await openQueueRig({});
    await Promise.all([rig.startWorker(definitions), rig.startWorker(definitions)]);
    const jobs = await rig.db.selectFrom('jobs').select(['id', 'kind']).execute();
    expect(jobs).toMatchObject([{ kind: 'maintenance' }]);
    await rig.untilState(jobs[0]?.id ?? '', 'done');
    const schedules = await sql`select name, cron, timezone from pgboss.schedule`.execute(rig.db);
    expect(schedules.rows).toEqual([{ name: 'maintenance', cron: '17 3 * * *', timezone: 'UTC' }]);
    expect(runs).toBe(1);
  });

  test('creates its own row for scheduled deliveries', async () => {
    rig = await openQueueRig({});
    await rig.startWorker();
    const boss = new PgBoss({ connectionString: rig.databaseUrl, supervise: false, schedule: false });
    await boss.start();
    const id = (await boss.send('maintenance', {})) ?? '';
    await boss.stop({ graceful: false });
    await eventually(() => rig.jobOf(id));
    expect(await rig.untilState(id, 'done')).toMatchObject({ kind: 'maintenance', requested_by: null, tries: 1 });
  });
});

test('a kind without a handler, or with two, does not start', async () => {
  rig = await openQueueRig({});
  const [first, ...rest] = definitionsOf({});
  expect(() => assertEveryKindHasOneHandler(rest)).toThrow('supportBundle has 0 handlers');
  expect(() => assertEveryKindHasOneHandler([...(first ? [first, first] : []), ...rest])).toThrow(
    'supportBundle has 2 handlers',
  );
});
