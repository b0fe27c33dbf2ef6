import {
  createApiKey,
  endApiKeyGrace,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
  updateApiKey,
} from '@lectern/contract/features/api-key.ts';
import type { ApiKeyScope } from '@lectern/contract/portal/portal-access.ts';
import { searchPortal } from '@lectern/contract/portal/portal-search.ts';
import { listPortalSubjects } from '@lectern/contract/portal/portal-subject.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

async function make(wanted: { scopes?: ApiKeyScope[]; callsPerMinute?: number; expiresAt?: string } = {}) {
  const body = { name: 'Public site', scopes: ['content'] as ApiKeyScope[], ...wanted };
  const answer = await test.call(createApiKey, { body }, { as: test.admin });
  expect(answer.http).toBe(201);
  return answer.data;
}

const read = (secret: string, headers: Record<string, string> = {}) =>
  test.call(listPortalSubjects, {}, { headers: { authorization: `Bearer ${secret}`, ...headers } });

describe('a key', () => {
  it('is shown once and stored as a hash', async () => {
    const { key, secret } = await make();
    expect(secret).toMatch(new RegExp(`^${key.prefix}_[\\w-]{43}$`));
    expect(key.prefix).toMatch(/^lk_[a-z0-9]{8}$/);
    expect((await read(secret)).http).toBe(200);
    const { rows } = await sql<{ row: string }>`select api_keys::text as row from api_keys`.execute(test.db);
    const { rows: activities } = await sql<{ row: string }>`select activities::text as row from activities
      where object_type = 'apiKey'`.execute(test.db);
    const own = secret.slice(key.prefix.length + 1);
    expect([...rows, ...activities].some(({ row }) => row.includes(own))).toBe(false);
    expect(test.logLines.some((line) => line.includes(own))).toBe(false);
    const { data } = await test.call(listApiKeys, {}, { as: test.admin });
    expect(JSON.stringify(data)).not.toContain(own);
    expect(data.keys.find(({ id }) => id === key.id)).toMatchObject({ state: 'active', lastUsedFrom: '127.0.0.1' });
  });

  it('isn’t repeated to a duplicate of the creating request', async () => {
    const body = { name: 'Twice', scopes: ['content'] as ApiKeyScope[] };
    const headers = { 'idempotency-key': 'make-it-once' };
    const [first, second] = [
      await test.call(createApiKey, { body }, { as: test.admin, headers }),
      await test.call(createApiKey, { body }, { as: test.admin, headers }),
    ];
    expect(first.http).toBe(201);
    expect(second.failure.code).toBe('sameRequestDone');
    expect(JSON.stringify(second)).not.toContain(first.data.secret);
  });

  it('works for its scopes only, and changes apply to the next call', async () => {
    const { key, secret } = await make();
    const search = () =>
      test.call(searchPortal, { query: { text: 'x' } }, { headers: { authorization: `Bearer ${secret}` } });
    expect((await search()).failure).toMatchObject({ code: 'apiKeyScope', status: 403 });
    const body = { scopes: ['content', 'search'] as ApiKeyScope[], version: key.version };
    const changed = await test.call(updateApiKey, { params: { id: key.id }, body }, { as: test.admin });
    expect(changed.data.scopes).toEqual(['content', 'search']);
    expect((await search()).http).toBe(200);
    const late = await test.call(updateApiKey, { params: { id: key.id }, body }, { as: test.admin });
    expect(late.failure.code).toBe('changedMeanwhile');
  });

  it('with a new secret keeps the old one valid for the grace period, or not at all', async () => {
    const { key, secret } = await make();
    const params = { id: key.id };
    const turned = await test.call(
      rotateApiKey,
      { params, body: { graceHours: 2, version: key.version } },
      { as: test.admin },
    );
    expect([(await read(secret)).http, (await read(turned.data.secret)).http]).toEqual([200, 200]);
    expect(turned.data.key.oldSecretUntil).not.toBeNull();
    const ended = await test.call(
      endApiKeyGrace,
      { params, body: { version: turned.data.key.version } },
      { as: test.admin },
    );
    expect((await read(secret)).failure.code).toBe('unknownApiKey');
    const again = await test.call(
      rotateApiKey,
      { params, body: { graceHours: 0, version: ended.data.version } },
      { as: test.admin },
    );
    expect((await read(turned.data.secret)).failure.code).toBe('unknownApiKey');
    expect((await read(again.data.secret)).http).toBe(200);
  });

  it('refuses its old secret after the grace period', async () => {
    const { key, secret } = await make();
    const body = { graceHours: 1, version: key.version };
    const turned = await test.call(rotateApiKey, { params: { id: key.id }, body }, { as: test.admin });
    await sql`update api_keys set old_secret_until = now() - interval '1 second' where id = ${key.id}`.execute(test.db);
    expect((await read(secret)).failure.code).toBe('unknownApiKey');
    expect((await read(turned.data.secret)).http).toBe(200);
  });

  it('can’t be used, changed or revived after it is revoked', async () => {
    const { key, secret } = await make();
    const params = { id: key.id };
    const revoked = await test.call(revokeApiKey, { params, body: { reason: 'Leaked' } }, { as: test.admin });
    expect(revoked.data).toMatchObject({ state: 'revoked', revokedBy: { id: test.admin.userId } });
    expect((await read(secret)).failure).toMatchObject({ code: 'apiKeyRevoked', status: 401 });
    const body = { name: 'Alive', version: revoked.data.version };
    expect((await test.call(updateApiKey, { params, body }, { as: test.admin })).failure.code).toBe('apiKeyEnded');
    const turn = { graceHours: 0, version: revoked.data.version };
    expect((await test.call(rotateApiKey, { params, body: turn }, { as: test.admin })).failure.code).toBe(
      'apiKeyEnded',
    );
  });

  it('stops working when it expires, and can’t be created with a past date', async () => {
    const { key, secret } = await make({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
    expect(key.state).toBe('soon');
    await sql`update api_keys set expires_at = now() - interval '1 second' where id = ${key.id}`.execute(test.db);
    expect((await read(secret)).failure.code).toBe('apiKeyExpired');
    const body = { name: 'Old', scopes: ['content'] as ApiKeyScope[], expiresAt: new Date(0).toISOString() };
    expect((await test.call(createApiKey, { body }, { as: test.admin })).http).toBe(422);
  });

  it.each(['lk_', 'lk_abcdefgh_short', "lk_' or 1=1 --", 'x'.repeat(5000)])('is unknown as %s', async (sent) => {
    expect((await read(sent)).http).toBe(401);
  });

  it('can be created by administrators only, not by others with the page', async () => {
    const editor = await test.identity({ roleId: 3, pages: ['/app/system/apiKey'] });
    const body = { name: 'Mine', scopes: ['content'] as ApiKeyScope[] };
    expect((await test.call(createApiKey, { body }, { as: editor })).failure.code).toBe('abilityMissing');
    expect((await test.call(listApiKeys, {}, { as: editor })).failure.code).toBe('abilityMissing');
  });

  it('logs every action with its author', async () => {
    const { key } = await make();
    const body = { graceHours: 0, version: key.version };
    await test.call(rotateApiKey, { params: { id: key.id }, body }, { as: test.admin });
    await test.call(revokeApiKey, { params: { id: key.id }, body: {} }, { as: test.admin });
    const { rows } = await sql<{ action: string; actor_id: string }>`select action, actor_id from activities
      where object_id = ${key.id} order by id`.execute(test.db);
    expect(rows.map(({ action }) => action)).toEqual(['apiKey.created', 'apiKey.rotated', 'apiKey.revoked']);
    expect(rows.every(({ actor_id }) => actor_id === test.admin.userId)).toBe(true);
  });
});

describe('calls of a key in a minute', () => {
  it('is reported with every response, and refused above the limit with a retry time', async () => {
    const { secret } = await make({ callsPerMinute: 3 });
    const answers = [];
    for (let call = 0; call < 5; call += 1) answers.push(await read(secret));
    expect(answers.map(({ http }) => http)).toEqual([200, 200, 200, 429, 429]);
    expect(answers.map(({ headers }) => headers['ratelimit-remaining'])).toEqual(['2', '1', '0', '0', '0']);
    expect(answers[0]?.headers['ratelimit-limit']).toBe('3');
    expect(Number(answers[4]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(answers[4]?.failure).toMatchObject({ code: 'tooManyRequests', status: 429 });
  });

  it('never exceeds the limit, however many arrive at once', async () => {
    const { secret } = await make({ callsPerMinute: 100 });
    const answers = await Promise.all(Array.from({ length: 160 }, () => read(secret)));
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(100);
    expect(answers.filter(({ http }) => http === 429)).toHaveLength(60);
  });

  it('resets with the next window', async () => {
    const { key, secret } = await make({ callsPerMinute: 1 });
    expect([(await read(secret)).http, (await read(secret)).http]).toEqual([200, 429]);
    const other = await make({ callsPerMinute: 1 });
    expect((await read(other.secret)).http).toBe(200);
    await sql`update rate_limits set window_ends_at = now() - interval '1 second'
      where key = ${`apiKey:${key.id}`}`.execute(test.db);
    const body = { callsPerMinute: 2, version: key.version };
    await test.call(updateApiKey, { params: { id: key.id }, body }, { as: test.admin });
    expect((await read(secret)).http).toBe(200);
  });
});
