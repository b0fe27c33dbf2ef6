import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/postgres.ts';
import { type Db, openDatabase } from '../db/database.ts';
import { newId } from '../new-id.ts';
import { foldListCounts } from './fold-counts.ts';
import { readTabCounts } from './read-counts.ts';

const tabs = ['all', 'allowed', 'forbidden', 'neverSignedIn', 'administrators'];
let db: Db;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  ({ db } = openDatabase({ databaseUrl: database.databaseUrl, applicationName: 'test', poolSize: 8 }));
});
beforeEach(async () => {
  await sql`delete from users`.execute(db);
  await sql`delete from departments`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await drop();
});

async function insertDepartment(): Promise<string> {
  const [college, department] = [newId(), newId()];
  await db.insertInto('colleges').values({ id: college, code: college, name: 'College' }).execute();
  await db
    .insertInto('departments')
    .values({ id: department, college_id: college, code: department, name: 'D', path: `/${department}/` })
    .execute();
  return department;
}

async function insertUser(departmentId: string | null): Promise<string> {
  const id = newId();
  await db.insertInto('users').values({ id, account: id, name: id, role_id: 4, department_id: departmentId }).execute();
  return id;
}

const countOf = async (condition: string) =>
  (await sql<{ count: number }>`select count(*) from users where ${sql.raw(condition)}`.execute(db)).rows[0]?.count;

/** The counts taken from the rows themselves. */
async function recount(): Promise<Record<string, unknown>> {
  const conditions = ['true', 'access = 0', 'access = 1', 'last_sign_in_at is null', 'role_id <= 2'];
  const counts = await Promise.all(conditions.map(countOf));
  return Object.fromEntries(tabs.map((tab, index) => [tab, { value: counts[index], exact: true }]));
}

const everywhere = () => readTabCounts(db, 'user', tabs, { kind: 'all' });
const keptRows = async () =>
  (await sql<{ count: number }>`select count(*) from list_counts`.execute(db)).rows[0]?.count ?? 0;

describe('folding the counts of lists', () => {
  it('leaves one row for each tab and department, and none where nothing is left', async () => {
    const department = await insertDepartment();
    for (const place of [department, department, null, department]) await insertUser(place);
    const gone = await insertUser(null);
    await db.deleteFrom('users').where('id', '=', gone).execute();
    await db.updateTable('users').set({ access: 1 }).where('department_id', '=', department).execute();
    expect(await keptRows()).toBeGreaterThan(12);
    const before = await everywhere();
    expect(await foldListCounts(db)).toBeGreaterThan(0);
    expect(await everywhere()).toEqual(before);
    expect(before).toEqual(await recount());
    // For the department: all, forbidden, never signed in. Outside of it: all, allowed, never signed in.
    expect(await keptRows()).toBe(6);
    const within = { kind: 'departments' as const, pathPrefix: `/${department}/`, ids: [department] };
    expect(await readTabCounts(db, 'user', ['all', 'allowed', 'forbidden'], within)).toMatchObject({
      all: { value: 3 },
      allowed: { value: 0 },
      forbidden: { value: 3 },
    });
    expect(await foldListCounts(db)).toBe(0);
  });

  it('folds more rows than fit in one go', async () => {
    await sql`insert into list_counts (list, tab, delta) select 'other', 'all', 1 from generate_series(1, 12001)`.execute(
      db,
    );
    await foldListCounts(db);
    const { rows } = await sql`select delta from list_counts where list = 'other'`.execute(db);
    expect(rows).toEqual([{ delta: 12001 }]);
  });

  it('stays exact for every reader while others write, roll back and fold at the same time', async () => {
    const department = await insertDepartment();
    const ids = await Promise.all(Array.from({ length: 20 }, () => insertUser(department)));
    let writing = true;
    const write = async (lane: number) => {
      for (let turn = 0; turn < 40; turn += 1) {
        await insertUser(turn % 2 ? department : null);
        const id = ids[(lane * 5 + turn) % ids.length] ?? '';
        await db
          .updateTable('users')
          .set({ access: turn % 2 })
          .where('id', '=', id)
          .execute();
        const rolledBack = db.transaction().execute(async (transaction) => {
          await transaction.updateTable('users').set({ role_id: 1 }).where('id', '=', id).execute();
          throw new Error('changed my mind');
        });
        await expect(rolledBack).rejects.toThrow('changed my mind');
      }
    };
    const fold = async () => {
      while (writing) await foldListCounts(db);
    };
    // One statement, so rows and sums come from the same snapshot.
    const compare = async () => {
      while (writing) {
        const { rows } = await sql<{ rows: number; sums: number }>`
          select (select count(*) from users) as rows,
            (select sum(delta)::bigint from list_counts where list = 'user' and tab = 'all') as sums`.execute(db);
        expect(rows[0]?.sums).toBe(rows[0]?.rows);
      }
    };
    const writers = Promise.all([0, 1, 2].map(write)).finally(() => {
      writing = false;
    });
    await Promise.all([writers, fold(), fold(), compare()]);
    expect(await everywhere()).toEqual(await recount());
    await foldListCounts(db);
    expect(await everywhere()).toEqual(await recount());
    expect(await keptRows()).toBeLessThan(20);
  });

  it('know every column that counts are grouped by', async () => {
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns where table_name = 'list_counts'
        and table_schema = current_schema()`.execute(db);
    expect(rows.map((row) => row.name).sort()).toEqual(['delta', 'department_id', 'list', 'open', 'tab']);
  });
});
