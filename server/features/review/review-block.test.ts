import { listNotifications } from '@lectern/contract/features/notification.ts';
import { moveResource, updateResource } from '@lectern/contract/features/resource.ts';
import {
  addExceptionFromHit,
  answerUnblock,
  askUnblock,
  countSameHits,
  decideReview,
  decideSameHits,
  undoDecision,
  withdrawUnblock,
} from '@lectern/contract/features/review-decision.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationAction } from '../../platform/operation/operation-action.ts';
import { buildCampus, type Campus } from '../../testing/campus.ts';
import { resourceRowOf } from '../../testing/resource-rig.ts';
import { insertHit, insertWord, makeReview, reviewOf, reviewPage, scanned, stateOf } from '../../testing/review-rig.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let campus: Campus;
let editor: Identity;
let colleague: Identity;
let owner: Identity;
let mild: string;
let grave: string;

beforeAll(async () => {
  test = await startTestApp();
  campus = await buildCampus(test);
  const pages = [reviewPage, '/app/resource/info', '/app/home/my'];
  const person = (roleId: 3 | 4) => test.identity({ roleId, pages, departmentId: campus.physics });
  [editor, colleague, owner] = [await person(3), await person(3), await person(4)];
  [mild, grave] = [await insertWord(test, 'draft'), await insertWord(test, 'poison', 'block')];
});
afterAll(() => test.close());

const makeGrave = () =>
  makeReview(test, { wordId: grave, word: 'poison', severity: 'block' }, { owner, state: 'published' });
const makeMild = (sentence?: string) =>
  makeReview(test, { wordId: mild, word: 'draft' }, { owner, state: 'in_review', ...(sentence && { sentence }) });
type Decision = 'clear' | 'block' | 'mask' | 'return' | 'escalate';
const why = { reason: 'harmful', note: 'see there' } as const;

async function decide(as: Identity, id: string, decision: Decision) {
  const { version } = await reviewOf(test, id);
  return test.call(decideReview, { params: { id }, body: { decision, ...why, version } }, { as });
}
async function answer(as: Identity, id: string, agree: boolean) {
  const { version } = await reviewOf(test, id);
  return test.call(answerUnblock, { params: { id }, body: { agree, note: 'I looked', version } }, { as });
}
async function undo(as: Identity, id: string, decisionId: string) {
  const { version } = await reviewOf(test, id);
  return test.call(undoDecision, { params: { id, decisionId }, body: { version } }, { as });
}
async function toldOf(as: Identity, kind: string): Promise<number> {
  const { rows } = (await test.call(listNotifications, { query: { size: 100 } }, { as })).data;
  return rows.filter((row) => row.kind === kind).length;
}
const task = (id: string) => test.container.services.tasks.findOpen(test.db, `reviewDue:${id}`);
function action(id: string): OperationAction {
  const found = test.container.services.actions.find((one) => one.list === 'review' && one.id === id);
  if (!found) throw new Error(`no action ${id}`);
  return found;
}

describe('a block', () => {
  it('is lifted only by a second person, after the first has cleared all matches', async () => {
    const { id } = await makeGrave();
    expect([await stateOf(test, id), await toldOf(owner, 'resourceBlocked')]).toEqual(['blocked', 1]);
    expect((await answer(colleague, id, true)).failure.code).toBe('illegalMove');
    const cleared = await decide(editor, id, 'clear');
    expect(cleared.data.review).toMatchObject({ state: 'blocked', unblockAsked: { by: { id: editor.userId } } });
    expect(await stateOf(test, id)).toBe('blocked');
    expect(await toldOf(colleague, 'unblockAsked')).toBe(1);
    expect((await answer(editor, id, true)).failure.code).toBe('secondPerson');
    expect((await reviewOf(test, id, editor)).moves).toEqual(['block', 'mask', 'withdrawUnblock']);
    expect((await answer(colleague, id, true)).data).toMatchObject({ state: 'cleared', unblockAsked: null });
    expect([await stateOf(test, id), await toldOf(owner, 'resourceUnblocked')]).toEqual(['ready', 1]);
    expect(await task(id)).toBeUndefined();
    expect((await answer(colleague, id, true)).failure.code).toBe('illegalMove');
  });

  it('stays when the second person declines or the first withdraws, and can be requested again', async () => {
    const { id } = await makeGrave();
    const ask = async () =>
      test.call(
        askUnblock,
        { params: { id }, body: { note: 'please', version: (await reviewOf(test, id)).version } },
        { as: editor },
      );
    expect((await ask()).failure.code).toBe('illegalMove');
    await decide(editor, id, 'clear');
    expect((await answer(colleague, id, false)).data).toMatchObject({ state: 'blocked', unblockAsked: null });
    expect(await toldOf(editor, 'unblockRefused')).toBe(1);
    expect((await ask()).data.unblockAsked).toMatchObject({ why: 'please' });
    const { version } = await reviewOf(test, id);
    const withdraw = (as: Identity) => test.call(withdrawUnblock, { params: { id }, body: { version } }, { as });
    expect((await withdraw(colleague)).failure.code).toBe('illegalMove');
    expect((await withdraw(editor)).data.unblockAsked).toBeNull();
    expect(await stateOf(test, id)).toBe('blocked');
  });

  it('can be set by a decision in any state, and Undo lifts it', async () => {
    const { id } = await makeMild();
    const { data } = await decide(editor, id, 'block');
    expect([data.review.state, await stateOf(test, id)]).toEqual(['blocked', 'blocked']);
    expect((await resourceRowOf(test, id)).state_reason).toBe('Harmful: see there');
    expect((await undo(editor, id, data.decisionId)).data).toMatchObject({ state: 'open', openHits: 1 });
    expect(await stateOf(test, id)).toBe('in_review');
  });
});

describe('a pending review', () => {
  it('holds publication and names itself', async () => {
    const { id } = await makeMild();
    const publish = async () => {
      const { version } = await resourceRowOf(test, id);
      return test.call(moveResource, { params: { id }, body: { move: 'publish', version } }, { as: editor });
    };
    const refused = await publish();
    expect([refused.failure.code, refused.failure.data?.link]).toEqual([
      'hitsFirst',
      `/app/sensitive/resource/detail/${id}`,
    ]);
    await test.db
      .updateTable('resources')
      .set({ publish_at: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute();
    await test.container.services.schedule.run(test.db);
    expect([await stateOf(test, id), await toldOf(owner, 'resourceNotPublished')]).toEqual(['in_review', 1]);
    await decide(editor, id, 'clear');
    expect((await publish()).data).toMatchObject({ state: 'published' });
  });

  it('can be returned to the owner with a reason, and reopens only when the text changes', async () => {
    const { id } = await makeMild();
    const due = (await task(id))?.id;
    expect(due).toBeDefined();
    const { data } = await decide(editor, id, 'return');
    expect(data.review).toMatchObject({ state: 'returned', openHits: 1, returned: { why: why.note } });
    expect([await stateOf(test, id), await toldOf(owner, 'resourceReturned')]).toEqual(['rejected', 1]);
    expect(await task(id)).toBeUndefined();
    await scanned(test, id, {});
    expect((await reviewOf(test, id)).state).toBe('returned');
    const { version } = await resourceRowOf(test, id);
    const edit = { params: { id }, body: { author: 'Another', version } };
    expect((await test.call(updateResource, edit, { as: owner })).data).toMatchObject({ state: 'draft' });
    await insertHit(test, id, 'A new draft.', { wordId: mild, word: 'draft' });
    await scanned(test, id, { opened: 1 });
    expect(await reviewOf(test, id)).toMatchObject({ state: 'open', returned: null });
    expect((await task(id))?.id).not.toBe(due);
  });

  it('can be escalated to administrators, with Undo', async () => {
    const { id } = await makeMild();
    const { data } = await decide(editor, id, 'escalate');
    expect(data.review).toMatchObject({ state: 'escalated', escalated: { why: why.note } });
    expect(await toldOf(test.admin, 'reviewEscalated')).toBe(1);
    expect((await decide(colleague, id, 'clear')).failure.code).toBe('abilityMissing');
    expect((await undo(editor, id, data.decisionId)).data).toMatchObject({ state: 'open', escalated: null });
    await decide(editor, id, 'escalate');
    expect((await decide(test.admin, id, 'clear')).data.review).toMatchObject({ state: 'cleared' });
  });

  it('is due by severity, and stays cleared until new matches appear', async () => {
    const [later, soon] = [await makeMild(), await makeGrave()];
    const dueIn = async ({ id }: { id: string }) => {
      const { openedAt, dueAt } = await reviewOf(test, id);
      return Math.round((Date.parse(dueAt) - Date.parse(openedAt)) / 86_400_000);
    };
    expect([await dueIn(later), await dueIn(soon)]).toEqual([3, 1]);
    await decide(editor, later.id, 'clear');
    await scanned(test, later.id, {});
    expect((await reviewOf(test, later.id)).state).toBe('cleared');
  });
});

describe('bulk actions on reviews', () => {
  it('decide the same word in the same context everywhere, with Undo', async () => {
    const sentence = 'Every draft says so.';
    const [one, two, other] = [await makeMild(sentence), await makeMild(sentence), await makeMild('Another draft.')];
    const params = { id: one.id, hitId: one.hitId };
    expect((await test.call(countSameHits, { params }, { as: editor })).data).toMatchObject({ hits: 2, resources: 2 });
    const started = await test.call(decideSameHits, { params, body: { decision: 'clear', ...why } }, { as: editor });
    expect([started.status, started.data.total]).toEqual([202, 2]);
    const { input } = await test.db
      .selectFrom('operations')
      .select('input')
      .where('id', '=', started.data.id)
      .executeTakeFirstOrThrow();
    const actor = await test.context(editor);
    const run = (id: string) =>
      test.db
        .transaction()
        .execute((transaction) =>
          action('decideSame').apply(transaction, id, input, actor, undefined, started.data.id),
        );
    const [first, second] = [await run(one.id), await run(two.id)];
    for (const { id } of [one, two]) expect((await reviewOf(test, id)).state).toBe('cleared');
    expect((await reviewOf(test, other.id)).state).toBe('open');
    await decide(colleague, two.id, 'block');
    const back = (id: string, outcome: typeof first) =>
      test.db.transaction().execute(async (transaction) => {
        if (outcome.state !== 'done') throw new Error(outcome.reason);
        return action('decideSame').undo?.(transaction, { objectId: id, ...outcome }, actor);
      });
    expect(await back(one.id, first)).toMatchObject({ state: 'done' });
    expect(await back(two.id, second)).toMatchObject({ state: 'skipped', reason: 'It has changed since.' });
    expect((await reviewOf(test, one.id)).state).toBe('open');
  });

  it('claim, assign to permitted reviewers and release, with Undo', async () => {
    const { id } = await makeMild();
    const actor = await test.context(editor);
    const run = (name: string, input: unknown) =>
      test.db.transaction().execute((transaction) => action(name).apply(transaction, id, input, actor, undefined));
    expect(await run('claim', {})).toMatchObject({ state: 'done' });
    expect(await run('claim', {})).toMatchObject({ state: 'skipped' });
    expect(await run('assign', { userId: owner.userId })).toMatchObject({ state: 'skipped' });
    const assigned = await run('assign', { userId: colleague.userId });
    expect([assigned.state, await toldOf(colleague, 'reviewAssigned')]).toEqual(['done', 1]);
    if (assigned.state !== 'done') throw new Error(assigned.reason);
    await test.db
      .transaction()
      .execute(async (transaction) => action('assign').undo?.(transaction, { objectId: id, ...assigned }, actor));
    expect((await reviewOf(test, id)).claimedBy?.id).toBe(editor.userId);
    expect(await run('rescan', {})).toMatchObject({ state: 'done' });
  });
});

it('add a phrase around a match to the exceptions of its word', async () => {
  const { id, hitId } = await makeMild('The draft horse pulls.');
  const add = (phrase: string, wordVersion = 1) =>
    test.call(addExceptionFromHit, { params: { id, hitId }, body: { phrase, wordVersion } }, { as: editor });
  expect((await add('nothing of it')).failure.code).toBe('exceptionRefused');
  expect((await add('draft horse')).data).toMatchObject({ id: mild, exceptions: ['draft horse'], version: 2 });
  expect((await add('draft horses')).failure.code).toBe('changedMeanwhile');
});
