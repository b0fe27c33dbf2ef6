import {
  getOperation,
  listOperationItems,
  startOperation,
  undoOperation,
} from '@lectern/contract/features/operation.ts';
import { moveResource } from '@lectern/contract/features/resource.ts';
import { getSummary, listSummaryActivity, type SummaryView } from '@lectern/contract/features/summary.ts';
import { approveSummary, editSummary, publishSummary } from '@lectern/contract/features/summary-change.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/new-id.ts';
import { buildCampus } from '../../testing/campus.ts';
import { eventually } from '../../testing/eventually.ts';
import { changeResource } from '../../testing/resource-rig.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { followTexts, makeText } from '../../testing/text-rig.ts';

let test: TestApp;
let owner: Identity;
let editor: Identity;
let stranger: Identity;

const content = {
  short: ['Gas in the magma pushes it upward.'],
  ...{ outline: [], keywords: [], chapters: [], questions: [] },
};

beforeAll(async () => {
  test = await startTestApp();
  const campus = await buildCampus(test);
  const pages = ['/app/handle/ai', '/app/resource/info'];
  owner = await test.identity({ roleId: 4, pages, departmentId: campus.physics });
  editor = await test.identity({ roleId: 3, pages, departmentId: campus.physics, name: 'Anna Li' });
  stranger = await test.identity({ roleId: 3, pages, departmentId: campus.history });
  await test.container.worker.start();
});
afterAll(async () => {
  await test.container.worker.stop();
  await test.close();
});

const view = async (id: string): Promise<SummaryView> =>
  (await test.call(getSummary, { params: { id } }, { as: editor })).data;
const meant = ({ summaryId, version }: SummaryView) => ({ summaryId: String(summaryId), version });

/** A summary written by hand that is up to date. */
async function makeDraft(title = 'Volcanoes') {
  const lines = ['Gas in the magma pushes it upward until the rock above breaks.'];
  const made = await makeText(test, { kind: 'video', state: 'published', owner, title, parts: [lines] });
  await test.container.services.pipeline.plan(test.db, made.versionId);
  const { version } = await view(made.id);
  const body = { baseId: null, version, content };
  expect((await test.call(editSummary, { params: { id: made.id }, body }, { as: editor })).http).toBe(200);
  return made;
}

/** Leaves the database as a correction of the transcript would. */
async function changeText({ id, readingId }: { id: string; readingId: string }) {
  await test.db.transaction().execute(async (transaction) => {
    await sql`update passages set text = text || ' And more.' where resource_id = ${id} and source = 'speech'`.execute(
      transaction,
    );
    await sql`update readings set current = true, created_at = now(), created_by = ${editor.userId}
      where id = ${readingId}`.execute(transaction);
    await followTexts(transaction, id);
  });
}

async function replaceFile({ id, versionId }: { id: string; versionId: string }) {
  await test.db.transaction().execute(async (transaction) => {
    const next = newId();
    await sql`insert into resource_versions (id, resource_id, number, file_id, file_name, format, content_type, size_bytes,
        sha256) select ${next}, resource_id, number + 1, file_id, file_name, format, content_type, size_bytes, sha256
      from resource_versions where id = ${versionId}`.execute(transaction);
    await sql`delete from passages where resource_id = ${id} and source = 'speech'`.execute(transaction);
    await changeResource(transaction, id, { version_id: next });
    await followTexts(transaction, id);
  });
}

describe('a summary whose text has changed', () => {
  it('needs acceptance to be approved and published, and its history records it', async () => {
    const made = await makeDraft();
    const { id } = made;
    await changeText(made);
    const draft = await view(id);
    const call = (body: object) => ({ params: { id }, body: body as never });
    const refused = await test.call(approveSummary, call(meant(draft)), { as: editor });
    expect([refused.http, refused.failure.code]).toEqual([409, 'summaryOutOfDate']);
    const inChinese = { as: editor, headers: { 'accept-language': 'zh' } };
    expect((await test.call(approveSummary, call(meant(draft)), inChinese)).message).toContain('原文已有改动');
    const anyway = { acceptOutOfDate: true };
    const approved = (await test.call(approveSummary, call({ ...meant(draft), ...anyway }), { as: editor })).data;
    expect(approved.state).toBe('approved');
    const still = await test.call(publishSummary, call(meant(approved)), { as: editor });
    expect([still.http, still.failure.code]).toEqual([409, 'summaryOutOfDate']);
    expect((await view(id)).published).toBeNull();
    const published = await test.call(publishSummary, call({ ...meant(approved), ...anyway }), { as: editor });
    expect(published.data).toMatchObject({ state: 'published', stale: true });
    const { data: told } = await test.call(listSummaryActivity, { params: { id } }, { as: editor });
    expect(told.rows.slice(0, 2).map(({ action, after }) => [action, after])).toEqual([
      ['summary.published', expect.objectContaining({ outOfDate: true })],
      ['summary.approved', expect.objectContaining({ outOfDate: true })],
    ]);
  });

  it('can’t be published by others, even with acceptance', async () => {
    const made = await makeDraft();
    await changeText(made);
    const body = { ...meant(await view(made.id)), acceptOutOfDate: true };
    const request = { params: { id: made.id }, body };
    expect((await test.call(approveSummary, request, { as: stranger })).http).toBe(404);
    expect((await test.call(approveSummary, request, { as: owner })).http).toBe(403);
    expect((await test.call(publishSummary, request, { as: editor })).failure.code).toBe('illegalMove');
  });

  it('says what changed, when and by whom: a text, or the file', async () => {
    const made = await makeDraft();
    expect((await view(made.id)).outOfDate).toBeNull();
    await changeText(made);
    const change = (await view(made.id)).outOfDate;
    expect(change).toMatchObject({ source: 'speech', by: 'Anna Li', fromVersion: 1, toVersion: 1 });
    expect(Date.now() - Date.parse(change?.at ?? '')).toBeLessThan(60_000);
    await replaceFile(made);
    expect((await view(made.id)).outOfDate).toMatchObject({ source: 'file', fromVersion: 1, toVersion: 2 });
  });

  it('is up to date again once someone has saved it', async () => {
    const made = await makeDraft();
    await changeText(made);
    const { summaryId, version } = await view(made.id);
    const body = { baseId: summaryId, version, content };
    const saved = (await test.call(editSummary, { params: { id: made.id }, body }, { as: editor })).data;
    expect(saved).toMatchObject({ stale: false, outOfDate: null });
    const call = { params: { id: made.id }, body: meant(saved) };
    expect((await test.call(approveSummary, call, { as: editor })).http).toBe(200);
  });
});

describe('publishing a resource whose published summary is out of date', () => {
  async function makeOutdated(title: string) {
    const made = await makeDraft(title);
    const { id } = made;
    for (const endpoint of [approveSummary, publishSummary]) {
      expect((await test.call(endpoint, { params: { id }, body: meant(await view(id)) }, { as: editor })).http).toBe(
        200,
      );
    }
    await changeText(made);
    await sql`update resources set state = 'in_review', publish_at = null where id = ${id}`.execute(test.db);
    return id;
  }
  const stateOf = async (id: string) => {
    const { rows } = await sql<{ state: string; version: number }>`
      select state, version from resources where id = ${id}`.execute(test.db);
    return rows[0] ?? { state: '', version: 0 };
  };

  it('is refused until someone accepts that', async () => {
    const id = await makeOutdated('Outdated alone');
    const body = { move: 'publish', version: (await stateOf(id)).version } as const;
    const refused = await test.call(moveResource, { params: { id }, body }, { as: editor });
    expect([refused.http, refused.failure.code]).toEqual([409, 'summaryOutOfDate']);
    const accepted = { ...body, acceptOutOfDate: true };
    expect((await test.call(moveResource, { params: { id }, body: accepted }, { as: editor })).http).toBe(200);
    expect((await stateOf(id)).state).toBe('published');
  });

  it('is skipped in bulk and named in the report, and does not happen by schedule', async () => {
    const id = await makeOutdated('Outdated among many');
    const selection = { ids: [id] };
    const publish = { list: 'resource', action: 'publish', selection, input: {} };
    const { data: started } = await test.call(startOperation, { body: publish }, { as: editor });
    await eventually(async () => {
      const { data } = await test.call(getOperation, { params: { id: started.id } }, { as: editor });
      expect(data).toMatchObject({ state: 'done', done: 0, skipped: 1 });
    });
    const { data: report } = await test.call(listOperationItems, { params: { id: started.id } }, { as: editor });
    expect(report.rows).toMatchObject([
      { label: 'Outdated among many', reason: expect.stringContaining('text has changed') },
    ]);
    await sql`update resources set publish_at = now() - interval '1 second' where id = ${id}`.execute(test.db);
    await test.container.services.schedule.run(test.db);
    expect((await stateOf(id)).state).toBe('in_review');
    const { rows } = await sql<{ params: { reason: string } }>`
      select params from notifications where kind = 'resourceNotPublished' and user_id = ${owner.userId}`.execute(
      test.db,
    );
    expect(rows[0]?.params.reason).toContain('Its summary is out of date');
  });
});

describe('many summaries', () => {
  const ended = (id: string) =>
    eventually(async () => {
      const { data } = await test.call(getOperation, { params: { id } }, { as: editor });
      expect(data.state).toBe('done');
      return data;
    });

  async function operate(action: string, ids: string[], input = {}) {
    const body = { list: 'summary', action, selection: { ids }, input };
    return ended((await test.call(startOperation, { body }, { as: editor })).data.id);
  }

  it('are approved and published without out-of-date ones, which the report names, or with them', async () => {
    const [fresh, old] = [await makeDraft('Fresh'), await makeDraft('Changed since')];
    await changeText(old);
    const ids = [fresh.id, old.id];
    const approval = await operate('approve', ids, { evidence: 0 });
    expect(approval).toMatchObject({ done: 1, skipped: 1 });
    const { data: items } = await test.call(listOperationItems, { params: { id: approval.id } }, { as: editor });
    expect(items.rows.find(({ state }) => state === 'skipped')).toMatchObject({
      label: 'Changed since',
      reason: expect.stringContaining('The text has changed since this summary was made'),
    });
    expect(await operate('approve', [old.id], { evidence: 0, acceptOutOfDate: true })).toMatchObject({ done: 1 });
    expect(await operate('publish', ids)).toMatchObject({ done: 1, skipped: 1 });
    expect(await view(old.id)).toMatchObject({ state: 'approved', published: null });
    expect(await operate('publish', [old.id], { acceptOutOfDate: true })).toMatchObject({ done: 1 });
  });

  it('are not published again by Undo when they became out of date in the meantime', async () => {
    const made = await makeDraft();
    await operate('approve', [made.id], { evidence: 0 });
    await operate('publish', [made.id]);
    const taken = await operate('unpublish', [made.id]);
    await changeText(made);
    const { data: undo } = await test.call(undoOperation, { params: { id: taken.id } }, { as: editor });
    expect(await ended(undo.id)).toMatchObject({ done: 0, skipped: 1 });
    const now = await view(made.id);
    expect(now).toMatchObject({ state: 'approved', published: null });
  });
});
