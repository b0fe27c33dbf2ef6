import {
  createSavedReport,
  deleteSavedReport,
  listSavedReports,
  updateSavedReport,
} from '@lectern/contract/features/saved-report.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let owner: Identity;
let other: Identity;

beforeAll(async () => {
  test = await startTestApp();
  const pages = ['/app/data/resource'];
  owner = await test.identity({ roleId: 3, pages });
  other = await test.identity({ roleId: 4, pages });
});
afterAll(() => test.close());

describe('a saved report', () => {
  const report = {
    page: 'data.resource',
    name: 'Growth',
    address: 'by=college',
    shared: false,
    mailed: 'none',
  } as const;

  it('is private until shared', async () => {
    const { data: made } = await test.call(createSavedReport, { body: report }, { as: owner });
    const list = async (as: Identity) =>
      (await test.call(listSavedReports, { query: { page: 'data.resource' } }, { as })).data.map(({ id, mine }) => [
        id,
        mine,
      ]);
    expect(await list(owner)).toEqual([[made.id, true]]);
    expect(await list(other)).toEqual([]);
    const params = { id: made.id };
    const change = { body: { shared: true, version: made.version } };
    expect((await test.call(updateSavedReport, { params, ...change }, { as: other })).http).toBe(404);
    expect((await test.call(updateSavedReport, { params, ...change }, { as: owner })).http).toBe(200);
    expect((await test.call(updateSavedReport, { params, ...change }, { as: owner })).http).toBe(409);
    expect(await list(other)).toEqual([[made.id, false]]);
    expect((await test.call(deleteSavedReport, { params }, { as: other })).http).toBe(404);
    expect((await test.call(deleteSavedReport, { params }, { as: owner })).http).toBe(200);
  });

  it('of a page that one may not open is not there', async () => {
    const query = { page: 'data.accessStat' } as const;
    expect((await test.call(listSavedReports, { query }, { as: other })).http).toBe(404);
    const body = { ...report, page: 'data.accessStat' } as const;
    expect((await test.call(createSavedReport, { body }, { as: other })).http).toBe(404);
  });
});
