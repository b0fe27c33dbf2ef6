import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/new-id.ts';
import { makeResource } from '../../testing/resource-rig.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { countChecks } from './run-checks.ts';

let test: TestApp;
let departmentId: string;
let libraryId: string;
const tagIds = [randomUUID(), randomUUID()];
beforeAll(async () => {
  test = await startTestApp();
  [departmentId, libraryId] = [await makeDepartment(), newId()];
  await test.db.insertInto('libraries').values({ id: libraryId, kind: 'school', name: 'Second library' }).execute();
  for (const [year, state] of (['ready', 'published', 'published', 'trashed'] as const).entries()) {
    await makeResource(test, { year, state, content: `${state} file`, tagIds });
  }
});
afterAll(() => test.close());

async function makeDepartment(): Promise<string> {
  const [collegeId, id] = [newId(), newId()];
  await test.db.insertInto('colleges').values({ id: collegeId, code: 'CNT', name: 'Counts' }).execute();
  const path = `/${id}/`;
  await test.db
    .insertInto('departments')
    .values({ id, college_id: collegeId, code: 'CNT', name: 'Counts', path })
    .execute();
  return id;
}

async function wrongCounts(): Promise<string[]> {
  const { fileStore } = test.container.services;
  const checked = await Promise.all(
    countChecks.map(async ({ what, run }) => ({ what, ...(await run({ db: test.db, fileStore })) })),
  );
  return checked.filter(({ count }) => count > 0).map(({ what }) => what);
}

const updateAll = (change: RawBuilder<unknown>) => sql`update resources set ${change}`.execute(test.db);

async function countRows(): Promise<unknown> {
  const { rows } = await sql`select (select count(*) from list_counts) as tabs,
    (select count(*) from library_usage) as libraries, (select sum(live) from resource_checksums) as checksums,
    (select count(*) from tag_usage) as tags, (select count(*) from tag_facets) as facets`.execute(test.db);
  return rows[0];
}

describe('the counts of resources', () => {
  it('gain no rows from changes of columns that nothing counts', async () => {
    const before = await countRows();
    await updateAll(sql`author = 'Li Na', title = title || ' 2', visibility = 'everyone', version = version + 1`);
    await updateAll(sql`state = state, tag_ids = tag_ids, library_id = library_id`);
    await sql`update resources set author = 'Nobody' where false`.execute(test.db);
    expect(await countRows()).toEqual(before);
  });

  it.each<[string, () => RawBuilder<unknown>]>([
    ['kind', () => sql`kind = 'video'`],
    ['state', () => sql`state = case state when 'published' then 'trashed' else 'published' end`],
    ['work_failed', () => sql`work_failed = true`],
    ['department_id', () => sql`department_id = ${departmentId}`],
    ['an emptied department_id', () => sql`department_id = null`],
    ['library_id', () => sql`library_id = ${libraryId}`],
    ['sha256', () => sql`sha256 = sha256('new file')`],
    ['tag_ids', () => sql`tag_ids = tag_ids[1:1]`],
    ['the order of tag_ids', () => sql`tag_ids = array[${tagIds[1]}, ${tagIds[0]}]::uuid[]`],
    [
      'all of them',
      () => sql`kind = 'image', work_failed = false, state = 'offline', tag_ids = '{}', sha256 = sha256('newest file'),
        department_id = ${departmentId}, library_id = '0199a000-0000-7000-8000-000000000001'`,
    ],
  ])('follow a change of %s in many rows', async (_, change) => {
    await updateAll(change());
    expect(await wrongCounts()).toEqual([]);
  });

  it('follow rows that change differently in one statement', async () => {
    await updateAll(sql`library_id = case year % 2 when 0 then library_id else ${libraryId} end,
      state = (array['published', 'trashed', 'rejected', 'offline'])[year + 1], work_failed = year > 1,
      tag_ids = case when year > 0 then array[${tagIds[0]}]::uuid[] else '{}' end`);
    expect(await wrongCounts()).toEqual([]);
  });
});
