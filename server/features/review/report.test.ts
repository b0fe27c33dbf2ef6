import { getReview, listReviews } from '@lectern/contract/features/review.ts';
import { decideReview, undoDecision } from '@lectern/contract/features/review-decision.ts';
import { reportPortalResource } from '@lectern/contract/portal/portal-report.ts';
import { getPortalResource } from '@lectern/contract/portal/portal-resource.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeKey, type SiteKey } from '../../testing/portal-rig.ts';
import { makeResource } from '../../testing/resource-rig.ts';
import { reviewOf, stateOf } from '../../testing/review-rig.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let key: SiteKey;

beforeAll(async () => {
  test = await startTestApp();
  key = await makeKey(test);
});
afterAll(() => test.close());

const report = (id: string, body: object = {}, as: SiteKey = key) =>
  test.call(
    reportPortalResource,
    { params: { id }, body: { reason: 'offensive', note: 'Look at page 3', page: 3, ...body } },
    { headers: as.headers },
  );
const published = () => makeResource(test, { state: 'published', visibility: 'everyone' });

describe('a reader’s report', () => {
  it('is in the review queue with its reason and place, and opens a task', async () => {
    const { id } = await published();
    const sent = await report(id, { reader: 'r-1' });
    expect(sent.http).toBe(201);
    const review = await reviewOf(test, id);
    expect(review).toMatchObject({ state: 'open', openHits: 0 });
    expect(review.reports).toMatchObject([
      {
        id: sent.data.id,
        reason: 'offensive',
        note: 'Look at page 3',
        page: 3,
        site: 'Site of everyone',
        settledAt: null,
      },
    ]);
    expect(review.moves).toEqual(expect.arrayContaining(['claim', 'clear', 'block', 'return', 'escalate']));
    const { data } = await test.call(listReviews, { query: { tab: 'open' } }, { as: test.admin });
    expect(data.rows.map((row) => row.id)).toContain(id);
    const { rows } = await sql`select from tasks where dedupe_key = ${`reviewDue:${id}`} and state = 'open'`.execute(
      test.db,
    );
    expect(rows).toHaveLength(1);
  });

  it('is closed by the decision and reopened by its Undo', async () => {
    const { id } = await published();
    await report(id);
    const { version } = await reviewOf(test, id);
    const body = { decision: 'block' as const, reason: 'unsuitable' as const, note: 'Indeed', version };
    const decided = await test.call(decideReview, { params: { id }, body }, { as: test.admin });
    expect(decided.failure.code).toBeUndefined();
    expect(await stateOf(test, id)).toBe('blocked');
    const blocked = await reviewOf(test, id);
    expect(blocked.state).toBe('blocked');
    expect(blocked.reports[0]?.settledAt).not.toBeNull();
    expect((await test.call(getPortalResource, { params: { id } }, { headers: key.headers })).http).toBe(404);
    const undo = { version: blocked.version };
    const { decisionId } = decided.data as { decisionId: string };
    const undone = await test.call(undoDecision, { params: { id, decisionId }, body: undo }, { as: test.admin });
    expect(undone.failure.code).toBeUndefined();
    expect(await stateOf(test, id)).toBe('published');
    expect((await reviewOf(test, id)).reports[0]?.settledAt).toBeNull();
  });

  it('can be dismissed and reported again', async () => {
    const { id } = await published();
    const first = await report(id, { reader: 'r-2' });
    const again = await report(id, { reader: 'r-2' });
    expect(again.data.id).toBe(first.data.id);
    const { version } = await reviewOf(test, id);
    const body = { decision: 'clear' as const, reason: 'teaching' as const, note: '', version };
    await test.call(decideReview, { params: { id }, body }, { as: test.admin });
    expect(await reviewOf(test, id)).toMatchObject({ state: 'cleared' });
    expect((await report(id, { reader: 'r-2' })).data.id).not.toBe(first.data.id);
    expect(await reviewOf(test, id)).toMatchObject({ state: 'open' });
  });

  it('is nothing that the reader can’t see, and nothing without the scope', async () => {
    const { id } = await makeResource(test, { state: 'published', visibility: 'campus' });
    expect((await report(id)).http).toBe(404);
    const { id: draft } = await makeResource(test, { state: 'ready', visibility: 'everyone' });
    expect((await report(draft)).http).toBe(404);
    const reads = await makeKey(test, { scopes: ['content'] });
    expect((await report((await published()).id, {}, reads)).failure.code).toBe('apiKeyScope');
    expect((await test.call(getReview, { params: { id: draft } }, { as: test.admin })).http).toBe(404);
  });

  it('is limited for each reader', async () => {
    const answers = [];
    for (let each = 0; each < 22; each += 1)
      answers.push((await report((await published()).id, { reader: 'r-9' })).http);
    expect(answers.filter((http) => http === 201)).toHaveLength(20);
    expect(answers.slice(-2)).toEqual([429, 429]);
  });
});
