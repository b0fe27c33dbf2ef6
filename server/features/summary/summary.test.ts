import { listNotifications } from '@lectern/contract/features/notification.ts';
import { getOperation, startOperation, undoOperation } from '@lectern/contract/features/operation.ts';
import {
  exportSummaries,
  getResourceSummary,
  getSummary,
  listSummaries,
  listSummaryActivity,
  type SummaryView,
  summaryNeighbours,
  takeSummaryLock,
} from '@lectern/contract/features/summary.ts';
import {
  adoptSummary,
  approveSummary,
  declineSummary,
  diffSummaries,
  editSummary,
  getSummaryVersion,
  listSummaryVersions,
  publishSummary,
  regenerateSummary,
  rejectSummary,
  reopenSummary,
  unpublishSummary,
} from '@lectern/contract/features/summary-change.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/new-id.ts';
import { buildCampus } from '../../testing/campus.ts';
import { eventually } from '../../testing/eventually.ts';
import { cookieHeader, type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { followTexts, makeText } from '../../testing/text-rig.ts';
import { findSourceText } from './summary-text.repository.ts';

let test: TestApp;
let owner: Identity;
let editor: Identity;
let stranger: Identity;
let user: Identity;

const page = '/app/handle/ai';
const lecture = [
  'Volcanoes are mountains that open down to molten rock below the crust of the earth.',
  'In this lecture we present how volcanoes erupt and how people measure them.',
  'Gas in the magma pushes it upward until the rock above breaks.',
  'For example, the mountain smoked for 40 days.',
];

beforeAll(async () => {
  test = await startTestApp();
  const campus = await buildCampus(test);
  const pages = [page, '/app/resource/info'];
  owner = await test.identity({ roleId: 4, pages, departmentId: campus.physics });
  editor = await test.identity({ roleId: 3, pages, departmentId: campus.physics });
  stranger = await test.identity({ roleId: 3, pages, departmentId: campus.history });
  user = await test.identity({ roleId: 4, pages: ['/app/resource/info'], departmentId: campus.history });
  await test.container.worker.start();
});
afterAll(async () => {
  await test.container.worker.stop();
  await test.close();
});

async function view(id: string, as = editor): Promise<SummaryView> {
  return (await test.call(getSummary, { params: { id } }, { as })).data;
}

async function make(lines = lecture, title = 'Volcanoes') {
  const made = await makeText(test, { kind: 'video', state: 'published', owner, title, parts: [lines] });
  await test.container.services.pipeline.plan(test.db, made.versionId);
  return made;
}

async function regenerate(id: string, options = {}) {
  const answer = await test.call(regenerateSummary, { params: { id }, body: { options } }, { as: editor });
  expect(answer.http).toBe(202);
  return eventually(async () => {
    const now = await view(id);
    expect(['done', 'skipped', 'failed']).toContain(now.work?.state);
    return now;
  });
}

const receipt = [
  'Semi-skimmed milk 2L 1.65 Wholemeal loaf 800g 1.40',
  'Bananas 0.78',
  'Eggs x12 3.20',
  'TOTAL 7.03',
].map((line) => `${line} VISA **** 4421 12/05/2024`);

/** Replaces the passages and what depends on them, as a new reading does. */
async function replaceText(id: string, lines: readonly string[]): Promise<void> {
  await test.db.transaction().execute(async (transaction) => {
    for (const [index, line] of lines.entries()) {
      await sql`update passages set text = ${line} where resource_id = ${id} and source = 'speech'
        and position = ${index + 1}`.execute(transaction);
    }
    await followTexts(transaction, id);
  });
}

const meant = ({ summaryId, version }: SummaryView) => ({ summaryId: String(summaryId), version });
const passagesOf = async (id: string) => {
  const query = sql<{ text: string }>`
    select text from passages where resource_id = ${id} and source = 'summary' order by position`;
  return (await query.execute(test.db)).rows.map(({ text }) => text);
};

async function operate(action: string, ids: string[], input = {}) {
  const body = { list: 'summary', action, selection: { ids }, input };
  const { data } = await test.call(startOperation, { body }, { as: editor });
  return ended(data.id);
}

const ended = (id: string) =>
  eventually(async () => {
    const { data } = await test.call(getOperation, { params: { id } }, { as: editor });
    expect(data.state).toBe('done');
    return data;
  });

describe('a summary', () => {
  it('is extracted from speech, links each sentence to its second, and says so', async () => {
    const { id } = await make();
    expect(await view(id)).toMatchObject({ state: 'none', current: null, moves: ['edit', 'regenerate'] });
    const made = await regenerate(id, { sentences: 2 });
    expect(made).toMatchObject({ state: 'draft', origin: 'extracted', fallback: null, evidence: 1, stale: false });
    const sentence = made.current?.content.short.find(({ text }) => text.startsWith('In this lecture'));
    expect(sentence).toMatchObject({ supported: true, passages: [{ source: 'speech', startMs: 10_000, position: 2 }] });
    expect(made.current?.content.keywords.join().toLowerCase()).toContain('volcano');
    expect(made.current).toMatchObject({ createdBy: null, options: { sentences: 2 }, versionNumber: 1 });
  });

  it('goes from draft to approved to published, becomes searchable and notifies its owner', async () => {
    const { id } = await make();
    const draft = await regenerate(id);
    const call = { params: { id }, body: meant(draft) };
    expect((await test.call(publishSummary, call, { as: editor })).http).toBe(409);
    const approved = (await test.call(approveSummary, call, { as: editor })).data;
    expect(approved).toMatchObject({ state: 'approved', version: draft.version + 1 });
    expect((await test.call(approveSummary, call, { as: editor })).http).toBe(409);
    expect(await passagesOf(id)).toEqual([]);
    const seen = await test.call(publishSummary, { params: { id }, body: meant(approved) }, { as: editor });
    expect(seen.data).toMatchObject({ state: 'published', published: 1, moves: ['edit', 'unpublish', 'regenerate'] });
    expect(await passagesOf(id)).toContain(lecture[1]);
    const wishes = await sql`select from sensitive_scan_wishes where resource_id = ${id}`.execute(test.db);
    expect(wishes.rows.length).toBeGreaterThan(0);
    const bell = await test.call(listNotifications, {}, { as: owner });
    expect(bell.data.rows[0]).toMatchObject({ kind: 'summaryPublished', link: `/app/handle/ai?id=${id}` });
    const public_ = await test.call(getResourceSummary, { params: { id } }, { as: user });
    expect(public_.data).toMatchObject({ state: 'published', mayOpen: false, published: { number: 1 } });
    const back = { params: { id }, body: { version: seen.data.version } };
    expect((await test.call(unpublishSummary, back, { as: editor })).data.state).toBe('approved');
    expect(await passagesOf(id)).toEqual([]);
    const { data: told } = await test.call(listSummaryActivity, { params: { id } }, { as: editor });
    expect(told.rows.map(({ action }) => action)).toEqual([
      ...['summary.unpublished', 'summary.published', 'summary.approved', 'summary.made'],
    ]);
  });

  it('can be rejected with a reason and reopened', async () => {
    const { id } = await make();
    const draft = await regenerate(id);
    const other = { params: { id }, body: { ...meant(draft), reason: 'other' as const } };
    expect((await test.call(rejectSummary, other, { as: editor })).http).toBe(422);
    const body = { ...meant(draft), reason: 'wrong' as const, note: 'No.' };
    const rejected = (await test.call(rejectSummary, { params: { id }, body }, { as: editor })).data;
    expect(rejected.current).toMatchObject({ state: 'rejected', rejection: { reason: 'wrong', note: 'No.' } });
    const again = await test.call(reopenSummary, { params: { id }, body: meant(rejected) }, { as: editor });
    expect(again.data.current).toMatchObject({ state: 'draft', rejection: null });
  });

  it('uses one version of the text, even if it changes while running', async () => {
    const { id } = await make();
    let isOld = true;
    const racing = test.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (isOld) await replaceText(id, ['Glaciers are rivers of ice.']);
        isOld = false;
        return result;
      },
    });
    const text = await findSourceText(racing, id, 'original');
    expect(text?.passages[0]?.text).toBe(lecture[0]);
    expect((await findSourceText(test.db, id, 'original'))?.passages[0]?.text).toBe('Glaciers are rivers of ice.');
  });

  it('can be written by hand: unsupported sentences are marked, and machine runs never overwrite it', async () => {
    const { id } = await make();
    const draft = await regenerate(id);
    const content = {
      short: ['Gas in the magma pushes it upward.', 'The mountain smoked for 77 days.'],
      ...{ outline: [], keywords: ['magma'], chapters: [{ title: 'All', startMs: 0 }], questions: [] },
    };
    const body = { baseId: draft.summaryId, version: draft.version, content };
    const edited = (await test.call(editSummary, { params: { id }, body }, { as: editor })).data;
    expect(edited).toMatchObject({ origin: 'edited', number: 2, evidence: 0.5, changedBy: { id: editor.userId } });
    expect(edited.current?.content.short.map(({ supported }) => supported)).toEqual([true, false]);
    expect(edited.current?.content.short[0]?.passages[0]).toMatchObject({ startMs: 20_000 });
    expect((await test.call(editSummary, { params: { id }, body }, { as: editor })).http).toBe(409);
    const after = await regenerate(id, { sentences: 1 });
    expect(after).toMatchObject({ number: 2, origin: 'edited', offered: 3 });
    const { data: diff } = await test.call(
      diffSummaries,
      { params: { id }, query: { from: 2, to: 3 } },
      { as: editor },
    );
    expect(diff).toMatchObject({ same: false, from: { number: 2 }, to: { number: 3 } });
    expect(diff.short.some(({ kind }) => kind === 'removed' || kind === 'changed')).toBe(true);
    const versions = (await test.call(listSummaryVersions, { params: { id } }, { as: editor })).data;
    expect(versions.map(({ number, current }) => [number, current])).toEqual([
      [3, false],
      [2, true],
      [1, false],
    ]);
    const third = versions[0]?.id ?? '';
    const decline = { params: { id }, body: { summaryId: third, version: after.version } };
    const kept = (await test.call(declineSummary, decline, { as: editor })).data;
    expect(kept).toMatchObject({ number: 2, origin: 'edited', offered: null });
    expect((await test.call(getSummary, { params: { id } }, { as: editor })).data.offered).toBeNull();
    const twice = { params: { id }, body: { summaryId: third, version: kept.version } };
    expect((await test.call(declineSummary, twice, { as: editor })).failure.code).toBe('illegalMove');
    const adopt = { params: { id }, body: { summaryId: third, version: kept.version } };
    const adopted = (await test.call(adoptSummary, adopt, { as: editor })).data;
    expect(adopted).toMatchObject({ number: 3, offered: null, origin: 'extracted' });
    const second = await test.call(getSummaryVersion, { params: { id, number: 2 } }, { as: editor });
    expect(second.data.content.keywords).toEqual(['magma']);
  });

  it('stays published while the next one is written, and is out of date when its text changes', async () => {
    const { id } = await make();
    const draft = await regenerate(id);
    const approved = (await test.call(approveSummary, { params: { id }, body: meant(draft) }, { as: editor })).data;
    await test.call(publishSummary, { params: { id }, body: meant(approved) }, { as: editor });
    await test.db.transaction().execute(async (transaction) => {
      await sql`update passages set text = text || ' And more.' where resource_id = ${id} and source = 'speech'`.execute(
        transaction,
      );
      await followTexts(transaction, id);
    });
    expect(await view(id)).toMatchObject({ state: 'published', stale: true, current: { stale: true } });
    const { data } = await test.call(listSummaries, { query: { tab: 'stale' } }, { as: editor });
    expect(data.rows.map((row) => row.id)).toContain(id);
    const after = await regenerate(id);
    expect(after).toMatchObject({ number: 1, state: 'published', offered: 2, published: 1 });
    const versions = (await test.call(listSummaryVersions, { params: { id } }, { as: editor })).data;
    const adopt = { params: { id }, body: { summaryId: versions[0]?.id ?? '', version: after.version } };
    const adopted = (await test.call(adoptSummary, adopt, { as: editor })).data;
    expect(adopted).toMatchObject({ state: 'draft', number: 2, published: 1, stale: false });
    expect(await passagesOf(id)).not.toEqual([]);
  });

  it('isn’t created for too little text', async () => {
    const { id } = await make(['too little']);
    expect(await regenerate(id)).toMatchObject({ state: 'none', work: { state: 'skipped', causeCode: 'noText' } });
  });

  it('isn’t created for text without sentences, and withdraws drafts of earlier text', async () => {
    const { id } = await make();
    expect(await regenerate(id)).toMatchObject({ state: 'draft', number: 1 });
    await replaceText(id, receipt);
    const skipped = {
      state: 'skipped',
      ...{ cause: 'There are no full sentences to summarise.', causeCode: 'noSentences' },
    };
    expect(await regenerate(id)).toMatchObject({ state: 'none', current: null, offered: null, work: skipped });
    const { data: versions } = await test.call(listSummaryVersions, { params: { id } }, { as: editor });
    expect(versions).toMatchObject([{ number: 1, state: 'rejected', current: false }]);
    const { data: told } = await test.call(listSummaryActivity, { params: { id } }, { as: editor });
    expect(told.rows[0]).toMatchObject({ action: 'summary.withdrawn', actor: null });
  });

  it('stays if a person wrote or approved it and the next run finds no sentences', async () => {
    const { id } = await make();
    const draft = await regenerate(id);
    const approved = await test.call(approveSummary, { params: { id }, body: meant(draft) }, { as: editor });
    expect(approved.http).toBe(200);
    await replaceText(id, receipt);
    expect(await regenerate(id)).toMatchObject({ state: 'approved', number: 1, stale: true });
  });
});

describe('permission', () => {
  it('depends on page, role and department', async () => {
    const { id } = await make();
    const draft = await regenerate(id);
    const request = { params: { id }, body: meant(draft) };
    expect((await test.call(getSummary, { params: { id } }, { as: stranger })).http).toBe(404);
    expect((await test.call(approveSummary, request, { as: stranger })).http).toBe(404);
    expect((await test.call(getSummary, { params: { id } }, { as: user })).http).toBe(403);
    expect((await test.call(approveSummary, request, { as: owner })).http).toBe(403);
    expect(await view(id, owner)).toMatchObject({ moves: [], state: 'draft' });
    const window = newId();
    const lock = await test.call(takeSummaryLock, { params: { id }, body: { window } }, { as: editor });
    expect(lock.data).toMatchObject({ own: true, holder: { id: editor.userId } });
    const nobody = await test.call(getResourceSummary, { params: { id } }, { as: user });
    expect(nobody.data).toEqual({ published: null, state: 'none', mayOpen: false });
  });
});

describe('many summaries', () => {
  it('are created where missing, approved by evidence and published in bulk, with Undo', async () => {
    const [first, second] = [await make(), await make(lecture, 'More')];
    const ids = [first.id, second.id];
    expect(await operate('runMissing', ids)).toMatchObject({ done: 2, undoUntil: null });
    await eventually(async () => {
      for (const id of ids) expect((await view(id)).state).toBe('draft');
    });
    expect(await operate('runMissing', ids)).toMatchObject({ done: 0, skipped: 2 });
    const draft = await view(second.id);
    const content = { short: ['Tomatoes like rain.'], outline: [], keywords: [], chapters: [], questions: [] };
    const body = { baseId: draft.summaryId, version: draft.version, content };
    await test.call(editSummary, { params: { id: second.id }, body }, { as: editor });
    expect(await operate('approve', ids)).toMatchObject({ done: 1, skipped: 1 });
    const published = await operate('publish', ids);
    expect(published).toMatchObject({ done: 1, skipped: 1 });
    expect(await passagesOf(first.id)).not.toEqual([]);
    const { data: undo } = await test.call(undoOperation, { params: { id: published.id } }, { as: editor });
    await ended(undo.id);
    expect(await view(first.id)).toMatchObject({ state: 'approved', published: null });
    expect(await passagesOf(first.id)).toEqual([]);
  });

  it('are listed with counts, filters, neighbours and export', async () => {
    const { id } = await make(lecture, 'Listed one');
    await regenerate(id);
    const query = { tab: 'draft', search: 'Listed', origin: 'extracted', evidence: '100..' };
    const { data, http } = await test.call(listSummaries, { query: query as never }, { as: editor });
    expect(http).toBe(200);
    expect(data.rows).toHaveLength(1);
    expect(data.rows[0]).toMatchObject({ id, evidence: 1, state: 'draft', resource: { title: 'Listed one' } });
    const counted = await sql<{ count: number }>`
      select count(*)::int as count from resource_summaries where live and state = 'draft'`.execute(test.db);
    const all = await test.call(listSummaries, { query: { tab: 'draft' } }, { as: test.admin });
    expect(all.data.tabs.draft?.value).toBe(counted.rows[0]?.count);
    const near = await test.call(summaryNeighbours, { params: { id }, query: { view: 'tab=draft' } }, { as: editor });
    expect(near.http).toBe(200);
    const url = `/api${exportSummaries.path}?format=csv&columns=resource,state&tab=draft`;
    const file = await test.app.inject({ url, headers: { cookie: cookieHeader(editor.cookies) } });
    expect([file.statusCode, file.body.includes('Listed one')]).toEqual([200, true]);
  });
});
