import { randomUUID } from 'node:crypto';
import { grantablePaths } from '@lectern/contract/access.ts';
import type { Endpoint } from '@lectern/contract/endpoint.ts';
import { endpoints } from '@lectern/contract/endpoints.ts';
import { createApiKey, revokeApiKey } from '@lectern/contract/features/api-key.ts';
import type { GroupMember } from '@lectern/contract/features/permission-group.ts';
import { beginViewAs } from '@lectern/contract/features/view-as.ts';
import { type ApiKeyScope, apiKeyScopes } from '@lectern/contract/portal/portal-access.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from '../platform/http/mount-endpoints.ts';
import { cookieHeader, type Identity, startTestApp, type TestApp } from '../testing/test-app.ts';

/**
 * Calls every endpoint as every kind of caller and compares the result with the declared access. New endpoints are
 * included automatically. Every request body is invalid, so a permitted call has no effect.
 */
type Caller = {
  name: string;
  identity?: Identity;
  /** Used instead of the identity's own token. */
  token?: string;
  roleId: number;
  holdsPages: boolean;
  mustChangePassword?: boolean;
  /** Views as someone else, which is read-only. */
  viewing?: boolean;
  /** Body status that every endpoint that needs a login returns. */
  refusedWith?: number;
  /** Scopes of a site's API key. */
  scopes?: readonly ApiKeyScope[];
};

let test: TestApp;
let callers: Caller[];

beforeAll(async () => {
  test = await startTestApp();
  const grantable = new Set<string>(grantablePaths());
  const pages = [
    ...new Set(endpoints.flatMap((endpoint) => (endpoint.access.kind === 'page' ? endpoint.access.pages : []))),
  ].filter((page) => grantable.has(page));
  const make = (roleId: 1 | 2 | 3 | 4, held: string[] = []) => test.identity({ roleId, pages: held });
  const reached = await reachedThroughUnits(pages);
  const forbidden = await make(3, pages);
  const ended = await make(3, pages);
  const expired = await make(3, pages);
  const siteKey = async (name: string, scopes: ApiKeyScope[]) => {
    const { data } = await test.call(
      createApiKey,
      { body: { name, scopes, callsPerMinute: 100_000 } },
      { as: test.admin },
    );
    return data;
  };
  const keys = {
    whole: await siteKey('All', [...apiKeyScopes]),
    revoked: await siteKey('Revoked', [...apiKeyScopes]),
    expired: await siteKey('Expired', [...apiKeyScopes]),
  };
  await test.call(revokeApiKey, { params: { id: keys.revoked.key.id }, body: {} }, { as: test.admin });
  await sql`update api_keys set expires_at = now() - interval '1 second' where id = ${keys.expired.key.id}`.execute(
    test.db,
  );
  const oneScope = await Promise.all(
    apiKeyScopes.map(async (scope) => ({ scope, secret: (await siteKey(scope, [scope])).secret })),
  );
  const site = { roleId: 0, holdsPages: false, refusedWith: 103 };
  callers = [
    { name: 'nobody', roleId: 0, holdsPages: false, refusedWith: 102 },
    { name: 'an invented token', token: randomUUID(), roleId: 0, holdsPages: false, refusedWith: 103 },
    { name: 'an expired token', identity: expired, roleId: 3, holdsPages: true, refusedWith: 104 },
    { name: 'an ended session', identity: ended, roleId: 3, holdsPages: true, refusedWith: 105 },
    { name: 'a forbidden user', identity: forbidden, roleId: 3, holdsPages: true, refusedWith: 105 },
    { name: 'role 1', identity: await make(1), roleId: 1, holdsPages: true },
    { name: 'role 2', identity: await make(2), roleId: 2, holdsPages: true },
    { name: 'role 4 without', identity: await make(4), roleId: 4, holdsPages: false },
    { name: 'role 3 with the pages by position', identity: reached.byPosition, roleId: 3, holdsPages: true },
    {
      name: 'role 4 with the pages by a department above',
      identity: reached.byDepartment,
      roleId: 4,
      holdsPages: true,
    },
    { name: 'role 3 who is forbidden them as well', identity: reached.forbidden, roleId: 3, holdsPages: false },
    { name: 'role 1 as role 4 with the pages', identity: reached.viewer, roleId: 4, holdsPages: true, viewing: true },
    {
      name: 'role 1 who must change the password',
      identity: await test.identity({ roleId: 1, mustChangePassword: true }),
      roleId: 1,
      holdsPages: true,
      mustChangePassword: true,
    },
    { name: 'an API key', token: keys.whole.secret, ...site, scopes: apiKeyScopes },
    ...oneScope.map(({ scope, secret }) => ({
      ...{ name: `an API key for ${scope}`, token: secret, ...site },
      scopes: [scope],
    })),
    { name: 'a revoked API key', token: keys.revoked.secret, ...site },
    { name: 'an expired API key', token: keys.expired.secret, ...site },
  ];
  await test.db.updateTable('users').set({ access: 1 }).where('id', '=', forbidden.userId).execute();
  await test.db.updateTable('sessions').set({ ended_at: new Date() }).where('user_id', '=', ended.userId).execute();
  await sql`update session_tokens set expires_at = now() - interval '1 second'
    where session_id in (select id from sessions where user_id = ${expired.userId})`.execute(test.db);
});

afterAll(() => test.close());

/** Callers who get the pages through a position or a parent department, and one for whom Forbid overrides Allow. */
async function reachedThroughUnits(pages: readonly string[]) {
  const { organisation, permissionGroups } = test.container.services;
  const context = await test.context(test.admin);
  const collegeId = await organisation.createCollege(context, { code: 'M', name: 'Matrix' });
  const above = await organisation.createDepartment(context, { collegeId, code: 'M1', name: 'Above' });
  const parent = { collegeId, parentId: above };
  const below = await organisation.createDepartment(context, { ...parent, code: 'M2', name: 'Below' });
  const position = await organisation.createPosition(context, { name: 'Holder', roleId: 4 });
  const byPosition = await test.identity({ roleId: 3 });
  await test.db.updateTable('users').set({ position_id: position }).where('id', '=', byPosition.userId).execute();
  const byDepartment = await test.identity({ roleId: 4, departmentId: below });
  const forbidden = await test.identity({ roleId: 3, departmentId: below });
  const group = (name: string, flag: 0 | 1, members: GroupMember[]) => {
    const rules = Object.fromEntries(pages.map((page) => [page, flag]));
    return permissionGroups.create(context, { name, description: '', rules, members }, { acceptClosed: true });
  };
  await group('By position', 0, [{ kind: 'position', id: position }]);
  await group('By department', 0, [{ kind: 'department', id: above }]);
  await group('Forbids', 1, [{ kind: 'user', id: forbidden.userId }]);
  const viewer = await test.identity({ roleId: 1 });
  const viewed = await test.identity({ roleId: 4, pages: [...pages] });
  await test.call(beginViewAs, { params: { id: viewed.userId } }, { as: viewer });
  return { byPosition, byDepartment, forbidden, viewer };
}

/** The expected rule, written independently of the server's access checks. */
function expectedFor({ access, method }: Endpoint, caller: Caller): number | 'in' {
  if (access.kind === 'open' || access.kind === 'signedAddress') return 'in';
  // API keys and people each have their own endpoints.
  if (access.kind === 'apiKey') {
    if (!caller.scopes) return 401;
    return caller.scopes.includes(access.scope) ? 'in' : 403;
  }
  if (caller.refusedWith) return caller.refusedWith;
  const staysWhileViewing = access.kind === 'signedIn' && access.whileViewing;
  if (caller.viewing && !['GET', 'HEAD'].includes(method) && !staysWhileViewing) return 403;
  if (caller.mustChangePassword && !(access.kind === 'signedIn' && access.whilePasswordMustChange)) return 403;
  // Pages that no group can grant are for administrators.
  const given = (page: string) =>
    caller.roleId <= 2 || (caller.holdsPages && (grantablePaths() as string[]).includes(page));
  if (access.kind === 'page' && !access.pages.some(given)) return 403;
  const thresholds = { superAdmin: 2, admin: 2, editor: 3, user: 4 };
  if (access.ability && caller.roleId > thresholds[access.ability]) return 403;
  return 'in';
}

async function observe(endpoint: Endpoint, caller: Caller): Promise<number | 'in'> {
  const token = caller.token ?? caller.identity?.token;
  const cookie = caller.token ? `lectern_session=${caller.token}` : cookieHeader(caller.identity?.cookies ?? {});
  const response = await test.app.inject({
    method: endpoint.method,
    url: pathOf(endpoint).replace(/:\w+/g, randomUUID()),
    headers: {
      ...(endpoint.carrier === 'cookie' ? cookie && { cookie } : token && { authorization: `Bearer ${token}` }),
    },
    ...(['GET', 'HEAD'].includes(endpoint.method) ? { query: { notAField: '1' } } : { body: { notAField: true } }),
    payloadAsStream: endpoint.answer === 'stream',
  });
  if (endpoint.method === 'HEAD') {
    const status = Number(response.headers['lectern-status'] ?? 200);
    return (status >= 102 && status <= 105) || status === 403 ? status : 'in';
  }
  if (endpoint.answer === 'stream' && response.statusCode === 200) {
    response.stream().destroy();
    return 'in';
  }
  const body = endpoint.answer === 'stream' ? await readJson(response.stream()) : response.json<FailureBody>();
  const denied = body.status >= 102 && body.status <= 105;
  const forbidden = ['pageForbidden', 'abilityMissing', 'mustChangePassword', 'viewAsReadOnly', 'apiKeyScope'].includes(
    body.code ?? '',
  );
  const noKey = ['noApiKey', 'unknownApiKey', 'apiKeyRevoked', 'apiKeyExpired'].includes(body.code ?? '');
  return denied || forbidden || noKey ? body.status : 'in';
}

type FailureBody = { status: number; code?: string };

async function readJson(stream: NodeJS.ReadableStream): Promise<FailureBody> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return JSON.parse(text) as FailureBody;
}

describe('the permission matrix', () => {
  it('has no mismatch: every call answers every caller as its declaration says', async () => {
    const mismatches: string[] = [];
    let walked = 0;
    for (const endpoint of endpoints) {
      const answers = await Promise.all(callers.map((caller) => observe(endpoint, caller)));
      for (const [at, caller] of callers.entries()) {
        const [expected, observed] = [expectedFor(endpoint, caller), answers[at]];
        if (expected !== observed)
          mismatches.push(`${endpoint.id} as ${caller.name}: expected ${expected}, got ${observed}`);
        walked += 1;
      }
    }
    expect(mismatches).toEqual([]);
    expect(walked).toBe(endpoints.length * callers.length);
    expect(walked).toBeGreaterThan(300);
    // Thousands of calls can take minutes on a busy machine.
  }, 300_000);

  it('has no unlisted route: each is a declared call, the description, or the web itself', () => {
    const listed = new Set(endpoints.map((endpoint) => `${endpoint.method} ${pathOf(endpoint)}`));
    const described = ['/api', '/api/portal'].flatMap((base) => [`GET ${base}/openapi.json`, `GET ${base}/docs`]);
    const known = new Set([...described, 'GET /*']);
    const unlisted = test
      .routes()
      .filter((route) => !listed.has(route) && !known.has(route) && !route.endsWith(' /api/*'));
    expect(unlisted).toEqual([]);
    expect(test.routes().length).toBeGreaterThan(endpoints.length);
  });

  it('leaves open only login in all its forms, forgotten passwords, and what the login page shows', () => {
    const open = endpoints.filter((endpoint) => endpoint.access.kind === 'open').map((endpoint) => endpoint.id);
    expect(open.sort()).toEqual([
      'auth.login',
      'auth.refresh',
      'auth.secondFactor',
      'health.live',
      'health.ready',
      'health.state',
      'passwordReset.ask',
      'passwordReset.use',
      'settings.public',
      'signOn.login',
      'signOn.start',
      'wecom.config',
      'wecom.login',
      'wecom.state',
    ]);
  });

  it('leaves to signed addresses only the files of the portal', () => {
    const signed = endpoints.filter((endpoint) => endpoint.access.kind === 'signedAddress');
    expect(signed.map((endpoint) => endpoint.id)).toEqual(['portal.media']);
  });

  it('accepts a cookie only for reads that a browser makes without our code', () => {
    const byCookie = endpoints.filter((endpoint) => endpoint.carrier === 'cookie');
    expect(byCookie.every((endpoint) => endpoint.method === 'GET')).toBe(true);
  });

  it('refuses a session’s cookie token as a bearer token and the other way round', async () => {
    const identity = test.admin;
    const asBearer = await test.app.inject({
      url: '/api/admin/auth',
      headers: { authorization: `Bearer ${identity.cookies.lectern_session}` },
    });
    const asCookie = await test.app.inject({
      url: '/__serverLoader?route=home.profile&url=/app/home/profile',
      headers: { cookie: `lectern_session=${identity.token}` },
    });
    expect(asBearer.json<FailureBody>().status).toBe(103);
    expect(asCookie.json<FailureBody>().status).toBe(103);
  });

  it('refuses a token in the query string', async () => {
    const response = await test.app.inject({
      url: `/api/admin/auth?token=${test.admin.token}&access_token=${test.admin.token}`,
    });
    expect(response.json<FailureBody>().status).toBe(102);
  });
});
