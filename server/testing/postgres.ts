import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import {
  applicationRole,
  type SocketAccess,
  socketUrl,
  superuserRole,
} from '../platform/embedded-postgres/database-url.ts';
import { templateDatabase } from './template-database.ts';

export type TestDatabase = {
  databaseUrl: string;
  /** Also closes open connections. Optional, because the whole server is discarded at the end of the run. */
  drop(): Promise<void>;
};

/** A migrated database for one test file, copied from the template in a few hundredths of a second. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(`template ${templateDatabase} strategy file_copy`);
}

/** A database without tables, for tests of the migrations. */
export async function createEmptyTestDatabase(): Promise<TestDatabase> {
  return createDatabase('');
}

async function createDatabase(how: string): Promise<TestDatabase> {
  const access = inject('postgresAccess');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdministrator(access, `create database ${name} owner ${applicationRole} ${how}`);
  return {
    databaseUrl: socketUrl({ ...access, database: name, role: applicationRole }),
    drop: () => asAdministrator(access, `drop database if exists ${name} with (force)`),
  };
}

async function asAdministrator(access: SocketAccess, statement: string): Promise<void> {
  const client = new pg.Client({
    connectionString: socketUrl({ ...access, database: 'postgres', role: superuserRole }),
  });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
