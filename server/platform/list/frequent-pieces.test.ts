import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/postgres.ts';
import { type Db, openDatabase } from '../db/database.ts';
import { frequentPieces } from './frequent-pieces.ts';
import { planSearch, searches } from './meanings.ts';

let db: Db;
let drop: () => Promise<void>;
beforeAll(async () => {
  const test = await createTestDatabase();
  drop = test.drop;
  ({ db } = openDatabase({ databaseUrl: test.databaseUrl, applicationName: 'test', poolSize: 2 }));
  await sql`insert into users (id, account, name, role_id)
    select gen_random_uuid(), 'user' || i, case when i % 5 = 0 then '张敏' || i when i % 7 = 0 then '敏7 张敏' else 'Person 100%_' || i end, 4
    from generate_series(1, 400) i`.execute(db);
  await sql`analyze users`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await drop();
});

const columns = { searchText: sql`users.search_text`, id: sql`users.id` };
const texts = [
  '张',
  '张敏',
  '张敏7',
  '敏7',
  '张敏75',
  'US',
  'user',
  'er1',
  'r3',
  '0%_',
  '%',
  '_1',
  '敏7 张',
  'n 1',
  'nobody',
  'zz',
];

async function accounts(condition: ReturnType<typeof searches>): Promise<string[]> {
  const { rows } = await sql<{
    account: string;
  }>`select account from users where ${condition} order by account`.execute(db);
  return rows.map((row) => row.account);
}

async function naive(text: string): Promise<string[]> {
  const { rows } = await sql<{ account: string; search_text: string }>`
    select account, search_text from users order by account`.execute(db);
  return rows.filter((row) => row.search_text.includes(text.toLowerCase())).map((row) => row.account);
}

describe('pieces of a text', () => {
  it('are known as frequent or rare by the statistics', async () => {
    const frequent = await frequentPieces(db, 'users_search');
    expect([frequent.has('use'), frequent.has('er'), frequent.has('张敏7'), frequent.has('zz')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it.each(texts)('find %s anywhere, frequent or rare', async (text) => {
    const expected = await naive(text);
    expect(await accounts(searches(columns.searchText, text))).toEqual(expected);
    expect(await accounts(planSearch(columns, text, await frequentPieces(db, 'users_search')).condition)).toEqual(
      expected,
    );
    expect(await accounts(planSearch(columns, text, new Set()).condition)).toEqual(expected);
  });
});
