import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@lectern/contract/endpoint.ts';
import { endpoints } from '@lectern/contract/endpoints.ts';
import { decideHits, revealReview } from '@lectern/contract/features/review-decision.ts';
import { startFullRescan } from '@lectern/contract/features/scan.ts';
import { createSensitivePack } from '@lectern/contract/features/sensitive-pack.ts';
import { sensitiveWordImportEndpoints } from '@lectern/contract/features/sensitive-word-import.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pathOf } from '../platform/http/mount-endpoints.ts';
import { buildCampus } from '../testing/campus.ts';
import { makeResource } from '../testing/resource-rig.ts';
import { insertHit, makeReview, reviewOf, reviewPage } from '../testing/review-rig.ts';
import { cookieHeader, type Identity, startTestApp, type TestApp } from '../testing/test-app.ts';
import { wordPage } from '../testing/word-rig.ts';

/**
 * Calls every endpoint that concerns sensitive content as every kind of caller, in their own and another department,
 * with requests that reach the handlers. A new endpoint fails until it is listed here.
 */
type Given = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown; bytes?: string };
type Seen = 'in' | 'hidden' | 'forbidden';
/**
 * Who may see the data: the review's department, those there who may open resources, everyone who may open the page,
 * or only the person who started it.
 */
type Whose = 'department' | 'reader' | 'everybody' | 'own';
type Case = Given & {
  whose: Whose;
  /** Text that must appear in the answer for those who may see it. */
  shows?: string;
};
type Caller = { name: string; as: Identity; roleId: number; pages: string[]; inScope: boolean; isOwn?: boolean };

let test: TestApp;
let callers: Caller[];
let cases: Record<string, Case>;
const word = 'kingfisher';
const all = [reviewPage, wordPage, '/app/resource/info'];

beforeAll(async () => {
  test = await startTestApp();
  const { physics, optics, history } = await buildCampus(test);
  const caller = async (
    name: string,
    roleId: 1 | 2 | 3 | 4,
    { pages = [], departmentId, inScope = false }: { pages?: string[]; departmentId?: string; inScope?: boolean },
  ): Promise<Caller> => {
    const as = await test.identity({ roleId, pages, ...(departmentId && { departmentId }) });
    return { name, as, roleId, pages: roleId <= 2 ? all : pages, inScope: roleId <= 2 || inScope };
  };
  const importer = {
    ...(await caller('role 3 of it', 3, { pages: all, departmentId: optics, inScope: true })),
    isOwn: true,
  };
  const owner = await caller('role 4, its owner', 4, { pages: all, departmentId: optics });
  callers = [
    await caller('role 1', 1, {}),
    await caller('role 2', 2, { departmentId: history }),
    importer,
    await caller('role 3 above it', 3, { pages: all, departmentId: physics, inScope: true }),
    await caller('role 3 of it with words alone', 3, { pages: [wordPage], departmentId: optics, inScope: true }),
    await caller('role 3 of it with reviews alone', 3, { pages: [reviewPage], departmentId: optics, inScope: true }),
    await caller('role 3 of another one', 3, { pages: all, departmentId: history }),
    owner,
  ];
  cases = await casesOf(owner.as, importer.as);
});
afterAll(() => test.close());

async function casesOf(owner: Identity, importer: Identity): Promise<Record<string, Case>> {
  const as = test.admin;
  // The impact of a word is computed from the passage index, so the resource must be scanned first.
  const scanned = await makeResource(test, { owner, title: 'A crane' });
  await test.container.services.scanLoop.drain();
  const wordId = randomUUID();
  const values = { id: wordId, text: word, key: word, mode: 'contains', category: 'other', severity: 'review' };
  await test.db.insertInto('sensitive_words').values(values).execute();
  const { id, hitId } = await makeReview(test, { wordId, word }, { owner, title: `About a ${word}` });
  const other = await makeReview(test, { wordId, word }, { owner });
  const decided = await insertHit(test, id, `Another ${word}.`, { wordId, word });
  const { version } = await reviewOf(test, id);
  const verdict = { decision: 'clear', reason: 'teaching', note: '', version } as const;
  await test.call(decideHits, { params: { id }, body: { ...verdict, hitIds: [decided] } }, { as });
  await test.call(revealReview, { params: { id } }, { as });
  const activity = test.db.selectFrom('activities').select('id').where('object_id', '=', id).limit(1);
  const wordActivity = await test.db
    .insertInto('activities')
    .values({ action: 'sensitiveWord.changed', object_type: 'sensitiveWord', object_id: wordId, request_id: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const pack = (await test.call(createSensitivePack, { body: { name: 'Birds' } as never }, { as })).data;
  const rescan = (await test.call(startFullRescan, {}, { as })).data;
  const uploaded = await request(sensitiveWordImportEndpoints.upload, importer, {
    query: { name: 'words.csv' },
    bytes: 'word\nheron\n',
  });
  const { id: importId } = uploaded.json<{ data: { id: string } }>().data;

  const window = randomUUID();
  const stale = -1;
  const why = { reason: 'teaching', note: 'so' };
  const ofReview = (given: Given = {}): Case => ({
    ...given,
    whose: 'department',
    params: { id, ...given.params },
  });
  const ofHit = (given: Given = {}) => ofReview({ ...given, params: { hitId } });
  const ofWord = (given: Given = {}): Case => ({
    ...given,
    whose: 'everybody',
    params: { id: wordId, ...given.params },
  });
  const ofImport = (given: Given = {}): Case => ({ ...given, whose: 'own', params: { id: importId } });
  const activityId = String((await activity.executeTakeFirstOrThrow()).id);
  return {
    'review.list': { whose: 'department', shows: id },
    'review.export': { whose: 'department', shows: `About a ${word}`, query: { format: 'csv', columns: 'resource' } },
    'review.get': ofReview(),
    'review.listHits': ofReview(),
    'review.getHitText': ofHit(),
    'review.neighbours': { ...ofReview(), shows: other.id },
    'review.getLock': ofReview({ query: { window } }),
    'review.takeLock': ofReview({ body: { window } }),
    // A lock held by someone else stays in place, so there is nothing to hide.
    'review.releaseLock': { ...ofReview({ query: { window } }), whose: 'everybody' },
    'review.listActivity': ofReview(),
    'review.revertActivity': ofReview({ params: { activityId }, body: { version: stale } }),
    'review.claim': ofReview({ body: { version: stale } }),
    'review.release': ofReview({ body: { version: stale } }),
    'review.decideHits': ofReview({ body: { hitIds: [hitId], decision: 'clear', ...why, version: stale } }),
    'review.decide': ofReview({ body: { decision: 'clear', ...why, version: stale } }),
    'review.undoDecision': ofReview({ params: { decisionId: randomUUID() }, body: { version: stale } }),
    'review.listDecisions': ofReview(),
    'review.listWordDecisions': { whose: 'department', params: { id: wordId }, shows: id },
    'review.askUnblock': ofReview({ body: { note: 'so', version: stale } }),
    'review.answerUnblock': ofReview({ body: { agree: true, version: stale } }),
    'review.withdrawUnblock': ofReview({ body: { version: stale } }),
    'review.addException': ofHit({ body: { phrase: `a ${word}`, wordVersion: stale } }),
    'review.ignoreLikelyFalse': ofReview({ params: { wordId }, body: { ignored: false } }),
    'review.countSame': ofHit(),
    'review.decideSame': ofHit({ body: { decision: 'clear', ...why } }),
    'review.reveal': ofReview(),
    'review.listMasks': ofReview(),
    'review.maskAgain': ofReview(),
    'rescan.list': { whose: 'everybody' },
    'rescan.startFull': { whose: 'everybody' },
    'rescan.cancel': { whose: 'everybody', params: { id: rescan.id } },
    'sensitivePack.list': { whose: 'everybody' },
    'sensitivePack.create': { whose: 'everybody', body: { name: 'Birds' } },
    'sensitivePack.update': { whose: 'everybody', params: { id: pack.id }, body: { name: 'Owls', version: stale } },
    'sensitivePack.delete': { whose: 'everybody', params: { id: pack.id }, body: { words: 'keep', version: stale } },
    'sensitiveWord.list': { whose: 'everybody', shows: word },
    'sensitiveWord.export': { whose: 'everybody', shows: word, query: { format: 'csv', columns: 'text' } },
    'sensitiveWord.get': ofWord(),
    'sensitiveWord.create': { whose: 'everybody', body: { text: word } },
    'sensitiveWord.update': ofWord({ body: { note: 'x', version: stale } }),
    'sensitiveWord.getLock': ofWord({ query: { window } }),
    'sensitiveWord.takeLock': ofWord({ body: { window } }),
    'sensitiveWord.releaseLock': ofWord({ query: { window } }),
    'sensitiveWord.listActivity': ofWord(),
    'sensitiveWord.revertActivity': ofWord({
      params: { activityId: String(wordActivity.id) },
      body: { version: stale },
    }),
    'sensitiveWord.test': { whose: 'reader', body: { of: { resourceId: id } } },
    'sensitiveWord.previewImpact': {
      ...{ whose: 'reader', shows: scanned.id },
      body: { changes: [{ kind: 'add', word: { text: 'crane' } }] },
    },
    'sensitiveWordImport.upload': { whose: 'everybody', query: { name: 'words.csv' }, bytes: 'word\nstork\n' },
    'sensitiveWordImport.get': ofImport(),
    'sensitiveWordImport.check': ofImport({ body: { mapping: { text: 0 } } }),
    'sensitiveWordImport.listLines': ofImport(),
    'sensitiveWordImport.run': ofImport(),
    'sensitiveWordImport.report': ofImport(),
  };
}

function request(endpoint: Endpoint, as: Identity, { params = {}, query = {}, body, bytes }: Given) {
  const credentials =
    endpoint.carrier === 'cookie' ? { cookie: cookieHeader(as.cookies) } : { authorization: `Bearer ${as.token}` };
  return test.app.inject({
    method: endpoint.method,
    url: pathOf(endpoint).replace(/:(\w+)/g, (_, name: string) => params[name] ?? ''),
    query,
    headers: { ...credentials, ...(bytes && { 'content-type': 'application/octet-stream' }) },
    ...(bytes ? { body: bytes } : body ? { body } : {}),
  });
}

/**
 * What the handler did: carried the request out, or refused it because of the data. Any other result means that the
 * request never reached it.
 */
async function observe(endpoint: Endpoint, { as }: Caller, given: Case): Promise<Seen | string> {
  const response = await request(endpoint, as, given);
  const isJson = String(response.headers['content-type']).includes('json');
  const { code = '' } = isJson && response.body ? response.json<{ code?: string }>() : {};
  if (code === 'pageForbidden' || code === 'abilityMissing') return 'forbidden';
  if (code === 'notFound') return 'hidden';
  if (response.statusCode >= 300 && response.statusCode !== 409)
    return `${response.statusCode} ${code} ${response.body}`;
  return given.shows && !response.body.includes(given.shows) ? 'hidden' : 'in';
}

/** The expected rule, written independently of the server's access checks. */
function expectedFor({ access }: Endpoint, { roleId, pages, inScope, isOwn }: Caller, { whose }: Case): Seen {
  if (access.kind !== 'page') return 'in';
  if (!access.pages.some((page) => pages.includes(page))) return 'forbidden';
  if (roleId > { superAdmin: 2, admin: 2, editor: 3, user: 4 }[access.ability ?? 'user']) return 'forbidden';
  if (whose === 'everybody') return 'in';
  if (whose === 'reader' && !pages.includes('/app/resource/info')) return 'hidden';
  return (whose === 'own' ? isOwn : inScope) ? 'in' : 'hidden';
}

it('has no mismatch: every call about reviews, words, packs, exceptions, rescans, impact and masks', async () => {
  const concerned = endpoints.filter(({ path }) => path.startsWith('/sensitive/'));
  expect(Object.keys(cases).sort()).toEqual(concerned.map(({ id }) => id).sort());
  const mismatches: string[] = [];
  for (const endpoint of concerned) {
    for (const caller of callers) {
      const given = cases[endpoint.id] as Case;
      const [expected, observed] = [expectedFor(endpoint, caller, given), await observe(endpoint, caller, given)];
      if (expected !== observed) {
        mismatches.push(`${endpoint.id} as ${caller.name}: expected ${expected}, got ${observed}`);
      }
    }
  }
  expect(mismatches).toEqual([]);
});
