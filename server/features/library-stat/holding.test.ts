import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataScope } from '../../platform/access/data-scope.ts';
import { buildCampus } from '../../testing/campus.ts';
import { insertTestResource } from '../../testing/insert-resource.ts';
import { seededRandom } from '../../testing/seeded-random.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { type Library, listNeverUsed, listOwners, sumHoldings } from './holding.repository.ts';

const random = seededRandom(20_261_117);
const kinds = ['document', 'video', 'audio', 'image'] as const;
const states = ['draft', 'published', 'published', 'offline', 'trashed'] as const;
const cuts = ['2026-01-31', '2026-03-09', '2026-03-10', '2026-05-31'];
let test: TestApp;
let departments: (string | null)[];
let owners: string[];
const ids: string[] = [];

beforeAll(async () => {
  test = await startTestApp();
  const campus = await buildCampus(test);
  departments = [campus.physics, campus.optics, campus.history, null];
  owners = [];
  for (const roleId of [3, 4, 4] as const) owners.push((await test.identity({ roleId })).userId);
  for (let count = 0; count < 60; count += 1) await add();
});
afterAll(() => test.close());

/** Often in the first or last hours of a month, which belong to another month in other time zones. */
function someTime(): Date {
  const day = random.chance(0.5)
    ? random.one(['2026-01-31', '2026-02-01', '2026-05-31'])
    : `2026-03-${9 + random.upTo(2)}`;
  return new Date(`${day.replace('-9', '-09')}T${String(random.upTo(23)).padStart(2, '0')}:30:00Z`);
}

async function add(): Promise<void> {
  const id = await insertTestResource(test.db, {
    ...{ title: `Held ${ids.length}`, owner_id: random.one(owners), department_id: random.one(departments) },
    ...{ kind: random.one(kinds), state: random.one(states), format: random.one(['pdf', 'mp4', 'png']) },
    ...{ created_at: someTime(), has_text: random.chance(0.5), page_count: random.upTo(20) },
    ...{
      size_bytes: 1_000 + random.upTo(1_000_000),
      duration_seconds: random.chance(0.5) ? random.upTo(9_999) / 7 : null,
    },
  });
  ids.push(id);
}

async function changeSome(): Promise<void> {
  await add();
  for (const id of random.some(ids, 5)) {
    const changes = random.one([
      { state: random.one(states) },
      { department_id: random.one(departments) },
      { owner_id: random.one(owners) },
      { size_bytes: 1_000 + random.upTo(1_000_000) },
      { kind: random.one(kinds), has_text: random.chance(0.5) },
      { created_at: someTime() },
    ]);
    await test.db.updateTable('resources').set(changes).where('id', '=', id).execute();
  }
  await sql`insert into access_keys (dimension, key) values (10, ${random.one(ids)}) on conflict do nothing`.execute(
    test.db,
  );
}

function libraryOf(scope: DataScope, userId: string, timeZone: string): Library {
  const live = sql`resources.state not in ('trashed', 'purged')`;
  const mine = sql`resources.state = 'published' or resources.owner_id = ${userId}`;
  const shown =
    scope.kind === 'all'
      ? live
      : scope.kind === 'own'
        ? sql`(${live} and (${mine}))`
        : sql`(${live} and (${mine} or resources.department_id = any (${scope.ids}::uuid[])))`;
  return { shown, timeZone };
}

/** An independent count in plain SQL. */
async function recount({ shown, timeZone }: Library, key: string): Promise<unknown[]> {
  const { rows } = await sql<{ key: string | null; place: number }>`
    select ${sql.raw(key)} as key,
      (select count(*)::integer from unnest(${cuts}::date[]) cut where cut < (created_at at time zone ${timeZone})::date) as place,
      count(*)::integer as resources, sum(size_bytes)::bigint as bytes,
      coalesce(sum(round(duration_seconds::numeric * 1000)), 0)::bigint as play_ms, coalesce(sum(page_count), 0)::bigint as pages,
      count(*) filter (where has_text)::integer as with_text,
      count(*) filter (where id::text not in (select key from access_keys where dimension = 10))::integer as never_used
    from resources where ${shown} group by 1, 2`.execute(test.db);
  return inOrder(rows);
}

const inOrder = <Row extends { key: string | null; place: number }>(rows: readonly Row[]): Row[] =>
  [...rows].sort((one, other) => `${one.key} ${one.place}`.localeCompare(`${other.key} ${other.place}`));

async function expectRight(timeZone: string): Promise<void> {
  const [userId] = owners as [string];
  const mine = [departments[0], departments[1]] as string[];
  const measures = ['resources', 'bytes', 'play_ms', 'pages', 'with_text', 'never_used'] as const;
  for (const scope of [{ kind: 'all' }, { kind: 'departments', ids: mine }, { kind: 'own', userId }] as DataScope[]) {
    const library = libraryOf(scope, userId, timeZone);
    const keys = {
      all: 'null::text',
      kind: 'kind',
      fileFormat: 'format',
      college: '(select college_id::text from departments where id = department_id)',
    } as const;
    for (const by of Object.keys(keys) as (keyof typeof keys)[]) {
      const held = await sumHoldings(test.db, library, { by, cuts, measures });
      expect(inOrder(held), `${scope.kind} by ${by}`).toEqual(await recount(library, keys[by]));
    }
    const { rows: owning } = await sql<{ id: string; resources: number; bytes: number }>`
      select owner_id as id, count(*) as resources, sum(size_bytes)::bigint as bytes from resources
      where ${library.shown} group by 1 order by 2 desc, 1`.execute(test.db);
    expect((await listOwners(test.db, library, 10)).map(({ name: _, ...owner }) => owner)).toEqual(owning);
    const { rows: unused } = await sql<{ id: string }>`select id from resources where ${library.shown}
      and id::text not in (select key from access_keys where dimension = 10) order by created_at, id limit 7`.execute(
      test.db,
    );
    expect((await listNeverUsed(test.db, library, 7)).map(({ id }) => id)).toEqual(unused.map(({ id }) => id));
  }
}

describe('a holding', () => {
  it('is counted right after any change', async () => {
    await expectRight('UTC');
    for (let round = 0; round < 8; round += 1) {
      await changeSome();
      await expectRight('UTC');
    }
    const gone = ids.splice(0, 5);
    await sql`delete from resource_versions where resource_id = any (${gone}::uuid[])`.execute(test.db);
    await sql`delete from resources where id = any (${gone}::uuid[])`.execute(test.db);
    await expectRight('UTC');
  });

  it.each(['Asia/Shanghai', 'America/Los_Angeles'])('follows the time zone of the installation: %s', expectRight);
});
