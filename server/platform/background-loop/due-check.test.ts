import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/postgres.ts';
import { type Db, openDatabase } from '../db/database.ts';
import { BackgroundLoop } from './background-loop.ts';
import { type DueCondition, isDue } from './due-check.ts';

let database: TestDatabase;
let db: Db;
const statements: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const opened = openDatabase({ databaseUrl: database.databaseUrl, applicationName: 'test', poolSize: 2 });
  ({ db } = opened);
  opened.pool.on('connect', (client) => {
    const query = client.query;
    vi.spyOn(client, 'query').mockImplementation((...given: unknown[]) => {
      statements.push(String(given[0]));
      return Reflect.apply(query, client, given);
    });
  });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const yes = sql<boolean>`true`;
const no = sql<boolean>`1 > ${2}`;
const unknown = sql<boolean>`null`;
const broken = sql<boolean>`exists (select from no_such_table)`;

it('answers everything asked at the same moment in one statement', async () => {
  statements.length = 0;
  expect(await Promise.all([yes, no, unknown, yes].map((one) => isDue(db, one)))).toEqual([true, false, false, true]);
  expect(statements).toHaveLength(1);
});

it('fails only the question that is broken', async () => {
  const answers = await Promise.allSettled([yes, broken, no].map((one) => isDue(db, one)));
  expect(answers).toMatchObject([
    { status: 'fulfilled', value: true },
    { status: 'rejected', reason: { code: '42P01' } },
    { status: 'fulfilled', value: false },
  ]);
});

it('lets a loop run only when it has something to do', async () => {
  let condition: DueCondition = no;
  let asked = 0;
  let runs = 0;
  const loop = new BackgroundLoop({
    ...{ name: 'mail', everyMs: 20, db, logger: pino({ level: 'silent' }) },
    due: () => {
      asked += 1;
      return condition;
    },
    run: async () => {
      runs += 1;
      return undefined;
    },
  });
  loop.start();
  await eventually(async () => expect(asked).toBeGreaterThan(2));
  expect(runs).toBe(0);
  condition = yes;
  await eventually(async () => expect(runs).toBeGreaterThan(1));
  await loop.stop();
});
