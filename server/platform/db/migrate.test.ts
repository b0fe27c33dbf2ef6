import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmptyTestDatabase } from '../../testing/postgres.ts';
import { migrate, readMigrations } from './migrate.ts';

let databaseUrl: string;
let drop: () => Promise<void>;
beforeEach(async () => {
  ({ databaseUrl, drop } = await createEmptyTestDatabase());
});
afterEach(() => drop());

async function query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('migrating', () => {
  it('brings an empty database up to date, and does nothing the second time', async () => {
    const names = (await readMigrations()).map((migration) => migration.name);
    expect(await migrate(databaseUrl)).toEqual(names);
    expect(await migrate(databaseUrl)).toEqual([]);
  });

  it('by several processes at once does it once', async () => {
    const done = await Promise.all([migrate(databaseUrl), migrate(databaseUrl), migrate(databaseUrl)]);
    expect(done.flat()).toEqual((await readMigrations()).map((migration) => migration.name));
  });

  it('leaves nothing of a migration that failed, and goes on once the reason is gone', async () => {
    await query('create table colleges (in_the_way integer)');
    await expect(migrate(databaseUrl)).rejects.toThrow('001-foundation.sql failed and was rolled back');
    expect(await query("select 1 from pg_tables where tablename = 'departments'")).toEqual([]);
    await query('drop table colleges');
    expect((await migrate(databaseUrl)).length).toBeGreaterThan(0);
  });

  it('refuses a database that a newer Lectern made', async () => {
    await migrate(databaseUrl);
    await query("insert into schema_migrations (name, checksum) values ('999-future.sql', 'x')");
    await expect(migrate(databaseUrl)).rejects.toThrow('made by a newer Lectern');
  });

  it('refuses a migration that was changed after it had been applied', async () => {
    await migrate(databaseUrl);
    await query("update schema_migrations set checksum = 'other' where name = '001-foundation.sql'");
    await expect(migrate(databaseUrl)).rejects.toThrow('was changed after it had been applied');
  });
});
