import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/postgres.ts';
import { type Db, openDatabase } from '../db/database.ts';
import { BackgroundLoop, describeFailure, failuresUntilFailing, type ItemRun } from './background-loop.ts';
import { listLoops } from './loop-rows.ts';

let database: TestDatabase;
let db: Db;
let loop: BackgroundLoop;
let logged: { level: number; err?: unknown; loop?: string }[] = [];
const logger = pino({ level: 'debug' }, { write: (line: string) => void logged.push(JSON.parse(line)) });

beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = openDatabase({ databaseUrl: database.databaseUrl, applicationName: 'test', poolSize: 1 }));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});
beforeEach(() => {
  logged = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  await loop.stop();
  vi.useRealTimers();
  await db.deleteFrom('background_loops').execute();
});

const startLoop = (run: (signal: AbortSignal) => Promise<ItemRun | undefined>) => {
  loop = new BackgroundLoop({ name: 'mail', everyMs: 1_000, db, logger, run });
  loop.start();
};
const row = async () => {
  await loop.flush();
  return (await listLoops(db))[0];
};
/** Waits for a pending query first, because its timers would come before the loop's. */
const nextRun = async () => {
  await row();
  await vi.advanceTimersToNextTimerAsync();
};

describe('a background loop', () => {
  it('runs at once and then regularly, never twice at the same time', async () => {
    const runs: (() => void)[] = [];
    startLoop(() => new Promise((resolve) => runs.push(() => resolve(undefined))));
    await vi.advanceTimersByTimeAsync(3_500);
    expect(runs).toHaveLength(1);
    runs[0]?.();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(runs).toHaveLength(2);
    runs[1]?.();
  });

  it('stops after the current run, and doesn’t count a stopped run as failed', async () => {
    let isOver = false;
    startLoop(
      (signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            isOver = true;
            reject(new Error('aborted'));
          });
        }),
    );
    await nextRun();
    await loop.stop();
    expect([isOver, loop.running, loop.ended]).toEqual([true, false, true]);
    expect(logged).toEqual([]);
    expect(await row()).toBeUndefined();
  });

  it('warns at the first failure, says when it keeps failing, and once when it works again', async () => {
    let broken = true;
    startLoop(async () => {
      if (broken) throw new TypeError('boom');
      return undefined;
    });
    await nextRun();
    expect(logged).toMatchObject([{ level: 40, loop: 'mail' }]);
    for (let run = 1; run < failuresUntilFailing + 2; run += 1) await nextRun();
    expect(logged).toMatchObject([{ level: 40 }, { level: 50, failures: failuresUntilFailing }]);
    const failures = failuresUntilFailing + 2;
    expect(await row()).toMatchObject({ failing: true, failures, message: 'TypeError: boom', last_success_at: null });
    broken = false;
    await nextRun();
    expect(logged.slice(2)).toMatchObject([{ level: 30, loop: 'mail' }]);
    expect(await row()).toMatchObject({ failing: false, failures: 0, message: null, failing_since: null });
  });

  it('takes no idle run for a proof that a broken item works again', async () => {
    const outcomes: ItemRun[] = [
      { done: 0, failure: new Error('broken item') },
      { done: 0, failure: undefined },
      { done: 2, failure: new Error('one of three') },
    ];
    startLoop(async () => outcomes.shift());
    for (const failures of [1, 1, 0]) {
      await nextRun();
      expect((await row())?.failures).toBe(failures);
    }
  });

  it('is not to blame while the database is away', async () => {
    startLoop(async () => {
      throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    });
    for (let run = 0; run < failuresUntilFailing + 1; run += 1) await nextRun();
    expect(await row()).toMatchObject({ failing: false, failures: failuresUntilFailing + 1 });
  });

  it('clears the rows of processes that are gone', async () => {
    const seen_at = new Date(Date.now() - 3_600_000);
    await db
      .insertInto('background_loops')
      .values({ name: 'mail', instance: 'gone:1', failing: true, seen_at })
      .execute();
    startLoop(async () => undefined);
    await eventually(async () => {
      const rows = await db.selectFrom('background_loops').select('instance').execute();
      expect(rows.map(({ instance }) => instance)).not.toContain('gone:1');
    });
  });
});

describe('the log of an error', () => {
  const sqlError = (code: string, message: string, more = {}) =>
    Object.assign(new Error(message), { code, severity: 'ERROR', ...more });
  it.each([
    [sqlError('42P01', 'relation "mails" does not exist'), 'relation "mails" does not exist (SQL 42P01)'],
    [sqlError('22P02', 'invalid input syntax for type uuid: "secret"'), 'SQL 22P02'],
    [
      sqlError('23505', 'duplicate key', { table: 'users', constraint: 'users_email', detail: 'Key (email)=(a@b.c)' }),
      'SQL 23505 (users, users_email)',
    ],
    [
      new Error('no answer from https://user:pass@host/x for a@b.test with "token"'),
      'Error: no answer from … for … with …',
    ],
    [new Error(`key ${'k'.repeat(40)} refused\nstack`), 'Error: key … refused'],
    [new AggregateError([sqlError('42703', 'column "a" does not exist')]), 'column "a" does not exist (SQL 42703)'],
    ['text', 'Unknown error'],
  ])('has no values in it: %s', (error, text) => {
    expect(describeFailure(error)).toBe(text);
  });
});
