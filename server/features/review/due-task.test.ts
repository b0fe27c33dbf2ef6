import { moveResource } from '@lectern/contract/features/resource.ts';
import type { ResourceMove } from '@lectern/contract/features/resource-state.ts';
import { claimReview, decideReview, releaseReview } from '@lectern/contract/features/review-decision.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemOutcome } from '../../platform/operation/operation-action.ts';
import { buildCampus } from '../../testing/campus.ts';
import { resourceRowOf, versionOf } from '../../testing/resource-rig.ts';
import { insertWord, makeReview, reviewOf, reviewPage, scanned, stateOf } from '../../testing/review-rig.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { sumReview } from './review.repository.ts';

let test: TestApp;
let editor: Identity;
let owner: Identity;
let mild: string;
let grave: string;

beforeAll(async () => {
  test = await startTestApp();
  const { physics: departmentId } = await buildCampus(test);
  editor = await test.identity({ roleId: 3, pages: [reviewPage, '/app/resource/info'], departmentId });
  owner = await test.identity({ roleId: 4, pages: ['/app/home/my'], departmentId });
  [mild, grave] = [await insertWord(test, 'draft'), await insertWord(test, 'poison', 'block')];
});
afterAll(() => test.close());

const makeMild = () => makeReview(test, { wordId: mild, word: 'draft' }, { owner, state: 'ready' });
const task = (id: string) => test.container.services.tasks.findOpen(test.db, `reviewDue:${id}`);
const lastTask = (id: string) =>
  test.db
    .selectFrom('tasks')
    .select('state')
    .where('dedupe_key', '=', `reviewDue:${id}`)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
async function move(id: string, wanted: ResourceMove): Promise<void> {
  const body = { move: wanted, version: await versionOf(test, id) };
  expect((await test.call(moveResource, { params: { id }, body }, { as: test.admin })).http).toBe(200);
}
async function act(id: string, endpoint: typeof claimReview | typeof releaseReview): Promise<void> {
  const { version } = await reviewOf(test, id);
  expect((await test.call(endpoint, { params: { id }, body: { version } }, { as: editor })).http).toBe(200);
}

describe('the task of a review', () => {
  it('is not there while the resource is in the trash, and not after it went for good', async () => {
    const { id } = await makeMild();
    expect(await task(id)).toMatchObject({ state: 'open' });
    await move(id, 'trash');
    expect([await task(id), await lastTask(id)]).toEqual([undefined, { state: 'cancelled' }]);
    await move(id, 'restore');
    expect(await task(id)).toMatchObject({ title: (await resourceRowOf(test, id)).title });
    await move(id, 'trash');
    await test.db
      .updateTable('resources')
      .set({ state_since: new Date(0) })
      .where('id', '=', id)
      .execute();
    await test.container.services.schedule.purgeOld(test.db);
    expect(await stateOf(test, id)).toBe('purged');
    expect(await task(id)).toBeUndefined();
  });

  it('belongs to its claimer, returns to everyone on release, and has the severity of the matches', async () => {
    const { id, hitId } = await makeMild();
    const first = await task(id);
    expect(first?.assignee_id).toBeNull();
    await act(id, claimReview);
    expect(await task(id)).toMatchObject({ id: first?.id, assignee_id: editor.userId });
    await test.db.updateTable('sensitive_hits').set({ severity: 'block' }).where('id', '=', hitId).execute();
    await scanned(test, id, { regraded: 1, blockMatches: 1 });
    expect(await task(id)).toMatchObject({ assignee_id: editor.userId, details: { severity: 'block' } });
    await act(id, releaseReview);
    expect(await task(id)).toMatchObject({ id: first?.id, assignee_id: null });
  });

  it('is the owner’s while the resource is given back, until it was changed', async () => {
    const { id, hitId } = await makeMild();
    const owners = () => test.container.services.tasks.findOpen(test.db, `reviewReturned:${id}`);
    const { version } = await reviewOf(test, id);
    const body = { decision: 'return', reason: 'other', note: 'Take the draft out.', version } as const;
    expect((await test.call(decideReview, { params: { id }, body }, { as: editor })).http).toBe(200);
    expect(await owners()).toMatchObject({ assignee_id: owner.userId, details: { why: 'Take the draft out.' } });
    expect(await task(id)).toBeUndefined();
    await test.db.deleteFrom('sensitive_hits').where('id', '=', hitId).execute();
    await scanned(test, id, { vanished: 1 });
    expect(await owners()).toBeUndefined();
  });

  it('stays with whom it was given to on the page of to-dos', async () => {
    const { id } = await makeMild();
    await test.db
      .updateTable('tasks')
      .set({ assignee_id: test.admin.userId })
      .where('dedupe_key', '=', `reviewDue:${id}`)
      .execute();
    await scanned(test, id, { regraded: 1 });
    expect(await task(id)).toMatchObject({ assignee_id: test.admin.userId });
  });

  it('is there for a block that nothing speaks for any more', async () => {
    const found = { wordId: grave, word: 'poison', severity: 'block' } as const;
    const { id, hitId } = await makeReview(test, found, { owner, state: 'published' });
    await test.db.deleteFrom('sensitive_hits').where('id', '=', hitId).execute();
    await scanned(test, id, { vanished: 1 });
    expect(await reviewOf(test, id, editor)).toMatchObject({ state: 'blocked', moves: ['askUnblock'] });
    expect(await task(id)).toBeDefined();
  });
});

describe('a time to publish', () => {
  const action = () => test.container.services.actions.find((one) => one.list === 'resource' && one.id === 'schedule');
  async function schedule(id: string, publishAt: string | null): Promise<ItemOutcome | undefined> {
    const actor = await test.context(editor);
    const input = { publishAt, offlineAt: null };
    return test.db
      .transaction()
      .execute(async (transaction) => action()?.apply(transaction, id, input, actor, undefined));
  }

  it('is refused while words wait for a decision, as publishing is, and held when they come later', async () => {
    const { id } = await makeMild();
    const refused = await schedule(id, '2999-01-01T00:00:00Z');
    expect(refused).toMatchObject({ state: 'skipped', reason: expect.stringContaining('Finish the review first') });
    expect((await resourceRowOf(test, id)).publish_at).toBeNull();
    expect(await schedule(id, null)).toMatchObject({ state: 'skipped', reason: 'Already up to date.' });
    const { version } = await reviewOf(test, id);
    const body = { decision: 'clear', reason: 'teaching', note: '', version } as const;
    await test.call(decideReview, { params: { id }, body }, { as: editor });
    expect(await schedule(id, '2999-01-01T00:00:00Z')).toMatchObject({ state: 'done' });
    await test.db.updateTable('sensitive_hits').set({ state: 'open' }).where('resource_id', '=', id).execute();
    await sumReview(test.db, id);
    await test.db
      .updateTable('resources')
      .set({ publish_at: new Date(0) })
      .where('id', '=', id)
      .execute();
    await test.container.services.schedule.run(test.db);
    expect([await stateOf(test, id), (await resourceRowOf(test, id)).publish_at]).toEqual(['ready', null]);
    const told = await test.db
      .selectFrom('notifications')
      .select('params')
      .where('user_id', '=', owner.userId)
      .where('kind', '=', 'resourceNotPublished')
      .execute();
    expect(told).toMatchObject([{ params: { reason: expect.stringContaining('sensitive word matches') } }]);
  });
});
