import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { PreparingClient } from './preparing-client.ts';
import type { DB } from './schema.ts';

export type Db = Kysely<DB>;
/** What repositories take: the database, or a transaction opened by a service. */
export type Executor = Kysely<DB> | Transaction<DB>;

// Parses bigint as number: sizes and ids stay below 2^53 (eight petabytes), and strings would need converting
// everywhere.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * Set for each session, because an operator's PostgreSQL has other defaults: its pages are cached or on SSDs, and with
 * many users, a page is done before a second process would have started to help.
 */
const plannerSettings = {
  random_page_cost: '1.1',
  work_mem: '16MB',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // Lets the planner skip the table when a tab and a filter contradict each other.
  constraint_exclusion: 'on',
};

type DatabaseOptions = { databaseUrl: string; applicationName: string; poolSize: number };

export function openDatabase(options: DatabaseOptions): { db: Db; pool: pg.Pool } {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: options.databaseUrl,
    application_name: options.applicationName,
    max: options.poolSize,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    options: Object.entries(plannerSettings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  });
  // A dead idle connection (such as after a database restart) is dropped and replaced; without this listener it would
  // end the process.
  pool.on('error', () => undefined);
  // The same for a connection in use; its query reports the error.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return { db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }), pool };
}

const connectionFailures = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08001',
  '08003',
  '08006',
]);

/** True when the database is unreachable or too busy, as opposed to a faulty query. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  // ENOENT can also mean a missing file instead of a missing socket.
  const isOfFile = code === 'ENOENT' && 'syscall' in error && error.syscall !== 'connect';
  return (
    (connectionFailures.has(code) && !isOfFile) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      error.message,
    )
  );
}

/** True when the database is up but every connection to it, or in our pool, is taken. */
export function isDatabaseBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  return code === '53300' || error.message === 'timeout exceeded when trying to connect';
}

/** True for deadlocks and serialisation failures; the losing transaction can simply retry. */
export function isLockConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001');
}

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}

/** True for a row that refers to a missing row, not for deleting a row that others refer to. */
export function isForeignKeyViolation(error: unknown): error is Error & { constraint?: string; table?: string } {
  return (
    error instanceof Error && 'code' in error && error.code === '23503' && /^insert or update /.test(error.message)
  );
}
