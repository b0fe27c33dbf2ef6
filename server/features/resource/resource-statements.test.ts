import { getResource, listResources, updateResource } from '@lectern/contract/features/resource.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildCampus } from '../../testing/campus.ts';
import { makeResource, makeStaff, type Staff, versionOf } from '../../testing/resource-rig.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let staff: Staff;
let id: string;
beforeAll(async () => {
  test = await startTestApp();
  staff = await makeStaff(test, await buildCampus(test));
  ({ id } = await makeResource(test, { owner: staff.owner, state: 'ready' }));
});
afterAll(() => test.close());

/** The fewest statements of several calls, because background work sends its own now and then. */
async function fewestStatements(call: (round: number) => Promise<{ status: number }>): Promise<number> {
  const counts: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const { status } = await call(round);
    counts.push(query.mock.calls.length);
    query.mockRestore();
    expect(status).toBe(200);
  }
  return Math.min(...counts);
}

describe('the number of statements', () => {
  it('to open a resource is at most 4', async () => {
    const open = () => test.call(getResource, { params: { id } }, { as: staff.editor });
    expect(await fewestStatements(open)).toBeLessThanOrEqual(4);
  });

  it('to save a field is at most 8', async () => {
    const save = async (round: number) => {
      const body = { author: `Author ${round}`, version: await versionOf(test, id) };
      return test.call(updateResource, { params: { id }, body }, { as: staff.editor });
    };
    // Reading the version is one of them.
    expect(await fewestStatements(save)).toBeLessThanOrEqual(9);
  });

  it('to turn a page is one, because its counts are those of the first page', async () => {
    const turn = (page: number) => test.call(listResources, { query: { page } }, { as: staff.editor });
    const first = await turn(1);
    expect(await fewestStatements(() => turn(2))).toBe(1);
    expect((await turn(2)).data).toMatchObject({ count: first.data?.count, tabs: first.data?.tabs });
    const more = await makeResource(test, { owner: staff.owner, state: 'published' });
    await test.call(
      updateResource,
      { params: { id: more.id }, body: { year: 1900, version: 1 } },
      { as: staff.editor },
    );
    expect((await turn(2)).data?.count.value).toBe((first.data?.count.value ?? 0) + 1);
  });
});

it('shows a saved resource as a later read does', async () => {
  const body = { author: 'Ada', year: 1843, tagIds: [], version: await versionOf(test, id) };
  const saved = await test.call(updateResource, { params: { id }, body }, { as: staff.editor });
  const read = await test.call(getResource, { params: { id } }, { as: staff.editor });
  expect(saved.data).toEqual(read.data);
});
