import {
  getHitText,
  getReview,
  listHits,
  listReviewActivity,
  listReviews,
  reviewNeighbours,
} from '@lectern/contract/features/review.ts';
import {
  claimReview,
  decideHits,
  decideReview,
  listDecisions,
  listWordDecisions,
  releaseReview,
  revealReview,
  undoDecision,
} from '@lectern/contract/features/review-decision.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCampus, type Campus } from '../../testing/campus.ts';
import { insertHit, insertWord, makeReview, reviewOf, reviewPage, scanned } from '../../testing/review-rig.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let campus: Campus;
let editor: Identity;
let colleague: Identity;
let stranger: Identity;
let owner: Identity;
let wordId: string;

beforeAll(async () => {
  test = await startTestApp();
  campus = await buildCampus(test);
  const person = (roleId: 3 | 4, departmentId: string) =>
    test.identity({ roleId, pages: [reviewPage, '/app/resource/info'], departmentId });
  editor = await person(3, campus.physics);
  colleague = await person(3, campus.physics);
  stranger = await person(3, campus.history);
  owner = await person(4, campus.optics);
  wordId = await insertWord(test, 'draft');
});
afterAll(() => test.close());

const make = (sentence?: string) =>
  makeReview(test, { wordId, word: 'draft' }, { owner, ...(sentence && { sentence }) });
const why = { reason: 'teaching', note: 'a lesson' } as const;

async function decide(
  as: Identity,
  { id, hitId }: { id: string; hitId: string },
  decision: 'clear' | 'block' | 'mask',
  version?: number,
) {
  const body = { hitIds: [hitId], decision, ...why, version: version ?? (await reviewOf(test, id)).version };
  return test.call(decideHits, { params: { id }, body }, { as });
}

describe('the review queue', () => {
  it('shows each reviewer their data scope with tab counts, and nothing to users', async () => {
    const { id } = await make();
    const rows = async (as: Identity, query = {}) =>
      (await test.call(listReviews, { query: { tab: 'all', size: 200, ...query } }, { as })).data;
    for (const as of [test.admin, editor]) {
      const page = await rows(as, { search: '' });
      expect(page.rows.map((row) => row.id)).toContain(id);
      expect(page.tabs).toMatchObject({ open: page.tabs.all, mine: { value: 0, exact: true } });
    }
    expect((await rows(stranger)).rows).toEqual([]);
    expect((await test.call(listReviews, { query: { tab: 'all' } }, { as: owner })).status).toBe(403);
    expect((await test.call(getReview, { params: { id } }, { as: owner })).status).toBe(403);
    expect((await test.call(getReview, { params: { id } }, { as: stranger })).failure.code).toBe('notFound');
    const filtered = await rows(editor, {
      word: 'dra',
      source: 'document',
      severity: 'review',
      overdue: 'no',
      sort: '-hits',
    });
    expect(filtered.rows.map((row) => row.id)).toContain(id);
    expect((await rows(editor, { word: 'nothing' })).rows).toEqual([]);
  });

  it('lists claimed reviews under Mine and refuses them to others until released', async () => {
    const { id, hitId } = await make();
    const { version } = await reviewOf(test, id);
    const claimed = await test.call(claimReview, { params: { id }, body: { version } }, { as: editor });
    expect(claimed.data).toMatchObject({ state: 'claimed', claimedBy: { id: editor.userId } });
    const mine = await test.call(listReviews, { query: { tab: 'mine' } }, { as: editor });
    expect([mine.data.rows.map((row) => row.id), mine.data.tabs.mine?.value]).toEqual([[id], 1]);
    const again = { params: { id }, body: { version: claimed.data.version } };
    expect((await test.call(claimReview, again, { as: colleague })).failure.code).toBe('reviewClaimed');
    expect((await test.call(releaseReview, again, { as: colleague })).failure.code).toBe('reviewClaimed');
    expect((await decide(colleague, { id, hitId }, 'clear')).failure.code).toBe('reviewClaimed');
    expect((await test.call(releaseReview, again, { as: test.admin })).data).toMatchObject({
      state: 'open',
      claimedBy: null,
    });
  });

  it('links Previous and Next in the order of the view', async () => {
    const [first, second] = [await make(), await make()];
    const view = 'tab=open&sort=opened';
    const neighbours = (id: string) => test.call(reviewNeighbours, { params: { id }, query: { view } }, { as: editor });
    expect((await neighbours(first.id)).data.next).toEqual({ id: second.id, kind: 'document' });
    expect((await neighbours(second.id)).data.previous).toEqual({ id: first.id, kind: 'document' });
  });
});

describe('a review', () => {
  it('shows its matches in context, with everything else found there', async () => {
    const { id, hitId } = await make('A draft is a draft.');
    const hits = await test.call(listHits, { params: { id }, query: { size: 1 } }, { as: editor });
    const afterFirst = { size: 1, after: hits.data.rows[0]?.id };
    const next = await test.call(listHits, { params: { id }, query: afterFirst }, { as: editor });
    expect(next.http).toBe(200);
    expect(next.data.rows.map((hit) => hit.id)).not.toContain(hits.data.rows[0]?.id);
    expect(hits.data).toMatchObject({ more: false, rows: [{ id: hitId, place: { page: 1, source: 'document' } }] });
    const text = () => test.call(getHitText, { params: { id, hitId } }, { as: editor });
    expect((await text()).data).toMatchObject({
      text: 'A draft is a draft.',
      marks: [{ hitId, start: 2, end: 7 }],
      stale: false,
    });
    await test.db.updateTable('passages').set({ text: 'It is final.' }).where('resource_id', '=', id).execute();
    expect((await text()).data).toMatchObject({ text: 'A draft is a draft.', stale: true });
  });

  it('records who revealed its images', async () => {
    const { id } = await make();
    expect((await reviewOf(test, id, editor)).revealed).toBe(false);
    await test.call(revealReview, { params: { id } }, { as: editor });
    expect((await reviewOf(test, id, editor)).revealed).toBe(true);
    expect((await reviewOf(test, id, colleague)).revealed).toBe(false);
    const { rows } = (await test.call(listReviewActivity, { params: { id }, query: {} }, { as: editor })).data;
    expect(rows[0]).toMatchObject({ action: 'review.revealed', actor: { id: editor.userId } });
  });

  it('ends as cleared, masked or blocked by its decisions, and says who, when and why', async () => {
    for (const [decision, state] of [
      ['clear', 'cleared'],
      ['mask', 'masked'],
      ['block', 'blocked'],
    ] as const) {
      const made = await make();
      const second = await insertHit(test, made.id, 'Another draft.', { wordId, word: 'draft' });
      await scanned(test, made.id, { opened: 1 });
      const first = await decide(editor, made, decision);
      expect(first.data.review).toMatchObject({ state: 'open', openHits: 1 });
      const last = await decide(editor, { id: made.id, hitId: second }, decision);
      expect(last.data.review).toMatchObject({ state, openHits: 0, decidedBy: { id: editor.userId } });
      const history = await test.call(listDecisions, { params: { id: made.id }, query: {} }, { as: colleague });
      expect(history.data.rows).toMatchObject([
        { decision, ...why, by: { id: editor.userId }, word: { id: wordId }, undoable: false },
        { decision, hits: 1 },
      ]);
      expect((await decide(editor, made, decision)).failure.code).toBe('illegalMove');
    }
    const known = await test.call(listWordDecisions, { params: { id: wordId }, query: { size: 2 } }, { as: editor });
    expect([known.data.rows.length, known.data.more]).toEqual([2, true]);
    expect(
      (await test.call(listWordDecisions, { params: { id: wordId }, query: {} }, { as: stranger })).data.rows,
    ).toEqual([]);
  });

  it('can’t mask a resource’s metadata', async () => {
    const { id, hitId } = await make();
    await test.db
      .updateTable('passages')
      .set({ source: 'description' })
      .where('resource_id', '=', id)
      .where('source', '=', 'document')
      .execute();
    await test.db.updateTable('sensitive_hits').set({ source: 'description' }).where('id', '=', hitId).execute();
    expect((await decide(editor, { id, hitId }, 'mask')).failure.code).toBe('notMaskable');
  });

  it('lets reviewers undo their own decisions step by step, but no one else’s', async () => {
    const made = await make();
    const second = await insertHit(test, made.id, 'Another draft.', { wordId, word: 'draft' });
    await scanned(test, made.id, { opened: 1 });
    const one = await decide(editor, made, 'clear');
    const two = await decide(editor, { id: made.id, hitId: second }, 'clear');
    const undo = async (as: Identity, decisionId: string) =>
      test.call(
        undoDecision,
        { params: { id: made.id, decisionId }, body: { version: (await reviewOf(test, made.id)).version } },
        { as },
      );
    expect((await undo(editor, one.data.decisionId)).failure.code).toBe('decidedMeanwhile');
    expect((await undo(colleague, two.data.decisionId)).failure.code).toBe('undoNotPossible');
    expect((await undo(editor, two.data.decisionId)).data).toMatchObject({
      state: 'open',
      openHits: 1,
      decidedBy: null,
    });
    expect((await undo(editor, one.data.decisionId)).data).toMatchObject({ state: 'open', openHits: 2 });
    expect((await undo(editor, one.data.decisionId)).failure.code).toBe('undoNotPossible');
  });

  it('restores an older decision when the one that replaced it is undone', async () => {
    const made = await make();
    await decide(editor, made, 'clear');
    const { data } = await decide(editor, made, 'mask');
    expect(data.review).toMatchObject({ state: 'masked', masks: 1 });
    const request = { params: { id: made.id, decisionId: data.decisionId }, body: { version: data.review.version } };
    expect((await test.call(undoDecision, request, { as: editor })).data).toMatchObject({ state: 'cleared', masks: 0 });
    const [hit] = (await test.call(listHits, { params: { id: made.id }, query: {} }, { as: editor })).data.rows;
    expect(hit).toMatchObject({ state: 'cleared', decision: { by: { id: editor.userId }, note: why.note } });
  });

  it('is decided by one of two simultaneous reviewers, and the other gets a conflict', async () => {
    const made = await make();
    const { version } = await reviewOf(test, made.id);
    const answers = await Promise.all([
      decide(editor, made, 'clear', version),
      decide(colleague, made, 'block', version),
    ]);
    expect(answers.map((answer) => answer.failure.code ?? 'decided').sort()).toEqual(['decided', 'decidedMeanwhile']);
    expect(
      await test.db.selectFrom('sensitive_decisions').select('id').where('resource_id', '=', made.id).execute(),
    ).toHaveLength(1);
  });

  it('refuses a decision on changed text, before and after the next scan', async () => {
    const made = await make();
    const { version } = await reviewOf(test, made.id);
    const passages = test.db
      .updateTable('passages')
      .where('resource_id', '=', made.id)
      .where('source', '=', 'document');
    await passages.set({ text: 'Here is something else.' }).execute();
    expect((await decide(editor, made, 'clear')).failure.code).toBe('textChanged');
    const whole = { params: { id: made.id }, body: { decision: 'clear', ...why, version } } as const;
    expect((await test.call(decideReview, whole, { as: editor })).failure.code).toBe('textChanged');
    await test.db.deleteFrom('sensitive_hits').where('id', '=', made.hitId).execute();
    await scanned(test, made.id, { vanished: 1 });
    expect((await decide(editor, made, 'clear', version)).failure.code).toBe('textChanged');
    expect((await reviewOf(test, made.id)).state).toBe('cleared');
    expect(
      await test.db.selectFrom('sensitive_decisions').select('id').where('resource_id', '=', made.id).execute(),
    ).toEqual([]);
  });
});
