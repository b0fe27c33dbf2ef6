import { login } from '@lectern/contract/features/auth.ts';
import { updatePreferences } from '@lectern/contract/features/profile.ts';
import { updateSettings } from '@lectern/contract/features/settings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const jsonHeaders = { 'content-type': 'application/json' };

describe('a request that can’t be read', () => {
  it('with malformed JSON is 400 and says so', async () => {
    const answer = await test.call(login, {}, { raw: '{"account": ', headers: jsonHeaders });
    expect([answer.http, answer.status, answer.failure.code]).toEqual([400, 400, 'malformedRequest']);
    expect(answer.message).toContain('not valid JSON');
  });

  it('with a body that is no JSON type is 415', async () => {
    const answer = await test.call(
      login,
      {},
      { raw: 'account=admin', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    );
    expect([answer.http, answer.failure.code]).toEqual([415, 'unsupportedMediaType']);
  });

  it('with a huge body is 413', async () => {
    const answer = await test.call(
      login,
      {},
      { raw: JSON.stringify({ account: 'a'.repeat(100_000), password: 'x' }), headers: jsonHeaders },
    );
    expect([answer.http, answer.failure.code]).toEqual([413, 'tooLarge']);
  });

  it('with a prototype-poisoning key is refused', async () => {
    const answer = await test.call(
      login,
      {},
      { raw: '{"account":"a","password":"b","__proto__":{"roleId":1}}', headers: jsonHeaders },
    );
    expect(answer.http).toBe(400);
  });

  it('with deeply nested JSON is refused without harm', async () => {
    const raw = `{"account":${'['.repeat(20_000)}${']'.repeat(20_000)},"password":"x"}`;
    const answer = await test.call(login, {}, { raw, headers: jsonHeaders });
    expect([400, 422]).toContain(answer.http);
  });

  it('with a NUL character anywhere is 400', async () => {
    for (const raw of ['{"account":"a\\u0000b","password":"x"}', '{"account":"a","password":"x","\\u0000":1}']) {
      expect((await test.call(login, {}, { raw, headers: jsonHeaders })).failure.code).toBe('malformedRequest');
    }
    const response = await test.app.inject({
      url: '/api/people?text=a%00b',
      headers: { authorization: `Bearer ${test.admin.token}` },
    });
    expect(response.statusCode).toBe(400);
  });

  it('to an address that is no address is 400', async () => {
    const response = await test.app.inject({ url: '/api/%E0%A4%A' });
    expect(response.statusCode).toBe(400);
  });
});

describe('input that the schema refuses', () => {
  it('names every unknown field', async () => {
    const body = { account: 'a', password: 'b', roleId: 1 } as never;
    const answer = await test.call(login, { body });
    expect([answer.http, answer.status]).toEqual([422, 422]);
    expect(answer.failure.data?.fields).toEqual([{ path: 'roleId', message: 'unknown field' }]);
  });

  it('names every field of a wrong type, null and number included', async () => {
    const body = { account: 7, password: null } as never;
    const answer = await test.call(login, { body });
    expect(answer.failure.data?.fields?.map((field) => field.path)).toEqual(['account', 'password']);
  });

  it('refuses an array, a string, and no body at all', async () => {
    for (const raw of ['[]', '"text"', '7', 'null']) {
      expect((await test.call(login, {}, { raw, headers: jsonHeaders })).http).toBe(422);
    }
    expect((await test.call(login)).http).toBe(422);
  });

  it('refuses unknown values in the query', async () => {
    const response = await test.app.inject({
      url: '/api/people?size=1000',
      headers: { authorization: `Bearer ${test.admin.token}` },
    });
    expect(response.statusCode).toBe(422);
  });

  it('never assigns what was not declared', async () => {
    const body = { theme: 'dark', roleId: 1, access: 0 } as never;
    const answer = await test.call(updatePreferences, { body }, { as: test.admin });
    expect(answer.http).toBe(422);
  });
});

describe('an address that nobody serves', () => {
  it('below the API answers the envelope with 404, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const response = await test.app.inject({ method, url: '/api/nothing/here' });
      expect([response.statusCode, response.json().status, response.json().code]).toEqual([404, 404, 'noSuchCall']);
    }
  });

  it('with a known path and another method is no such call', async () => {
    const response = await test.app.inject({ method: 'DELETE', url: '/api/admin/auth/login' });
    expect(response.json().code).toBe('noSuchCall');
  });
});

describe('every answer', () => {
  it('carries a request id that an error repeats', async () => {
    const answer = await test.call(login, { body: { account: 'nobody', password: 'wrong' } });
    expect(answer.failure.requestId).toBe(answer.headers['x-request-id']);
  });

  it('carries the security headers, errors included', async () => {
    for (const url of ['/api/health', '/api/nothing', '/', '/assets/none.js']) {
      const { headers } = await test.app.inject({ url });
      expect(headers['content-security-policy']).toContain("script-src 'self';");
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['referrer-policy']).toBe('same-origin');
    }
  });

  it('of the API is never stored by a cache', async () => {
    const { headers } = await test.app.inject({ url: '/api/settings/public' });
    expect(headers['cache-control']).toBe('no-store');
  });

  it('speaks the language that was asked for', async () => {
    const body = { account: 'nobody', password: 'wrong' };
    const answer = await test.call(login, { body }, { headers: { 'accept-language': 'zh-CN,zh;q=0.9' } });
    expect(answer.message).toBe('账号或密码错误。');
  });
});

describe('a page of another origin', () => {
  it('can’t change anything', async () => {
    const body = { settings: {}, version: 1 };
    const answer = await test.call(
      updateSettings,
      { body },
      { as: test.admin, headers: { origin: 'https://evil.example' } },
    );
    expect(answer.failure.code).toBe('crossOrigin');
  });

  it('can’t read with the browser’s cookie', async () => {
    const response = await test.app.inject({
      url: '/__serverLoader?route=home.profile&url=/app/home/profile',
      headers: { cookie: `lectern_session=${test.admin.cookies.lectern_session}`, 'sec-fetch-site': 'cross-site' },
    });
    expect(response.json().code).toBe('crossOrigin');
  });
});

describe('the log', () => {
  it('has one JSON line per answer, with the request id and without query or secrets', async () => {
    const before = test.logLines.length;
    await test.call(login, { body: { account: 'line\r\nbreak', password: 'a very secret guess' } });
    await test.app.inject({
      url: '/api/people?text=a-private-search',
      headers: { authorization: `Bearer ${test.admin.token}` },
    });
    const lines = test.logLines.slice(before);
    const answered = lines
      .map((line) => JSON.parse(line) as { msg: string; reqId: string })
      .filter((line) => line.msg === 'answered');
    expect(answered.length).toBe(2);
    expect(answered.every((line) => line.reqId)).toBe(true);
    for (const secret of ['a very secret guess', 'a-private-search', test.admin.token, test.admin.refreshToken]) {
      expect(lines.join('')).not.toContain(secret);
    }
  });
});
