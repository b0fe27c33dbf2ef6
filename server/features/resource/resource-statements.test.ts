import { getResource, updateResource } from '@lectern/contract/features/resource.ts';
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
});

it('shows a saved resource as a later read does', async () => {
  const body = { author: 'Ada', year: 1843, tagIds: [], version: await versionOf(test, id) };
  const saved = await test.call(updateResource, { params: { id }, body }, { as: staff.editor });
  const read = await test.call(getResource, { params: { id } }, { as: staff.editor });
  expect(saved.data).toEqual(read.data);
});
