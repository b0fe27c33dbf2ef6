import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { PreparingClient } from './preparing-client.ts';
import type { DB } from './schema.ts';

export type Db = Kysely<DB>;
/** What repositories take: the database itself, or the transaction that a service opened. */
export type Executor = Kysely<DB> | Transaction<DB>;

// Sizes and identities fit a double: 2^53 bytes is eight petabytes. Strings would only breed conversions.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

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
    // A tab and a filter that contradict each other are seen to before any row is.
    options: '-c constraint_exclusion=on',
  });
  // An idle connection that dies (database restarted) is dropped and replaced; without a listener it would end the process.
  pool.on('error', () => undefined);
  // So would one in a transaction: its query reports the end.
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

/** True when the database can't be reached or is too busy to take the query, as against a query that is wrong. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  // A file may be missing as well as the socket.
  const isOfFile = code === 'ENOENT' && 'syscall' in error && error.syscall !== 'connect';
  return (
    (connectionFailures.has(code) && !isOfFile) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      error.message,
    )
  );
}

/** True when the database runs and every connection to it, or of our pool, is taken. */
export function isDatabaseBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  return code === '53300' || error.message === 'timeout exceeded when trying to connect';
}

/** Two that wanted the same rows in different order: the one that lost may simply try again. */
export function isLockConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001');
}

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}

/** A row that refers to one that is not there, as against the deletion of one that others refer to. */
export function isForeignKeyViolation(error: unknown): error is Error & { constraint?: string; table?: string } {
  return (
    error instanceof Error && 'code' in error && error.code === '23503' && /^insert or update /.test(error.message)
  );
}
