import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

const migrationsDir = path.join(import.meta.dirname, 'migrations');
/** Any number nobody else uses: only one process migrates at a time, the others wait. */
const migrationLock = 7_214_990_013;

type Migration = { name: string; sql: string; checksum: string };

export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(migrationsDir)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(migrationsDir, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * Brings the schema up to date. Forward only; each migration is one transaction together with its record, so a kill
 * at any point leaves either all of it or nothing, and running again goes on from there.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'lectern-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    );
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    const migrations = await readMigrations();
    refuseNewerSchema(migrations, [...applied.keys()]);
    const done: string[] = [];
    for (const migration of migrations) {
      const checksum = applied.get(migration.name);
      if (checksum === migration.checksum) continue;
      if (checksum)
        throw new Error(`Migration ${migration.name} was changed after it had been applied. Restore the file.`);
      await client.query('begin');
      try {
        await client.query(migration.sql);
        await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
          migration.name,
          migration.checksum,
        ]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`Migration ${migration.name} failed and was rolled back: ${(error as Error).message}`, {
          cause: error,
        });
      }
      done.push(migration.name);
    }
    return done;
  } finally {
    await client.end();
  }
}

function refuseNewerSchema(migrations: Migration[], applied: string[]): void {
  const known = new Set(migrations.map((migration) => migration.name));
  const unknown = applied.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new Error(`The database was made by a newer Lectern (${unknown.join(', ')}). Start that version instead.`);
  }
}
