import pg from 'pg';
import { expect, test } from 'vitest';
import { createEmptyTestDatabase, createTestDatabase } from './postgres.ts';

async function tablesOf(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ tablename: string }>(
    "select tablename from pg_tables where schemaname = 'public' order by 1",
  );
  await client.end();
  return rows.map((row) => row.tablename);
}

test('a test database is migrated and its own', async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  expect(await tablesOf(first.databaseUrl)).toContain('users');
  const client = new pg.Client({ connectionString: first.databaseUrl });
  await client.connect();
  await client.query('create table only_here ()');
  await client.end();
  expect(await tablesOf(first.databaseUrl)).toContain('only_here');
  expect(await tablesOf(second.databaseUrl)).not.toContain('only_here');
});

test('an empty test database has no table', async () => {
  const database = await createEmptyTestDatabase();
  expect(await tablesOf(database.databaseUrl)).toEqual([]);
});

test('a dropped test database is gone, even with open connections', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  await database.drop();
  await expect(tablesOf(database.databaseUrl)).rejects.toThrow(/does not exist/);
});
