import { randomUUID } from 'node:crypto';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { login, logout, revokeOtherSessions } from '@lectern/contract/features/auth.ts';
import { createMail } from '@lectern/contract/features/mail.ts';
import { updatePreferences } from '@lectern/contract/features/profile.ts';
import { updateSettings } from '@lectern/contract/features/settings.ts';
import { createTag, deleteTag } from '@lectern/contract/features/tag.ts';
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
    expect(answer.message).toContain('isn’t valid JSON');
  });

  it('with a body that isn’t JSON is 415', async () => {
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
    expect([answer.http, answer.failure.code]).toEqual([413, 'requestTooLarge']);
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

  it('with half of a surrogate pair anywhere is 400', async () => {
    for (const raw of ['{"account":"a\\ud800b","password":"x"}', '{"account":"a","password":"x","\\udc00":1}']) {
      expect((await test.call(login, {}, { raw, headers: jsonHeaders })).failure.code).toBe('malformedRequest');
    }
    const cursor = Buffer.from('["account","next","\\ud800","0199a000-0000-7000-8000-000000000001"]').toString(
      'base64url',
    );
    const response = await test.app.inject({
      url: `/api/system/users?sort=account&cursor=${cursor}`,
      headers: { authorization: `Bearer ${test.admin.token}` },
    });
    expect(response.statusCode).toBeLessThan(500);
  });

  it('to an unknown API call is 404 with the envelope, even if the path leaves the API', async () => {
    for (const url of ['/api', '/api/', '/api/resources/..']) {
      const answer = await test.app.inject({ method: 'GET', url });
      expect([answer.statusCode, answer.json().status]).toEqual([404, 404]);
    }
  });

  it('to an address that can’t be decoded is 400, with envelope and security headers', async () => {
    for (const url of ['/%', '/api/%E0%A4%A', '/api/resources/%ED%A0%80/lock']) {
      const response = await test.app.inject({ url, headers: { 'accept-language': 'zh' } });
      expect([url, response.statusCode, response.json().code]).toEqual([url, 400, 'malformedRequest']);
      expect(response.json().message).toBe('无法读取请求：地址无效。');
      expect(response.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
      expect(response.json().requestId).toBe(response.headers['x-request-id']);
    }
  });

  it('with broken HTTP gets envelope and headers, and 431 for oversized headers', async () => {
    await test.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = test.app.server.address() as AddressInfo;
    const requests = [
      ['GET / HTTP/1.1\r\nHost: a\r\nBad Header\r\n\r\n', 400, 'malformedRequest'],
      [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431, 'headersTooLarge'],
    ] as const;
    for (const [request, status, code] of requests) {
      const socket = connect(port, '127.0.0.1').end(request);
      const answer = await text(socket);
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(answer).toContain('x-content-type-options: nosniff');
      expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code, status: 400 });
    }
  });
});

describe('input that fails its schema', () => {
  it('names every unknown field', async () => {
    const body = { account: 'a', password: 'b', roleId: 1 } as never;
    const answer = await test.call(login, { body });
    expect([answer.http, answer.status]).toEqual([422, 422]);
    expect(answer.failure.data?.fields).toEqual([{ path: 'roleId', message: 'Unknown field' }]);
  });

  it('names every field of a wrong type, including null and numbers', async () => {
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

  it('is explained in the user’s language, with the names of the fields', async () => {
    const body = { account: 7, password: 'x'.repeat(3_000), theme: 'dark' } as never;
    const { failure } = await test.call(login, { body }, { headers: { 'accept-language': 'zh-CN' } });
    expect(failure.message).toBe('请检查输入内容。账号：须为文本；密码：最多 200 个字符；外观：未知字段');
    const english = await test.call(updatePreferences, { body: { theme: 'pink' } as never }, { as: test.admin });
    expect(english.failure.data?.fields).toEqual([{ path: 'theme', message: 'Choose one of: light, dark, system' }]);
  });

  it('that refers to something missing is 422 with the field', async () => {
    const body = { subject: 'Term begins', body: 'Hello', templateId: randomUUID() } as never;
    const answer = await test.call(createMail, { body }, { as: test.admin });
    expect([answer.http, answer.failure.data?.fields?.[0]?.path]).toEqual([422, 'templateId']);
  });

  it('that exceeds PostgreSQL’s integer is 422', async () => {
    const body = { settings: {}, version: 2 ** 31 };
    expect((await test.call(updateSettings, { body }, { as: test.admin })).http).toBe(422);
  });

  it('refuses unknown values in the query', async () => {
    const response = await test.app.inject({
      url: '/api/people?size=1000',
      headers: { authorization: `Bearer ${test.admin.token}` },
    });
    expect(response.statusCode).toBe(422);
  });

  it('never assigns undeclared fields', async () => {
    const body = { theme: 'dark', roleId: 1, access: 0 } as never;
    const answer = await test.call(updatePreferences, { body }, { as: test.admin });
    expect(answer.http).toBe(422);
  });
});

describe('a call without input', () => {
  it('accepts no body, an empty one and an empty object only', async () => {
    const endAll = async (raw: string | undefined, headers: Record<string, string>) => {
      const as = await test.identity({ roleId: 4 });
      return (await test.call(revokeOtherSessions, {}, { as, headers, ...(raw !== undefined && { raw }) })).http;
    };
    expect(await endAll(undefined, {})).toBe(200);
    expect(await endAll('', jsonHeaders)).toBe(200);
    expect(await endAll('{}', jsonHeaders)).toBe(200);
    expect(await endAll('{"a":1}', jsonHeaders)).toBe(422);
    expect(await endAll('[]', jsonHeaders)).toBe(422);
  });
});

describe('a call without content', () => {
  it('says that something was deleted only after a deletion', async () => {
    const as = await test.identity({ roleId: 4 });
    expect(await test.call(logout, {}, { as })).toMatchObject({ http: 200, status: 204, message: 'done' });
    const { data } = await test.call(createTag, { body: { name: 'Brief' } }, { as: test.admin });
    const deleted = await test.call(deleteTag, { params: { id: data.id } }, { as: test.admin });
    expect(deleted).toMatchObject({ status: 204, message: 'delete succeeded' });
  });
});

describe('an unknown address', () => {
  it('below the API is 404 with the envelope, for any method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const response = await test.app.inject({ method, url: '/api/nothing/here' });
      expect([response.statusCode, response.json().status, response.json().code]).toEqual([404, 404, 'noSuchCall']);
    }
  });

  it('with a known path and another method is 404 too', async () => {
    const response = await test.app.inject({ method: 'DELETE', url: '/api/admin/auth/login' });
    expect(response.json().code).toBe('noSuchCall');
  });
});

describe('every response', () => {
  it('has a request ID, which errors repeat', async () => {
    const answer = await test.call(login, { body: { account: 'nobody', password: 'wrong' } });
    expect(answer.failure.requestId).toBe(answer.headers['x-request-id']);
  });

  it('has the security headers, errors included', async () => {
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

  it('uses the requested language', async () => {
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
  it('has one JSON line per response, with request ID and without query or secrets', async () => {
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
