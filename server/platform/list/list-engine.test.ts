import { countLimit, defineList, viewSchema } from '@lectern/contract/list/define-list.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestDatabase } from '../../testing/postgres.ts';
import { type Db, openDatabase } from '../db/database.ts';
import type { Principal } from '../http/principal.ts';
import { newId } from '../new-id.ts';
import { listSource, sourceFor } from './list-source.ts';
import { isBetweenDays, isInRange, isOneOf, searches } from './meanings.ts';
import { countUpTo } from './read-counts.ts';
import { readFound, readPage } from './read-page.ts';
import { type View, viewConditions } from './view-conditions.ts';

/** A list just for this test, so every kind of filter and sort is covered whatever the product's lists use. */
const fruitList = defineList({
  id: 'fruit',
  texts: 'fruit',
  page: '/app/system/systemAdmin',
  path: '/fruit',
  row: z.strictObject({ id: z.uuid() }),
  columns: {
    name: { sort: 'name' },
    weight: { sort: 'weight' },
    pickedAt: { sort: 'pickedAt' },
  },
  filters: {
    colour: { kind: 'many', values: ['red', 'green', 'blue'] },
    weight: { kind: 'range' },
    picked: { kind: 'date' },
    ripe: { kind: 'yesNo' },
  },
  sorts: ['name', 'weight', 'pickedAt'],
  defaultSort: 'name',
  tabs: ['all', 'ripe', 'unripe'],
});

type Fruit = { id: string; name: string; weight: number; colour: string; ripe: boolean; picked_at: Date };

const nobody = {} as Principal;

const listedFruit = listSource<typeof fruitList, Fruit>({
  list: fruitList,
  from: sql`fruit`,
  id: sql`fruit.id`,
  columns: sql`fruit.*`,
  scope: () => sql`true`,
  search: (text) => searches(sql`lower(fruit.name)`, text),
  filters: {
    colour: (colours) => isOneOf(sql`fruit.colour`, colours),
    weight: (range) => isInRange(sql`fruit.weight`, range),
    picked: (days, context) => isBetweenDays(sql`fruit.picked_at`, days, context),
    ripe: (yes) => sql`fruit.ripe = ${yes}`,
  },
  sorts: {
    name: { by: sql`fruit.name`, type: 'text' },
    weight: { by: sql`fruit.weight`, type: 'integer' },
    pickedAt: { by: sql`fruit.picked_at`, type: 'timestamptz' },
  },
  tabs: { all: sql`true`, ripe: sql`fruit.ripe`, unripe: sql`not fruit.ripe` },
  present: (row) => row,
  exportCell: () => null,
});

const fruitSource = sourceFor(listedFruit, nobody);
const context = { timeZone: 'Asia/Shanghai' };
let db: Db;
let drop: () => Promise<void>;
let all: Fruit[];

beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  ({ db } = openDatabase({ databaseUrl: database.databaseUrl, applicationName: 'test', poolSize: 4 }));
  await sql`create table fruit (id uuid primary key, name text collate "C" not null, weight integer not null,
    colour text not null, ripe boolean not null, picked_at timestamptz(3) not null)`.execute(db);
  const names = ['apple', 'Apfel', '苹果', '苹果树', 'pear', '100%_ripe', "o'brien", 'a\\b', ''];
  all = Array.from({ length: 400 }, (_, index) => ({
    id: newId(),
    name: names[index % names.length] ?? '',
    weight: (index * 7) % 13,
    colour: ['red', 'green', 'blue'][index % 3] ?? 'red',
    ripe: index % 4 !== 0,
    picked_at: new Date(Date.UTC(2026, 0, 1) + ((index * 37) % 97) * 3_600_000),
  }));
  for (const fruit of all) await insert(fruit);
});
afterAll(async () => {
  await db.destroy();
  await drop();
});

async function insert(fruit: Fruit): Promise<void> {
  await sql`insert into fruit values (${fruit.id}, ${fruit.name}, ${fruit.weight}, ${fruit.colour}, ${fruit.ripe},
    ${fruit.picked_at})`.execute(db);
}

/** The ids the view should return, evaluated in plain code. */
function naive(view: View, rows: readonly Fruit[]): string[] {
  const { colour, weight, picked, ripe } = view as View & {
    colour?: string[];
    weight?: { min?: number; max?: number };
    picked?: { from?: string; to?: string };
    ripe?: boolean;
  };
  const dayOf = (date: Date) => new Date(date.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
  const matching = rows.filter(
    (row) =>
      (view.tab === 'all' || row.ripe === (view.tab === 'ripe')) &&
      row.name.toLowerCase().includes(view.search.toLowerCase()) &&
      (!colour || colour.includes(row.colour)) &&
      (weight?.min === undefined || row.weight >= weight.min) &&
      (weight?.max === undefined || row.weight <= weight.max) &&
      (!picked?.from || dayOf(row.picked_at) >= picked.from) &&
      (!picked?.to || dayOf(row.picked_at) <= picked.to) &&
      (ripe === undefined || row.ripe === ripe),
  );
  const keyOf = (row: Fruit) =>
    ({ name: Buffer.from(row.name), weight: row.weight, pickedAt: row.picked_at.getTime() })[
      view.sort.replace('-', '')
    ];
  const compare = (left: Fruit, right: Fruit): number => {
    const [a, b] = [keyOf(left), keyOf(right)];
    const byKey = Buffer.isBuffer(a) && Buffer.isBuffer(b) ? Buffer.compare(a, b) : Number(a) - Number(b);
    return byKey || (left.id < right.id ? -1 : 1);
  };
  return matching
    .sort((left, right) => (view.sort.startsWith('-') ? compare(right, left) : compare(left, right)))
    .map((row) => row.id);
}

async function walk(view: View, size: number, way: 'next' | 'previous' = 'next', from?: string): Promise<string[]> {
  const conditions = viewConditions(fruitSource, view, nobody, context);
  const found: string[][] = [];
  let cursor = from;
  do {
    const page = await readPage(db, fruitSource, view, conditions, { cursor, page: 1, size });
    const ids = page.rows.map((row) => (row as Fruit).id);
    if (way === 'next') found.push(ids);
    else found.unshift(ids);
    cursor = page[way] ?? undefined;
  } while (cursor);
  return found.flat();
}

const rawViews = fc.record(
  {
    tab: fc.constantFrom('all', 'ripe', 'unripe'),
    sort: fc.constantFrom('name', '-name', 'weight', '-weight', 'pickedAt', '-pickedAt'),
    search: fc.constantFrom('', 'a', 'ap', 'APP', '果', '苹果', '100%', '_', "'", '\\', 'zz'),
    colour: fc.constantFrom('red', 'red,blue', 'green'),
    weight: fc.constantFrom('3..9', '..5', '11..', '20..'),
    picked: fc.constantFrom('2026-01-02..2026-01-03', '2026-01-04..', '..2026-01-01'),
    ripe: fc.constantFrom('yes', 'no'),
  },
  { requiredKeys: ['tab', 'sort', 'search'] },
);

describe('the list engine', () => {
  it('gives, page by page, exactly what a naive evaluation gives, for any filters, sorts and page sizes', async () => {
    await fc.assert(
      fc.asyncProperty(rawViews, fc.integer({ min: 1, max: 90 }), async (raw, size) => {
        const view = viewSchema(fruitList).parse(raw) as View;
        expect(await walk(view, size)).toEqual(naive(view, all));
      }),
      { numRuns: 60 },
    );
  });

  it('counts its rows', async () => {
    await fc.assert(
      fc.asyncProperty(rawViews, async (raw) => {
        const view = viewSchema(fruitList).parse(raw) as View;
        const count = await countUpTo(db, fruitSource, viewConditions(fruitSource, view, nobody, context));
        expect(count).toEqual({ value: naive(view, all).length, exact: true });
      }),
      { numRuns: 40 },
    );
  });

  it('begins with the same page and the same count where what a text finds is fetched once', async () => {
    const source = { ...fruitSource, plan: { selective: true } };
    await fc.assert(
      fc.asyncProperty(rawViews, fc.integer({ min: 1, max: 90 }), async (raw, size) => {
        const view = viewSchema(fruitList).parse(raw) as View;
        const conditions = viewConditions(source, view, nobody, context);
        const wanted = naive(view, all);
        const page = await readFound(db, source, view, conditions, size);
        expect(page?.rows.map((row) => (row as Fruit).id)).toEqual(wanted.slice(0, size));
        expect([page?.found, page?.previous]).toEqual([wanted.length, null]);
        const rest = page?.next ? await walk(view, size, 'next', page.next) : [];
        expect(rest).toEqual(wanted.slice(size));
      }),
      { numRuns: 40 },
    );
  });

  it('leaves counts above the limit to the sort index', async () => {
    const view = viewSchema(fruitList).parse({ search: 'plenty' }) as View;
    const conditions = viewConditions({ ...fruitSource, plan: { selective: true } }, view, nobody, context);
    const rolledBack = new Error('rolled back');
    const looking = db.transaction().execute(async (transaction) => {
      const add = (count: number) =>
        sql`insert into fruit
        select gen_random_uuid(), 'plenty', 1, 'red', true, now() from generate_series(1, ${count})`.execute(
          transaction,
        );
      await add(countLimit);
      expect((await readFound(transaction, fruitSource, view, conditions, 50))?.found).toBe(countLimit);
      await add(1);
      expect(await readFound(transaction, fruitSource, view, conditions, 50)).toBeUndefined();
      throw rolledBack;
    });
    await expect(looking).rejects.toBe(rolledBack);
  });

  it('walks back the way it came', async () => {
    const view = viewSchema(fruitList).parse({ sort: '-weight' }) as View;
    const conditions = viewConditions(fruitSource, view, nobody, context);
    const expected = naive(view, all);
    const third = await readPage(db, fruitSource, view, conditions, { page: 3, size: 50 });
    const second = await readPage(db, fruitSource, view, conditions, {
      cursor: third.previous ?? '',
      page: 1,
      size: 50,
    });
    expect(second.rows.map((row) => (row as Fruit).id)).toEqual(expected.slice(50, 100));
    const first = await readPage(db, fruitSource, view, conditions, {
      cursor: second.previous ?? '',
      page: 1,
      size: 50,
    });
    expect(first.rows.map((row) => (row as Fruit).id)).toEqual(expected.slice(0, 50));
    expect([first.previous, first.next === null]).toEqual([null, false]);
  });

  it('shows no row twice and misses none that stays, while others come and go', async () => {
    const view = viewSchema(fruitList).parse({ sort: 'pickedAt' }) as View;
    const conditions = viewConditions(fruitSource, view, nobody, context);
    const passing = all.slice(0, 40);
    const seen: string[] = [];
    const added: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await readPage(db, fruitSource, view, conditions, { cursor, page: 1, size: 30 });
      seen.push(...page.rows.map((row) => (row as Fruit).id));
      cursor = page.next ?? undefined;
      const gone = passing.pop();
      if (gone) await sql`delete from fruit where id = ${gone.id}`.execute(db);
      const fresh = {
        ...(all[50] as Fruit),
        id: newId(),
        picked_at: new Date(Date.UTC(2026, 0, 1 + (seen.length % 4))),
      };
      added.push(fresh.id);
      await insert(fresh);
    } while (cursor);
    const leaving = new Set(all.slice(0, 40).map((fruit) => fruit.id));
    const staying = all.filter((fruit) => !leaving.has(fruit.id)).map((fruit) => fruit.id);
    expect(new Set(seen).size).toBe(seen.length);
    expect(staying.filter((id) => !seen.includes(id))).toEqual([]);
    await sql`delete from fruit where id in (${sql.join(added)})`.execute(db);
  });

  it.each([
    ['a field that is not declared', { password: 'x' }],
    ['a sort that is not declared', { sort: 'password_hash' }],
    ['a sort with a tail', { sort: 'name; drop table fruit' }],
    ['a tab that is not declared', { tab: 'secret' }],
    ['a choice that is not declared', { colour: "red' or 1=1 --" }],
    ['a range that runs backwards', { weight: '9..3' }],
    ['a day that is none', { picked: '2026-02-30..' }],
  ])('refuses %s', (_what, raw) => {
    expect(viewSchema(fruitList).safeParse(raw).success).toBe(false);
  });

  it.each(['nonsense', 'e30', Buffer.from('["name","next","a","not-a-uuid"]').toString('base64url')])(
    'refuses the forged cursor %s',
    async (cursor) => {
      const view = viewSchema(fruitList).parse({}) as View;
      const reading = readPage(db, fruitSource, view, viewConditions(fruitSource, view, nobody, context), {
        cursor,
        page: 1,
        size: 10,
      });
      await expect(reading).rejects.toMatchObject({ code: 'invalidInput' });
    },
  );

  it('refuses a cursor of another sort, and a page number too far to count to', async () => {
    const view = viewSchema(fruitList).parse({}) as View;
    const conditions = viewConditions(fruitSource, view, nobody, context);
    const { next } = await readPage(db, fruitSource, view, conditions, { page: 1, size: 10 });
    const other = { ...view, sort: 'weight' };
    await expect(
      readPage(db, fruitSource, other, conditions, { cursor: next ?? '', page: 1, size: 10 }),
    ).rejects.toMatchObject({ code: 'invalidInput' });
    await expect(readPage(db, fruitSource, view, conditions, { page: 5000, size: 50 })).rejects.toMatchObject({
      code: 'invalidInput',
    });
  });
});
