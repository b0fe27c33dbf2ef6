import { moveResource } from '@lectern/contract/features/resource.ts';
import { listHits, listReviews } from '@lectern/contract/features/review.ts';
import { ignoreLikelyFalse } from '@lectern/contract/features/review-decision.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeResource, resourceRowOf, versionOf } from '../../testing/resource-rig.ts';
import { reviewOf } from '../../testing/review-rig.ts';
import { type ScanRig, scanRig } from '../../testing/scan-rig.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let rig: ScanRig;
let wordId: string;
beforeAll(async () => {
  test = await startTestApp();
  rig = scanRig(test);
  wordId = await rig.addWord('代写', { severity: 'block' });
});
afterAll(() => test.close());

const make = async (title: string) => {
  const { id } = await makeResource(test, { title, fileName: 'file.pdf' });
  await rig.settle();
  return id;
};

it('marks a match across two words as likely false, and holds publication without blocking', async () => {
  const id = await make('当代写作入门');
  expect(await rig.hitsOf(id)).toMatchObject([{ word: '代写', state: 'open', likely_false: true, severity: 'review' }]);
  expect((await resourceRowOf(test, id)).state).not.toBe('blocked');
  const body = { move: 'publish', version: await versionOf(test, id) } as const;
  const published = await test.call(moveResource, { params: { id }, body }, { as: test.admin });
  expect(published.failure.code).toBe('hitsFirst');
});

it('blocks at once for the word itself, beside matches that are likely false', async () => {
  const id = await make('当代写作与论文代写');
  const hits = await rig.hitsOf(id);
  expect(hits.map((hit) => [hit.likely_false, hit.severity])).toEqual([
    [true, 'review'],
    [false, 'block'],
  ]);
  expect((await resourceRowOf(test, id)).state).toBe('blocked');
  const { data } = await test.call(listHits, { params: { id }, query: {} }, { as: test.admin });
  expect(data.rows.map((hit) => hit.likelyFalse)).toEqual([false, true]);
});

it('lists reviews with nothing but likely false matches after all others', async () => {
  const [early, certain] = [await make('现代写实主义'), await make('代写广告')];
  await test.db
    .updateTable('sensitive_reviews')
    .set({ due_at: new Date('2020-01-01') })
    .where('resource_id', '=', early)
    .execute();
  for (const sort of ['due', '-severity']) {
    const { data } = await test.call(listReviews, { query: { tab: 'all', sort } }, { as: test.admin });
    const order = data.rows.map((row) => row.id);
    expect(order.indexOf(certain)).toBeLessThan(order.indexOf(early));
    expect(data.rows.map((row) => row.likelyFalse)).toEqual([...data.rows.map((row) => row.likelyFalse)].sort());
  }
  expect(await reviewOf(test, early)).toMatchObject({ likelyFalse: true, dueAt: '2020-01-01T00:00:00.000Z' });
});

it('dismisses likely false matches for their word from the review, and reports them again when that is undone', async () => {
  const [id, certain] = [await make('唐代写经'), await make('代写服务')];
  const editor = await test.identity({ roleId: 3, pages: [] });
  const ignore = async (reviewId: string, ignored: boolean, as = test.admin) => {
    const answer = await test.call(ignoreLikelyFalse, { params: { id: reviewId, wordId }, body: { ignored } }, { as });
    await test.db
      .insertInto('sensitive_scan_wishes')
      .values([{ resource_id: id }, { resource_id: certain }])
      .execute();
    await rig.settle();
    return answer;
  };
  expect(await ignore(id, true, editor)).toMatchObject({ http: 403 });
  expect(await ignore(certain, true)).toMatchObject({ http: 404 });
  expect((await ignore(id, true)).data).toMatchObject({ id: wordId, ignoreLikelyFalse: true });
  expect(await rig.hitsOf(id)).toEqual([]);
  expect((await reviewOf(test, id)).openHits).toBe(0);
  expect(await rig.hitsOf(certain)).toHaveLength(1);
  expect((await ignore(id, false)).data.ignoreLikelyFalse).toBe(false);
  expect(await rig.hitsOf(id)).toMatchObject([{ likely_false: true, state: 'open' }]);
});
