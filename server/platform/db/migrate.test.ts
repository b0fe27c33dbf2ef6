import { readFile } from 'node:fs/promises';
import path from 'node:path';
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

async function describeSchema(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ line: string }>(schemaLines);
  await client.end();
  return rows.map(({ line }) => line);
}

/** Comments and blanks in functions don't count. */
const schemaLines = `
  select concat_ws(' ', 'column', relname || '.' || attname, format_type(atttypid, atttypmod),
    case when attnotnull then 'not null' end, attidentity, attgenerated, pg_get_expr(adbin, adrelid), attstattarget) as line
  from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
  union all select concat_ws(' ', 'relation', relname, relkind, relpersistence, reloptions::text, pg_get_partkeydef(oid))
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S')
  union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
  from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
  union all select concat_ws(' ', 'index', pg_get_indexdef(oid), reloptions::text)
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('i', 'I')
  union all select concat_ws(' ', 'function', p.oid::regprocedure, regexp_replace(pg_get_functiondef(p.oid), '(--[^\\n]*|\\s)+', ' ', 'g'))
  from pg_proc p where pronamespace = 'public'::regnamespace and prokind = 'f'
    and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
  union all select concat_ws(' ', 'trigger', pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
  union all select concat_ws(' ', 'view', relname, pg_get_viewdef(oid))
  from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'`;

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

  it('rolls back a failed migration, and continues once the cause is fixed', async () => {
    await query('create table colleges (in_the_way integer)');
    await expect(migrate(databaseUrl)).rejects.toThrow('002-people.sql failed and was rolled back');
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
    await query("update schema_migrations set checksum = 'other' where name = '001-platform.sql'");
    await expect(migrate(databaseUrl)).rejects.toThrow('was changed after it had been applied');
  });

  it('upgrades an installation of version 0.1 to the same schema that a new one gets', async () => {
    const fresh = await createEmptyTestDatabase();
    await migrate(fresh.databaseUrl);
    await query(await readFile(path.join(import.meta.dirname, '../../testing/fixtures/schema-161.sql'), 'utf8'));
    await recordReplaced('001-foundation.sql', '161-subtitles-without-transcript.sql');
    await migrate(databaseUrl);
    expect(await migrate(databaseUrl)).toEqual([]);
    const [upgraded, made] = [await describeSchema(databaseUrl), await describeSchema(fresh.databaseUrl)];
    expect(made.length).toBeGreaterThan(2_000);
    expect(upgraded.filter((line) => !made.includes(line))).toEqual([]);
    expect(made.filter((line) => !upgraded.includes(line))).toEqual([]);
    await fresh.drop();
  });

  it('refuses an installation that is older than that', async () => {
    await recordReplaced('001-foundation.sql', '155-upload-language.sql');
    await expect(migrate(databaseUrl)).rejects.toThrow('older than version 0.1');
  });
});

async function recordReplaced(...names: string[]): Promise<void> {
  await query(
    'create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  );
  for (const name of names) await query(`insert into schema_migrations (name, checksum) values ('${name}', 'x')`);
}
