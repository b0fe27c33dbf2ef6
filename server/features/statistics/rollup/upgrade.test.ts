import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Db, openDatabase } from '../../../platform/db/database.ts';
import { migrate } from '../../../platform/db/migrate.ts';
import { createEmptyTestDatabase } from '../../../testing/postgres.ts';
import { FoldLoop } from './fold-loop.ts';

const resource = '5f0c0000-0000-4000-8000-000000000001';
let db: Db;
let drop: () => Promise<void>;
let salt: string | undefined;

/**
 * A database from before the rollups, with sums of two days: the events of one still exist, those of the other are
 * gone.
 */
const filled = `
  insert into access_keys (id, dimension, key) overriding system value values
    (101, 1, 'video'), (102, 10, '${resource}'), (103, 6, '${resource}'), (104, 11, '${resource}'), (105, 12, '${resource}');
  update access_fold set kept_from = '2026-02-01', time_zone = 'Asia/Shanghai', folded_seq = 1;
  insert into access_days (day, dimension, key, within, within_key, views, plays, downloads, searches, clicks, play_ms)
    select day, dimension, key, within, within_key, 3, 0, 0, 2, 0, 0 from unnest(array['2026-01-31', '2026-02-02']::date[]) day,
      (values (0, 0, 0, 0), (1, 101, 0, 0), (1, 101, 12, 105)) cell (dimension, key, within, within_key);
  insert into access_months (day, dimension, key, within, within_key, views, plays, downloads, searches, clicks, play_ms)
    select date_trunc('month', day)::date, dimension, key, within, within_key, views, plays, downloads, searches, clicks, play_ms
    from access_days;
  insert into access_hours (hour, dimension, key, views, plays, downloads, searches, clicks, play_ms)
    values ('2026-01-30 23:00Z', 0, 0, 3, 0, 0, 2, 0, 0), ('2026-02-01 23:00Z', 0, 0, 3, 0, 0, 2, 0, 0);
  insert into access_resource_days (day, resource, kind, college, department, subject, owner, views, plays, downloads, searches,
    clicks, play_ms) values ('2026-01-31', 102, 101, 0, 0, 0, 105, 3, 0, 0, 0, 0, 0);
  insert into access_course_days (day, course, chapter, resource, views, plays, downloads, searches, clicks, play_ms)
    values ('2026-01-31', 103, 104, 102, 3, 0, 0, 0, 0, 0), ('2026-01-31', 103, 0, 102, 1, 0, 0, 0, 0, 0);
  insert into access_retention (resource, month, hundredth, play_ms) values (102, '2026-01-01', 7, 900);
  insert into access_terms (day, term, searches, without_result) values ('2026-01-31', 'waves', 2, 1), ('2026-01-30', 'waves', 1, 0);
  insert into access_viewers (day, dimension, key, within, within_key, viewers, sketch)
    select day, 0, 0, 0, 0, 2, int8send(7) || int8send(9) from unnest(array['2026-01-31', '2026-02-02']::date[]) day;
  insert into access_viewer_spans (span, day, dimension, key, within, within_key, viewers, sketch)
    values ('month', '2026-01-01', 0, 0, 0, 0, 2, int8send(7) || int8send(9));
  insert into holding_months (month, time_zone) values ('2026-01-01', 'UTC');
  select ensure_access_months('2026-02-01', '2026-02-28');
  insert into access_events (seq, at, event_id, source, action, kind, viewer)
    values (1, '2026-02-01 23:00Z', gen_random_uuid(), 'portal', 'view', 'video', 11);
  select setval('access_events_seq', 1)`;

beforeAll(async () => {
  const made = await createEmptyTestDatabase();
  drop = made.drop;
  const client = new pg.Client({ connectionString: made.databaseUrl });
  await client.connect();
  await client.query(
    'create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  );
  await client.query(
    await readFile(path.join(import.meta.dirname, '../../../testing/fixtures/schema-161.sql'), 'utf8'),
  );
  await client.query(
    "insert into schema_migrations (name, checksum) values ('001-foundation.sql', ''), ('161-subtitles-without-transcript.sql', '')",
  );
  await client.query(filled);
  salt = (await client.query<{ salt: string }>("select encode(salt, 'hex') as salt from access_salt")).rows[0]?.salt;
  await client.end();
  await migrate(made.databaseUrl);
  db = openDatabase({ databaseUrl: made.databaseUrl, applicationName: 'upgrade', poolSize: 2 }).db;
}, 300_000);
afterAll(async () => {
  await db.destroy();
  await drop();
});

async function rows(text: string): Promise<unknown[]> {
  const { rows: found } = await sql<{ row: unknown[] }>`${sql.raw(`select json_build_array(${text}) as row`)}`.execute(
    db,
  );
  return found[0]?.row ?? [];
}
const rollup = (condition: string, measure: string) =>
  `(select coalesce(sum(${measure}), 0) from access_rollups where ${condition})`;

it('keeps every sum of an installation with data', async () => {
  expect(
    await rows(
      [
        rollup("span = 'day' and key = 0 and within = 0", 'views'),
        rollup("span = 'month' and dimension = 1", 'views'),
        rollup("span = 'day' and key = 0 and within = 14 and within_key = 7 and day = '2026-01-31'", 'views'),
        rollup('within = 12 or dimension = 12', 'views'),
        rollup("span = 'month' and dimension = 6 and within = 10", 'views'),
        rollup("span = 'day' and dimension = 10 and within = 11", 'views'),
        rollup("span = 'month' and within = 15 and within_key = 7", 'play_ms'),
        rollup("span = 'month' and dimension = 13 and within = 0", 'searches'),
        rollup("span = 'day' and dimension = 13 and within = 16", 'searches'),
        "(select sum(views) from access_resource_rollups where span = 'day')",
        "(select encode(salt, 'hex') from access_state)",
      ].join(', '),
    ),
  ).toEqual([6, 6, 3, 0, 4, 3, 900, 3, 1, 3, salt]);
});

it('counts the viewers of kept days again, and keeps those of days whose events are gone', async () => {
  const viewers = (span: string, day: string) =>
    `(select viewers from access_viewers where span = '${span}' and day = '${day}' and dimension = 0)`;
  const all = () =>
    rows([viewers('day', '2026-01-31'), viewers('month', '2026-01-01'), viewers('day', '2026-02-02')].join(', '));
  expect(await all()).toEqual([2, 2, 2]);
  await new FoldLoop({ db, timeZone: 'Asia/Shanghai', logger: pino({ level: 'silent' }) }).runOnce();
  expect(await all()).toEqual([2, 2, 1]);
});
