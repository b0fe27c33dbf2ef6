import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { StartProblem } from '../supervisor/start-problem.ts';
import { isDatabaseDown } from './database.ts';

const migrationsDir = path.join(import.meta.dirname, 'migrations');
const upgradesDir = path.join(import.meta.dirname, 'upgrades');
/** The first and last of the old migrations, which were replaced by one file per area. */
const firstReplaced = '001-foundation.sql';
const lastReplaced = '161-subtitles-without-transcript.sql';
/** Files up to this one create the areas; later ones change them. */
const lastOfAreas = '016-tasks.sql';
/** An arbitrary lock number: one process migrates at a time while others wait. */
const migrationLock = 7_214_990_013;

type Migration = { name: string; sql: string; checksum: string };

export const readMigrations = () => readSqlFiles(migrationsDir);

async function readSqlFiles(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(directory, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * Updates the schema, forward only. Each migration and its record are one transaction, so a killed run leaves either
 * all or nothing of it and can simply be repeated.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'lectern-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    const migrations = await readMigrations();
    const upgraded = await upgradeFromReplaced(client, migrations);
    const applied = await readApplied(client);
    refuseNewerSchema(migrations, [...applied.keys()]);
    const done: string[] = [];
    for (const migration of migrations) {
      const checksum = applied.get(migration.name);
      if (checksum === migration.checksum) continue;
      if (checksum)
        throw new StartProblem(`Migration ${migration.name} was changed after it had been applied. Restore the file.`);
      await apply(client, migration.name, async () => {
        await client.query(migration.sql);
        await record(client, migration);
      });
      done.push(migration.name);
    }
    return [...upgraded, ...done];
  } finally {
    await client.end();
  }
}

async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

async function apply(client: pg.Client, name: string, change: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await change();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    if (isDatabaseDown(error)) throw error;
    throw new StartProblem(`Migration ${name} failed and was rolled back: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

async function record(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
}

/**
 * Upgrades a database made by the replaced migrations, then records the area files as applied, because both result in
 * the same tables. Runs in one transaction, so a kill leaves the database as it was.
 */
async function upgradeFromReplaced(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  const applied = await readApplied(client);
  if (!applied.has(firstReplaced)) return [];
  if (!applied.has(lastReplaced))
    throw new StartProblem('The database is older than version 0.1. Start version 0.1 once, then this one.');
  const missing = (await readSqlFiles(upgradesDir)).filter(({ name }) => !applied.has(name));
  await apply(client, 'from version 0.1', async () => {
    for (const { sql } of missing) await client.query(sql);
    await client.query('delete from schema_migrations');
    for (const migration of migrations.filter(({ name }) => name <= lastOfAreas)) await record(client, migration);
  });
  return missing.map(({ name }) => name);
}

function refuseNewerSchema(migrations: Migration[], applied: string[]): void {
  const known = new Set(migrations.map((migration) => migration.name));
  const unknown = applied.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new StartProblem(
      `The database was made by a newer Lectern (${unknown.join(', ')}). Start that version instead.`,
    );
  }
}
