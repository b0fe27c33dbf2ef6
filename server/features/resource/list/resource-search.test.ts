import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, openDatabase } from '../../../platform/db/database.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { newId } from '../../../platform/new-id.ts';
import { createTestDatabase } from '../../../testing/postgres.ts';
import { schoolLibraryId } from '../../../testing/resource-rig.ts';
import { planResourceSearch, resourceSearch, similarResourceSearch } from './resource-search.ts';

let db: Db;
let drop: () => Promise<void>;
const owner = newId();
const titles = [
  ...['Algebra I', 'Linear algebra, part 2', '线性代数 课件', '代数', 'Graph theory', 'C++ in a week'],
  ...['100% cotton', '100 percent', 'under_score', 'ph of water', 'graph of water', 'a\\b'],
];

beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  ({ db } = openDatabase({ databaseUrl: database.databaseUrl, applicationName: 'test', poolSize: 2 }));
  await sql`insert into users (id, account, name, role_id) values (${owner}, 'owner', 'Owner', 4)`.execute(db);
  await add(titles);
});
afterAll(async () => {
  await db.destroy();
  await drop();
});

async function add(added: readonly string[]): Promise<void> {
  await sql`insert into resources
      (id, kind, title, owner_id, library_id, state, file_name, format, content_type, size_bytes, sha256)
    select gen_random_uuid(), 'image', title, ${owner}, ${schoolLibraryId}, 'ready', 'x.png', 'png', 'image/png', 1,
      sha256('x'::bytea)
    from unnest(${added}::text[]) title`.execute(db);
}

async function found(condition: Condition): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`select title from resources where ${condition}`.execute(db);
  return rows.map((row) => row.title).sort();
}

describe('a text among resources', () => {
  it.each([
    ['algebra', ['Algebra I', 'Linear algebra, part 2']],
    ['part algebra', ['Linear algebra, part 2']],
    ['代数', ['代数', '线性代数 课件']],
    ['线性代数 课件', ['线性代数 课件']],
    ['graph water', ['graph of water']],
    ['graph 代数', []],
    ['课件 性代 数', ['线性代数 课件']],
    ['代', ['代数', '线性代数 课件']],
    ['ph', ['ph of water']],
    ['c++', ['C++ in a week']],
    ['100%', ['100% cotton']],
    ['r_s', ['under_score']],
    ['a\\b', ['a\\b']],
    ['zebra', []],
  ])('%s is found the same by the indexes and by looking', async (text, expected) => {
    const [byIndex, byLooking] = await Promise.all(
      [false, true].map((few) => planResourceSearch(db, text, { few, sort: '-updated' })),
    );
    expect(await found(byIndex?.condition ?? sql`false`)).toEqual(expected);
    expect(await found(byLooking?.condition ?? sql`false`)).toEqual(expected);
    expect(await found(resourceSearch(text))).toEqual(expected);
  });

  it('is taken as mistyped only while few have it', async () => {
    const guessed = await similarResourceSearch(db, 'algbera');
    expect(await found(guessed ?? sql`false`)).toContain('Algebra I');
    await add(Array.from({ length: 20 }, (_, index) => `Algbera ${index}`));
    expect(await similarResourceSearch(db, 'algbera')).toBeUndefined();
  });
});
