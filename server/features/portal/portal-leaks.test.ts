import { randomUUID } from 'node:crypto';
import { type Audience, audiences } from '@lectern/contract/audience.ts';
import type { Endpoint } from '@lectern/contract/endpoint.ts';
import { endpoints } from '@lectern/contract/endpoints.ts';
import { apiKeyScopes } from '@lectern/contract/portal/portal-access.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Case, filesOf, isPublic, makeCases, maskedWord, nameOf } from '../../testing/portal-cases.ts';
import {
  type MadeMedia,
  makeChapter,
  makeColumn,
  makeCourse,
  makeKey,
  makeMedia,
  placeIn,
  publishHome,
  type SiteKey,
} from '../../testing/portal-rig.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { MediaSigner, type SignedMedia } from './media-signer.ts';

/**
 * Calls every portal endpoint with every key, for resources in every state, visibility, date and review, and looks for
 * leaked data in the answers.
 */
let test: TestApp;
let cases: Case[];
let keys: { name: string; audience: Audience; scopes: readonly string[]; key: SiteKey }[];
let courseId: string;
let columnId: string;
let secrets: { hiddenChapters: string[]; hiddenCourses: string[]; shownCourses: string[]; shownChapters: string[] };
let behindHidden: MadeMedia;
/** A Campus only course with a resource for everyone. */
let campusOnly: { courseId: string; chapterId: string };

beforeAll(async () => {
  test = await startTestApp();
  cases = await makeCases(test);
  const ids = cases.map(({ id }) => id);
  columnId = await makeColumn(test, ids);
  courseId = await makeCourse(test);
  const chapterId = await makeChapter(test, { courseId });
  await placeIn(test, courseId, chapterId, ids);
  behindHidden = await makeMedia(test, { state: 'published', visibility: 'department' });
  const hidden = await makeChapter(test, { courseId, visible: false });
  const below = await makeChapter(test, { courseId, parentId: hidden });
  const early = await makeChapter(test, { courseId, from: '1 hour' });
  const late = await makeChapter(test, { courseId, until: '-1 hour' });
  const belowLate = await makeChapter(test, { courseId, parentId: late });
  await placeIn(test, courseId, below, [behindHidden.id]);
  const courses = await Promise.all([
    ...['draft', 'in_review', 'offline', 'archived', 'trashed'].map((state) => makeCourse(test, { state })),
    makeCourse(test, { from: '1 hour' }),
    makeCourse(test, { until: '-1 minute' }),
  ]);
  campusOnly = await makeCampusCourse();
  const shown = await makeCourse(test, { from: '-1 hour', until: '1 hour' });
  secrets = {
    hiddenChapters: [hidden, below, early, late, belowLate],
    hiddenCourses: courses,
    shownCourses: [courseId, shown],
    shownChapters: [chapterId],
  };
  await publishHome(test, { resourceIds: ids, courseIds: [courseId, shown, campusOnly.courseId, ...courses] });
  keys = [];
  for (const audience of audiences) {
    const wishes = [[...apiKeyScopes], ...apiKeyScopes.map((scope) => [scope])];
    for (const scopes of wishes) {
      const key = await makeKey(test, { scopes, audience });
      keys.push({ name: `${scopes.join('+')} for ${audience}`, audience, scopes, key });
    }
  }
}, 240_000);

afterAll(() => test.close());

async function makeCampusCourse() {
  const id = await makeCourse(test, { audience: 'campus' });
  const chapterId = await makeChapter(test, { courseId: id });
  const open = cases.find((one) => isPublic(one, 'everyone') && one.review === 'none');
  await placeIn(test, id, chapterId, [open?.id ?? '']);
  return { courseId: id, chapterId };
}

const portalCalls = endpoints.filter(({ access }) => access.kind === 'apiKey') as (Endpoint & {
  access: { kind: 'apiKey'; scope: string };
})[];

type Asked = { url: string; method: 'GET' | 'POST'; body?: object };

/** The requests that make each endpoint return all it can. An endpoint missing here fails the test. */
function waysOf(endpoint: Endpoint): Asked[] {
  const get = (url: string): Asked => ({ url: `/api${url}`, method: 'GET' });
  const each = (make: (one: Case) => string) => cases.map((one) => get(make(one)));
  const ways: Record<string, () => Asked[]> = {
    'portal.home': () => [get('/portal/home')],
    'portal.columns': () => [get('/portal/columns')],
    'portal.column': () => [get(`/portal/columns/${columnId}?size=100`)],
    'portal.subjects': () => [get('/portal/subjects')],
    'portal.courses': () => [get('/portal/courses?size=100'), get('/portal/courses?size=100&audience=campus')],
    'portal.course': () =>
      [courseId, campusOnly.courseId, ...secrets.hiddenCourses].map((id) => get(`/portal/courses/${id}`)),
    'portal.resources': () => [
      get('/portal/resources?size=100'),
      get('/portal/resources?size=100&kind=video'),
      get(`/portal/resources?size=100&column=${columnId}`),
    ],
    'portal.resource': () => each(({ id }) => `/portal/resources/${id}`),
    'portal.pages': () => each(({ id }) => `/portal/resources/${id}/pages`),
    'portal.search': () => [
      get('/portal/search?text=truth&size=50'),
      get(`/portal/search?text=${maskedWord}&size=50`),
      get('/portal/search?text=plain%20things&size=50'),
      get(`/portal/search?text=moment&size=50&course=${courseId}`),
      get(`/portal/search?text=moment&size=50&course=${campusOnly.courseId}`),
      ...cases.map(({ id }) => get(`/portal/search?text=${id.slice(0, 8)}&size=50`)),
    ],
    'portal.events': () => [{ url: '/api/portal/events', method: 'POST', body: { events: [{ id: randomUUID() }] } }],
    'portal.report': () =>
      cases.map(({ id }) => ({
        url: `/api/portal/resources/${id}/reports`,
        method: 'POST' as const,
        body: { reason: 'other', note: 'x' },
      })),
  };
  const found = ways[endpoint.id];
  if (!found) throw new Error(`${endpoint.id} is not walked: say how it is asked`);
  return found();
}

async function ask({ url, method, body }: Asked, key: SiteKey, headers: Record<string, string> = {}) {
  return test.app.inject({ method, url, headers: { ...key.headers, ...headers }, ...(body && { body }) });
}

/** Follows the cursor to the last page. */
async function askAll(asked: Asked, key: SiteKey): Promise<string> {
  let [text, url] = ['', asked.url];
  for (;;) {
    const answer = await ask({ ...asked, url }, key);
    text += answer.body;
    const next = answer.statusCode === 200 ? answer.json<{ data: { next?: string | null } }>().data.next : null;
    if (!next) return text;
    url = `${asked.url}${asked.url.includes('?') ? '&' : '?'}cursor=${next}`;
  }
}

describe('the portal returns public content only', () => {
  it('by any call, of any state, visibility and date, with any key', async () => {
    const leaks: string[] = [];
    const missing: string[] = [];
    const count = { calls: 0, judged: 0, shown: 0 };
    for (const { name, audience, scopes, key } of keys) {
      const hidden = cases.filter((one) => !isPublic(one, audience));
      const masked = cases.filter((one) => one.review === 'masked');
      for (const endpoint of portalCalls) {
        // A key without the scope is refused before anything is read, so one request is enough.
        const ways = scopes.includes(endpoint.access.scope) ? waysOf(endpoint) : waysOf(endpoint).slice(0, 1);
        for (const asked of ways) {
          const text = await askAll(asked, key);
          count.calls += 1;
          const own = (one: { id: string }) => asked.url.includes(one.id) || asked.url.includes(one.id.slice(0, 8));
          for (const one of hidden) {
            count.judged += 1;
            // An answer to a request that names the id may repeat it, but nothing else about the resource.
            const says = [...filesOf(one), one.subtitleId, `${one.id}.`, `truth ${one.id}`];
            const told = own(one) ? says : [one.id, ...says];
            if (told.some((secret) => text.includes(secret))) leaks.push(`${endpoint.id} as ${name}: ${nameOf(one)}`);
          }
          for (const one of masked) {
            count.judged += 1;
            if ([...filesOf(one), `${maskedWord} ${one.id}`].some((secret) => text.includes(secret)))
              leaks.push(`${endpoint.id} as ${name}: ${nameOf(one)}`);
          }
          const others = [...secrets.hiddenChapters, ...secrets.hiddenCourses, behindHidden.versionId, behindHidden.id];
          if (audience === 'everyone') others.push(campusOnly.courseId, campusOnly.chapterId);
          for (const secret of others) {
            count.judged += 1;
            if (!asked.url.includes(secret) && text.includes(secret))
              leaks.push(`${endpoint.id} as ${name}: ${secret}`);
          }
        }
      }
      if (!scopes.includes('content')) continue;
      const seen = await askAll({ url: '/api/portal/resources?size=10', method: 'GET' }, key);
      const course = await askAll({ url: `/api/portal/courses/${courseId}`, method: 'GET' }, key);
      const column = await askAll({ url: `/api/portal/columns/${columnId}?size=7`, method: 'GET' }, key);
      const home = await askAll({ url: '/api/portal/home', method: 'GET' }, key);
      for (const one of cases.filter((each) => isPublic(each, audience))) {
        count.shown += 1;
        if (![seen, course, column, home].every((text) => text.includes(one.id)))
          missing.push(`${nameOf(one)} as ${name}`);
      }
      const inside = await askAll({ url: `/api/portal/courses/${campusOnly.courseId}`, method: 'GET' }, key);
      const listed = await askAll({ url: '/api/portal/courses?size=3', method: 'GET' }, key);
      const isSeen = [home, listed].every((text) => text.includes(campusOnly.courseId));
      const isOpen = inside.includes(campusOnly.chapterId);
      if (audience === 'campus' && !(isSeen && isOpen)) missing.push(`the campus course as ${name}`);
      for (const id of secrets.shownChapters) if (!course.includes(id)) missing.push(`chapter as ${name}`);
    }
    process.stdout.write(
      `portal leaks: ${leaks.length} of ${count.judged} (${count.calls} calls, ${cases.length} resources, ${keys.length} keys, ${count.shown} shown)\n`,
    );
    expect(leaks).toEqual([]);
    expect(missing).toEqual([]);
    expect(count.shown).toBeGreaterThan(15);
  }, 600_000);

  it('by any address of media that was ever signed', async () => {
    const signer = new MediaSigner(boxOf());
    const leaks: string[] = [];
    let [asked, opened] = [0, 0];
    const whole = keys.filter(({ scopes }) => scopes.length > 1);
    for (const { audience, key, name } of whole) {
      const link = await signer.linker({ origin: '', audience, key: key.id });
      for (const one of cases) {
        for (const [kind, id] of mediaOf(one)) {
          const answer = await test.app.inject({ url: link(kind, id).url });
          asked += 1;
          if (answer.statusCode === 200) opened += 1;
          // Nothing of a masked resource is served before its redacted file exists, except subtitles without the word.
          const isGiven = isPublic(one, audience) && (one.review !== 'masked' || kind === 'subtitle');
          const says = one.review === 'masked' && answer.body.includes(maskedWord);
          if (says || answer.statusCode !== (isGiven ? 200 : 404))
            leaks.push(`${kind} ${nameOf(one)} as ${name}: ${answer.statusCode}`);
        }
      }
    }
    process.stdout.write(`portal leaks by media: ${leaks.length} of ${asked} (${opened} opened)\n`);
    expect(leaks).toEqual([]);
    expect(opened).toBeGreaterThan(30);
  }, 300_000);
});

function boxOf() {
  return test.container.services.box;
}

function mediaOf(one: MadeMedia): [SignedMedia['kind'], string][] {
  return [
    ['rendition', one.thumbnailId],
    ['rendition', one.playedId],
    ['file', one.versionId],
    ['subtitle', one.subtitleId],
  ];
}

const changes: Record<string, string> = {
  'is taken offline': "state = 'offline'",
  'is blocked': "state = 'blocked'",
  'is trashed': "state = 'trashed', state_before = 'offline'",
  'is purged': "state = 'purged'",
  'goes back to review': "state = 'in_review'",
  'reaches its end': "offline_at = now() - interval '1 second'",
  'is put off': "publish_at = now() + interval '1 hour'",
  'loses its licence': 'licence_until = current_date - 2',
  'is for its department alone': "visibility = 'department'",
  'is for its owner alone': "visibility = 'owner'",
};

describe('on the next request, even from a cache', () => {
  it.each(Object.entries(changes))('what %s is gone', async (_name, change) => {
    const made = await makeMedia(test, { state: 'published', visibility: 'everyone', said: 'kept forever' });
    const course = await makeCourse(test);
    const chapter = await makeChapter(test, { courseId: course });
    await placeIn(test, course, chapter, [made.id]);
    const column = await makeColumn(test, [made.id]);
    await publishHome(test, { resourceIds: [made.id], courseIds: [course] });
    const key = await makeKey(test);
    const urls = [
      `/api/portal/resources/${made.id}`,
      '/api/portal/resources',
      `/api/portal/resources/${made.id}/pages`,
      `/api/portal/courses/${course}`,
      `/api/portal/columns/${column}`,
      `/api/portal/search?text=forever`,
      '/api/portal/home',
    ];
    const before = await Promise.all(urls.map((url) => ask({ url, method: 'GET' }, key)));
    expect(before.map(({ statusCode }) => statusCode)).toEqual(urls.map(() => 200));
    expect(before.at(-1)?.body).toContain(made.id);
    const media = [
      ...new Set(before.flatMap(({ body }) => body.match(/http:[^"]*\/portal\/media\/[^"]*/g) ?? [])),
    ].filter((url) => mediaOf(made).some(([, id]) => url.includes(id)));
    expect(media).toHaveLength(4);
    const files = await Promise.all(
      media.map((url) => test.app.inject({ url: new URL(url).pathname + new URL(url).search })),
    );
    expect(files.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    const held = await Promise.all(
      urls.map((url, at) => ask({ url, method: 'GET' }, key, { 'if-none-match': String(before[at]?.headers.etag) })),
    );
    expect(held.map(({ statusCode, body }) => [statusCode, body])).toEqual(urls.map(() => [304, '']));

    await sql`update resources set ${sql.raw(change)} where id = ${made.id}`.execute(test.db);

    const tagged = (at: number) => ({ 'if-none-match': String(before[at]?.headers.etag) });
    const after = await Promise.all(urls.map((url, at) => ask({ url, method: 'GET' }, key, tagged(at))));
    expect(after.map(({ statusCode }) => statusCode)).toEqual([404, 200, 404, 200, 200, 200, 200]);
    expect(after.filter(({ body }, at) => body.includes(made.id) && !urls[at]?.includes(made.id))).toEqual([]);
    for (const [at, url] of media.entries()) {
      const address = new URL(url).pathname + new URL(url).search;
      const etag = String(files[at]?.headers.etag);
      const answers = await Promise.all([
        test.app.inject({ url: address }),
        test.app.inject({ url: address, headers: { 'if-none-match': etag } }),
        test.app.inject({ url: address, headers: { range: 'bytes=0-3' } }),
        test.app.inject({ method: 'HEAD', url: address }),
      ]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
    }
  });

  it('addresses end with their key, its scope and its audience, and with their time', async () => {
    const made = await makeMedia(test, { state: 'published', visibility: 'campus' });
    const key = await makeKey(test, { audience: 'campus' });
    const link = await new MediaSigner(boxOf()).linker({ origin: '', audience: 'campus', key: key.id });
    const open = async (url = link('file', made.versionId).url) => (await test.app.inject({ url })).statusCode;
    expect(await open()).toBe(200);
    const { url } = link('file', made.versionId);
    expect(await open(url.replace(/expires=\d+/, 'expires=99999999999'))).toBe(403);
    expect(await open(url.replace('/file/', '/rendition/'))).toBe(403);
    expect(await open(url.replace(made.versionId, behindHidden.versionId))).toBe(403);
    expect(await open(url.replace(/signature=.*/, `signature=${'A'.repeat(43)}`))).toBe(403);
    const everyone = await makeKey(test);
    expect(await open(url.replace(key.id, everyone.id))).toBe(403);
    for (const [change, back] of [
      ["scopes = array['content']", "scopes = array['content', 'media']"],
      ["audience = 'everyone'", "audience = 'campus'"],
      ["expires_at = now() - interval '1 second'", 'expires_at = null'],
      ['revoked_at = now()', 'revoked_at = null'],
    ]) {
      await sql`update api_keys set ${sql.raw(change ?? '')} where id = ${key.id}`.execute(test.db);
      expect(await open(), change).toBe(403);
      await sql`update api_keys set ${sql.raw(back ?? '')} where id = ${key.id}`.execute(test.db);
      expect(await open(), back).toBe(200);
    }
  });
});
