import { viewSchema } from '@lectern/contract/list/define-list.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, openDatabase } from '../../../platform/db/database.ts';
import type { SearchPlan } from '../../../platform/list/list-planner.ts';
import { ListReader } from '../../../platform/list/list-reader.ts';
import type { ListSource } from '../../../platform/list/list-source.ts';
import { finds } from '../../../platform/list/meanings.ts';
import type { View } from '../../../platform/list/view-conditions.ts';
import { newId } from '../../../platform/new-id.ts';
import { personIn } from '../../../testing/person-in.ts';
import { createTestDatabase } from '../../../testing/postgres.ts';
import { schoolLibraryId } from '../../../testing/resource-rig.ts';
import { resourceListSource } from './resource-list.source.ts';
import { splitSearch } from './resource-search.ts';

const text = sql`resources.search_text`;
/** A sample in which each text stands for 10,000 resources. */
const sampled = (texts: readonly string[]) => ({ texts, rows: texts.length * 10_000 });
const splitOf = (word: string, texts: readonly string[]) =>
  splitSearch([word], sampled(texts), { text, condition: finds(text, word) });

describe('words and the script of titles', () => {
  it.each([
    ['algebra', ['algebra i', 'more algebra', '代数'], { whenAscending: false }],
    ['代数', ['algebra i', 'more algebra', '代数 一'], { whenAscending: true }],
    ['algebra', ['algebra i', '代数 algebra'], undefined],
    ['robotics', ['algebra i', '代数'], undefined],
    ['c', ['c in a week', '代数'], undefined],
  ] as const)('%s among %j', (word, texts, expected) => {
    const apart = splitOf(word, texts);
    expect(apart && { whenAscending: apart.whenAscending }).toEqual(expected);
  });
});

describe('a split search', () => {
  let db: Db;
  let drop: () => Promise<void>;
  const [owner, department] = [newId(), newId()];

  beforeAll(async () => {
    const database = await createTestDatabase();
    drop = database.drop;
    ({ db } = openDatabase({ databaseUrl: database.databaseUrl, applicationName: 'test', poolSize: 2 }));
    await sql`insert into users (id, account, name, role_id) values (${owner}, 'owner', 'Owner', 4)`.execute(db);
    // Latin and Chinese titles; some of each have both words and some have neither.
    await sql`insert into resources
        (id, kind, title, description, owner_id, library_id, state, file_name, format, content_type, size_bytes, sha256)
      select gen_random_uuid(), 'image', case when i % 2 = 0 then 'Title ' else '标题' end || i % 11,
        case i % 3 when 0 then 'algebra 代数' when 1 then '代数 algebra' else '' end, ${owner}, ${schoolLibraryId},
        'ready', 'x.png', 'png', 'image/png', 1, sha256('x'::bytea)
      from generate_series(1, 60) i`.execute(db);
  });
  afterAll(async () => {
    await db.destroy();
    await drop();
  });

  /** Reads all pages forward to the end, then backward to the start. */
  async function walk(source: ListSource, search: string, sort: string): Promise<unknown[]> {
    const reader = new ListReader(db, { timeZone: 'UTC' });
    const view = viewSchema(source.list).parse({ search, sort }) as View;
    const pages: unknown[] = [];
    let way: 'next' | 'previous' = 'next';
    let cursor: string | undefined;
    while (true) {
      const position = cursor ? { page: 1, size: 7, cursor } : { page: 1, size: 7 };
      const page = await reader.page(source, { ...view, ...position }, personIn(department, owner, 1));
      pages.push({ rows: page.rows.map((row) => (row as { id: string }).id), count: cursor ? null : page.count });
      if (way === 'next' && !page.next) way = 'previous';
      const on: string | null = page[way];
      if (!on) return pages;
      cursor = on;
    }
  }

  it.each([
    ['algebra', 'title', ['algebra i', '代数']],
    ['algebra', '-title', ['algebra i', '代数']],
    ['代数', 'title', ['algebra i', '代数']],
    ['代数', '-title', ['algebra i', '代数']],
  ])('shows for %s by %s the same pages, there and back', async (search, sort, texts) => {
    const condition = finds(text, search);
    const split = splitOf(search, texts);
    if (!split) throw new Error('the sample should split the search');
    const planned = (plan: SearchPlan) => ({
      ...resourceListSource,
      planner: { ...resourceListSource.planner, search: { countLimit: 100, plan: async () => plan } },
    });
    const plain = planned({ condition });
    const pages = await walk(plain, search, sort);
    expect(pages).toHaveLength(11);
    expect(await walk(planned({ condition, split }), search, sort)).toEqual(pages);
  });
});
