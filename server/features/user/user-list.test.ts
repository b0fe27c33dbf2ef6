import { listUsers, userList } from '@lectern/contract/features/user.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookieHeader, type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let biologist: Identity;
let reader: Identity;
beforeAll(async () => {
  test = await startTestApp();
  const { organisation } = test.container.services;
  const context = await test.context(test.admin);
  const collegeId = await organisation.createCollege(context, { code: 'SCI', name: 'Sciences' });
  const departmentId = await organisation.createDepartment(context, { collegeId, code: 'BIO', name: 'Biology' });
  biologist = await test.identity({ roleId: 3, departmentId, pages: [userList.page], name: 'Bio =1+1' });
  reader = await test.identity({ roleId: 4, departmentId, pages: [userList.page], name: '张敏, "quoted"' });
  await test.identity({ roleId: 4, name: 'Elsewhere' });
});
afterAll(() => test.close());

async function list(identity: Identity, query: Record<string, unknown> = {}) {
  return test.call(listUsers, { query: query as never }, { as: identity });
}

describe('the list of users', () => {
  it('shows everybody to an administrator, with exact counts of every tab', async () => {
    const { data } = await list(test.admin);
    expect(data.rows.length).toBe(4);
    expect(data.count).toEqual({ value: 4, exact: true });
    expect(data.tabs).toEqual({
      all: { value: 4, exact: true },
      allowed: { value: 4, exact: true },
      forbidden: { value: 0, exact: true },
      neverSignedIn: { value: 3, exact: true },
      administrators: { value: 1, exact: true },
    });
  });

  it('shows role 3 the own department, and role 4 only oneself, counts included', async () => {
    const byEditor = (await list(biologist)).data;
    expect(byEditor.rows.map((row) => row.name).sort()).toEqual(['Bio =1+1', '张敏, "quoted"']);
    expect(byEditor.tabs.all).toEqual({ value: 2, exact: true });
    const byUser = (await list(reader)).data;
    expect([byUser.rows.map((row) => row.id), byUser.tabs.all]).toEqual([[reader.userId], { value: 1, exact: true }]);
  });

  it('counts follow every change at once', async () => {
    const person = await test.identity({ roleId: 4 });
    await test.db.updateTable('users').set({ access: 1 }).where('id', '=', person.userId).execute();
    expect((await list(test.admin)).data.tabs.forbidden).toEqual({ value: 1, exact: true });
    await test.db.deleteFrom('users').where('id', '=', person.userId).execute();
    expect((await list(test.admin)).data.tabs.forbidden).toEqual({ value: 0, exact: true });
  });

  it('finds two Chinese characters, a piece of an account, and nothing by a wildcard', async () => {
    expect((await list(test.admin, { search: '张敏' })).data.rows.map((row) => row.id)).toEqual([reader.userId]);
    expect((await list(test.admin, { search: biologist.account.slice(2, 7) })).data.rows.length).toBe(1);
    expect((await list(test.admin, { search: '%' })).data.count.value).toBe(0);
  });

  it.each(Object.keys(userList.filters))('takes the filter %s and refuses nonsense in it', async (name) => {
    const good: Record<string, string> = {
      name: 'a',
      account: 'a',
      email: 'a',
      role: '1,3',
      access: 'allow',
      lastSignIn: '2020-01-01..',
      created: '..2100-01-01',
      twoFactor: 'no',
      locked: 'no',
      signedIn: 'yes',
    };
    const value = good[name] ?? biologist.userId;
    expect((await list(test.admin, { [name]: value })).status).toBe(200);
    expect((await list(test.admin, { [name]: '\u0001'.repeat(500) })).http).toBe(422);
  });

  it.each(userList.sorts)('sorts by %s both ways', async (sort) => {
    const up = (await list(test.admin, { sort })).data.rows.map((row) => row.id);
    const down = (await list(test.admin, { sort: `-${sort}` })).data.rows.map((row) => row.id);
    expect(down).toEqual([...up].reverse());
  });
});

describe('the export of users', () => {
  async function file(identity: Identity, query: string) {
    return test.app.inject({
      url: `/api/system/users/export?${query}`,
      headers: { cookie: cookieHeader(identity.cookies) },
    });
  }

  it('has the same rows in the same order, as CSV that no spreadsheet takes for formulas', async () => {
    const response = await file(test.admin, 'format=csv&columns=name,account,role&sort=name');
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="user-.*\.csv"$/);
    const [head, ...lines] = response.body.replace('\ufeff', '').trimEnd().split('\r\n');
    expect(head).toBe('Name,Username,Role');
    const rows = (await list(test.admin, { sort: 'name' })).data.rows;
    expect(lines.length).toBe(rows.length);
    expect(lines.map((line) => line.includes(',u-') || line.includes(',admin,'))).toEqual(rows.map(() => true));
    expect(response.body).toContain('"张敏, ""quoted"""');
  });

  it('neutralises what begins like a formula', async () => {
    await test.db.updateTable('users').set({ name: '=HYPERLINK("x")' }).where('id', '=', biologist.userId).execute();
    const response = await file(test.admin, 'format=csv&columns=name&search=hyperlink');
    expect(response.body).toContain(`"'=HYPERLINK(""x"")"`);
  });

  it('is a workbook on demand', async () => {
    const response = await file(test.admin, 'format=xlsx&columns=name,sessions');
    expect(response.rawPayload.subarray(0, 2).toString()).toBe('PK');
    expect(response.headers['content-type']).toContain('spreadsheetml');
  });

  it('obeys the data scope, and refuses columns that are not declared', async () => {
    const response = await file(reader, 'format=csv&columns=account');
    expect(response.body.trim().split('\r\n').length).toBe(2);
    expect((await file(test.admin, 'format=csv&columns=password_hash')).statusCode).toBe(422);
  });
});
