import {
  createListView,
  deleteListView,
  getListSetup,
  saveListColumns,
  updateListView,
} from '@lectern/contract/features/list-view.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

const usersPage = '/app/system/systemAdmin';
const params = { list: 'user' };
const view = { name: 'Forbidden ones', query: 'tab=forbidden&sort=-name', columns: null, shared: false };

let test: TestApp;
let editor: Identity;
let colleague: Identity;
beforeAll(async () => {
  test = await startTestApp();
  editor = await test.identity({ roleId: 3, pages: [usersPage] });
  colleague = await test.identity({ roleId: 4, pages: [usersPage] });
});
afterAll(() => test.close());

async function viewsOf(identity: Identity) {
  return (await test.call(getListSetup, { params }, { as: identity })).data.views.map((one) => [one.name, one.own]);
}

describe('saved views', () => {
  it('are private until they are shared', async () => {
    const { data } = await test.call(createListView, { params, body: view }, { as: editor });
    expect(await viewsOf(editor)).toEqual([['Forbidden ones', true]]);
    expect(await viewsOf(colleague)).toEqual([]);
    await test.call(updateListView, { params: { id: data.id }, body: { shared: true } }, { as: editor });
    expect(await viewsOf(colleague)).toEqual([['Forbidden ones', false]]);
  });

  it('of others can’t be changed or deleted', async () => {
    const { data } = await test.call(createListView, { params, body: { ...view, name: 'Mine' } }, { as: editor });
    const request = { params: { id: data.id } };
    expect((await test.call(updateListView, { ...request, body: { name: 'Yours' } }, { as: colleague })).http).toBe(
      404,
    );
    expect((await test.call(deleteListView, request, { as: colleague })).http).toBe(404);
    expect((await test.call(deleteListView, request, { as: editor })).status).toBe(204);
  });

  it('can be shared only with the editor ability', async () => {
    const answer = await test.call(createListView, { params, body: { ...view, shared: true } }, { as: colleague });
    expect(answer.failure.code).toBe('abilityMissing');
  });

  it('are refused if the list lacks their columns or filters', async () => {
    for (const change of [{ query: 'password=x' }, { query: 'sort=password_hash' }, { columns: ['password'] }]) {
      const answer = await test.call(
        createListView,
        { params, body: { ...view, ...change, name: 'Wrong' } },
        { as: editor },
      );
      expect(answer.failure.code).toBe('invalidInput');
    }
  });

  it('have unique names, in any letter case', async () => {
    await test.call(createListView, { params, body: { ...view, name: 'Twice' } }, { as: editor });
    const answer = await test.call(createListView, { params, body: { ...view, name: 'TWICE' } }, { as: editor });
    expect(answer.failure.code).toBe('invalidInput');
  });

  it('are for people who can open the page', async () => {
    const stranger = await test.identity({ roleId: 4 });
    expect((await test.call(getListSetup, { params }, { as: stranger })).failure.code).toBe('pageForbidden');
    expect((await test.call(getListSetup, { params: { list: 'nothing' } }, { as: editor })).http).toBe(404);
  });
});

describe('chosen columns', () => {
  it('are stored per person and can be reset', async () => {
    const columns = ['name', 'email'];
    await test.call(saveListColumns, { params, body: { columns } }, { as: editor });
    expect((await test.call(getListSetup, { params }, { as: editor })).data.columns).toEqual(columns);
    expect((await test.call(getListSetup, { params }, { as: colleague })).data.columns).toBeNull();
    await test.call(saveListColumns, { params, body: { columns: null } }, { as: editor });
    expect((await test.call(getListSetup, { params }, { as: editor })).data.columns).toBeNull();
  });

  it('that the list lacks are refused', async () => {
    const answer = await test.call(saveListColumns, { params, body: { columns: ['password'] } }, { as: editor });
    expect(answer.failure.code).toBe('invalidInput');
  });
});
