import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/postgres.ts';
import { PreparingClient, plannedEachTime } from './preparing-client.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new PreparingClient({ connectionString: database.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

async function prepared(like: string): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(
    `select statement from pg_prepared_statements where statement like '${like}' order by statement`,
  );
  return rows.map(({ statement }) => statement);
}

async function ask(text: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const { rows } = await client.query<{ answer: number }>(text, [time]);
    expect(rows[0]?.answer).toBe(time);
  }
}

it('prepares repeated statements from the third use, except those to be planned each time', async () => {
  await ask('select $1::int as answer /* twice */', 2);
  await ask('select $1::int as answer /* often */', 5);
  await ask(`${plannedEachTime} select $1::int as answer /* often */`, 5);
  expect(await prepared('%as answer%')).toEqual(['select $1::int as answer /* often */']);
});

it('keeps the most recently used ones, and runs dropped ones too', async () => {
  for (let shape = 0; shape < 450; shape += 1) await ask(`select $1::int as answer /* shape ${shape} */`, 3);
  const kept = await prepared('%/* shape %');
  expect(kept).toHaveLength(400);
  expect(kept).toContain('select $1::int as answer /* shape 449 */');
  expect(kept).not.toContain('select $1::int as answer /* shape 0 */');
  await ask('select $1::int as answer /* shape 0 */', 2);
  expect(await prepared('%/* shape 0 */')).toHaveLength(1);
});
