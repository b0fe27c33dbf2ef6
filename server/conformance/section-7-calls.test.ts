import { changePassword, getCurrentUser, login, logout } from '@lectern/contract/features/auth.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, testPassword } from '../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

describe('section 7: calls', () => {
  it('all calls go to a single API base', () => {
    const calls = test.routes().filter((route) => route !== 'GET /*' && route !== 'GET /__serverLoader');
    expect(calls.filter((route) => !route.split(' ')[1]?.startsWith('/api/'))).toEqual([]);
  });

  it('GET /admin/auth returns the current user in a result field beside status', async () => {
    const response = await test.app.inject({
      url: '/api/admin/auth',
      headers: { authorization: `Bearer ${test.admin.token}` },
    });
    const body = response.json();
    expect(Object.keys(body).sort()).toEqual(['message', 'result', 'status']);
    expect(body).toMatchObject({ status: 200, result: { roleId: 1, permissions: expect.any(Array) } });
  });

  it('POST /admin/auth/login takes JSON credentials and returns what the session stores', async () => {
    const answer = await test.call(login, { body: { account: 'admin', password: testPassword } });
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({
      token: expect.any(String),
      refreshToken: expect.any(String),
      roleId: 1,
      deptCode: null,
    });
    expect(Date.parse(answer.data.expiresAt)).toBeGreaterThan(Date.now());
  });

  it('POST /auth/password changes the password; success without content is HTTP 200 with body status 204', async () => {
    const person = await test.identity({ roleId: 4 });
    const body = { oldPassword: testPassword, newPassword: 'another fine sentence' };
    const answer = await test.call(changePassword, { body }, { as: person });
    expect([answer.http, answer.status, answer.data]).toEqual([200, 204, null]);
    await test.signIn(person.account, 'another fine sentence');
  });

  it('POST /auth/outLogin ends the session', async () => {
    const person = await test.identity({ roleId: 4 });
    expect((await test.call(logout, {}, { as: person })).status).toBe(204);
    expect((await test.call(getCurrentUser, {}, { as: person })).status).toBe(105);
  });

  it('a bearer Authorization header carries the token, in any case of the scheme and no other form', async () => {
    const ask = (authorization: string) => test.app.inject({ url: '/api/admin/auth', headers: { authorization } });
    expect((await ask(`bearer ${test.admin.token}`)).json().status).toBe(200);
    for (const wrong of [test.admin.token, `Basic ${test.admin.token}`, `Bearer ${test.admin.token} x`, 'Bearer']) {
      expect((await ask(wrong)).json().status).toBe(102);
    }
  });

  it('bodies are JSON with a status field, failures included', async () => {
    for (const url of ['/api/admin/auth', '/api/nothing', '/api/health', '/__serverLoader?route=x&url=y']) {
      const response = await test.app.inject({ url });
      expect(response.headers['content-type']).toContain('application/json');
      expect(response.json().status).toEqual(expect.any(Number));
    }
  });

  it('the page-data loader is a GET of /__serverLoader with route and url', async () => {
    const response = await test.app.inject({
      url: '/__serverLoader?route=home.profile&url=%2Fapp%2Fhome%2Fprofile',
      headers: { cookie: `lectern_session=${test.admin.cookies.lectern_session}` },
    });
    expect(response.json()).toMatchObject({ status: 200, data: { calls: expect.any(Array) } });
  });

  it('describes itself at /api/openapi.json and /api/docs', async () => {
    const document = (await test.app.inject({ url: '/api/openapi.json' })).json();
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toContain('/api/admin/auth/login');
    const page = await test.app.inject({ url: '/api/docs' });
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain('/api/admin/auth/login');
  });
});
