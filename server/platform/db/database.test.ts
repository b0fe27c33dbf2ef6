import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { createTestDatabase } from '../../testing/postgres.ts';
import { toAppError } from '../http/failure.ts';
import { isDatabaseBusy, isDatabaseDown, openDatabase } from './database.ts';
import { textSample } from './text-sample.ts';

it('a connection lost within a transaction is replaced and work continues', async () => {
  const { databaseUrl, drop } = await createTestDatabase();
  const { db } = openDatabase({ databaseUrl, applicationName: 'test', poolSize: 2 });
  const other = openDatabase({ databaseUrl, applicationName: 'other', poolSize: 1 });
  const cut = db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
    await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(other.db);
    // The connection is idle when it ends, and without a listener its error would end the process.
    await eventually(async () => {
      const still = await sql`select from pg_stat_activity where pid = ${rows[0]?.pid}::int`.execute(other.db);
      expect(still.rows).toEqual([]);
    });
    await sql`select 1`.execute(transaction);
  });
  expect(await cut.then(() => false, isDatabaseDown)).toBe(true);
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  await Promise.all([db.destroy(), other.db.destroy()]);
  await drop();
});

it('plans queries the same way on a server with other settings', async () => {
  const { databaseUrl, drop } = await createTestDatabase();
  const own = openDatabase({ databaseUrl, applicationName: 'test', poolSize: 1 });
  const { rows: names } = await sql<{ name: string }>`select current_database() as name`.execute(own.db);
  const name = sql.ref(names[0]?.name ?? '');
  await sql`alter database ${name} set random_page_cost = 4`.execute(own.db);
  await sql`alter database ${name} set jit = on`.execute(own.db);
  await sql`alter database ${name} set max_parallel_workers_per_gather = 2`.execute(own.db);
  await sql`alter database ${name} set work_mem = '1MB'`.execute(own.db);
  await own.db.destroy();
  const { db } = openDatabase({ databaseUrl, applicationName: 'test', poolSize: 1 });
  const { rows } = await sql`select current_setting('random_page_cost') as "pageCost", current_setting('jit') as jit,
    current_setting('max_parallel_workers_per_gather') as workers, current_setting('work_mem') as memory`.execute(db);
  expect(rows).toEqual([{ pageCost: '1.1', jit: 'off', workers: '0', memory: '16MB' }]);
  await db.destroy();
  await drop();
});

it('calls a pool whose connections are all taken busy, not a lost database', () => {
  const exhausted = new Error('timeout exceeded when trying to connect');
  const full = Object.assign(new Error('sorry, too many clients already'), { code: '53300' });
  for (const error of [exhausted, full]) {
    expect(isDatabaseBusy(error)).toBe(true);
    expect(toAppError(error).code).toBe('overloaded');
  }
  expect(toAppError(new Error('Connection terminated due to connection timeout')).code).toBe('databaseDown');
});

it('does not take a missing file for a missing database', () => {
  const failure = (syscall: string) => Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall });
  expect(isDatabaseDown(failure('connect'))).toBe(true);
  expect(isDatabaseDown(failure('open'))).toBe(false);
});

it('keeps samples of texts apart by column', async () => {
  const { databaseUrl, drop } = await createTestDatabase();
  const { db } = openDatabase({ databaseUrl, applicationName: 'test', poolSize: 2 });
  await sql`create table words as select 'left' as one, 'right' as other`.execute(db);
  expect((await textSample(db, 'words', 'one')).texts).toEqual(['left']);
  expect((await textSample(db, 'words', 'other')).texts).toEqual(['right']);
  await db.destroy();
  await drop();
});
