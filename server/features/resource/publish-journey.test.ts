import { getOperation, listOperationItems, startOperation } from '@lectern/contract/features/operation.ts';
import type { RequiredFields } from '@lectern/contract/features/required-fields.ts';
import { getResource, moveResource, updateResource } from '@lectern/contract/features/resource.ts';
import { getSettings, updateSettings } from '@lectern/contract/features/settings.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../platform/new-id.ts';
import { buildCampus } from '../../testing/campus.ts';
import { eventually } from '../../testing/eventually.ts';
import { makeResource, makeStaff, resourceRowOf, type Staff, versionOf } from '../../testing/resource-rig.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

vi.setConfig({ testTimeout: 60_000 });

const nothing: RequiredFields = { document: [], video: [], audio: [], image: [] };
let test: TestApp;
let staff: Staff;
beforeAll(async () => {
  test = await startTestApp();
  staff = await makeStaff(test, await buildCampus(test));
  await test.container.worker.start();
});
afterAll(async () => {
  await test.container.worker.stop();
  await test.close();
});

async function requireFields(requiredFields: unknown, as: Identity = test.admin) {
  const { version } = (await test.call(getSettings, {}, { as: test.admin })).data;
  const settings = { requiredFields: requiredFields as RequiredFields };
  return test.call(updateSettings, { body: { settings, version } }, { as });
}

async function move(as: Identity, id: string, wanted: 'submit' | 'publish' | 'reject', reason?: string) {
  const body = { move: wanted, version: await versionOf(test, id), ...(reason && { reason }) };
  return test.call(moveResource, { params: { id }, body }, { as });
}

describe('fields required before publishing', () => {
  afterEach(async () => {
    await requireFields(nothing);
  });

  it('are listed on the resource, and publishing is refused with the names of those missing', async () => {
    await requireFields({ ...nothing, document: ['author', 'licence', 'language'] });
    const { id } = await makeResource(test, { owner: staff.owner, state: 'in_review', author: 'Anna' });
    const { data } = await test.call(getResource, { params: { id } }, { as: staff.editor });
    expect(data).toMatchObject({ required: ['language', 'author', 'licence'], missing: ['language', 'licence'] });
    expect(data.moves).not.toContain('publish');
    const refused = await move(staff.editor, id, 'publish');
    expect(refused).toMatchObject({ http: 422, failure: { code: 'fieldsMissing' } });
    expect(refused.message).toContain('Language, Licence');
    expect(refused.failure.data?.fields?.map(({ path }) => path)).toEqual(['language', 'licence']);
    const body = { language: 'en' as const, licence: 'cc_by' as const, version: await versionOf(test, id) };
    const filled = await test.call(updateResource, { params: { id }, body }, { as: staff.editor });
    expect(filled.data.missing).toEqual([]);
    expect((await move(staff.editor, id, 'publish')).http).toBe(200);
  });

  it('differ by kind, and blanks don’t count as filled in', async () => {
    await requireFields({ ...nothing, document: ['author'], image: ['altText'] });
    const video = await makeResource(test, { owner: staff.owner, kind: 'video' });
    expect((await move(staff.editor, video.id, 'publish')).http).toBe(200);
    const blank = await makeResource(test, { owner: staff.owner, author: '   ' });
    expect((await move(staff.editor, blank.id, 'publish')).http).toBe(422);
    const image = await makeResource(test, { owner: staff.owner, kind: 'image' });
    expect((await move(staff.editor, image.id, 'publish')).message).toContain('Alt text');
  });

  it('make bulk publishing skip incomplete items and say which', async () => {
    await requireFields({ ...nothing, document: ['author'] });
    const complete = await makeResource(test, { owner: staff.owner, title: 'Complete', author: 'Anna' });
    const incomplete = await makeResource(test, { owner: staff.owner, title: 'Incomplete' });
    const selection = { ids: [complete.id, incomplete.id] };
    const body = { list: 'resource', action: 'publish', selection, input: {} };
    const { data } = await test.call(startOperation, { body }, { as: staff.editor });
    await eventually(async () => {
      const operation = await test.call(getOperation, { params: { id: data.id } }, { as: staff.editor });
      expect(operation.data).toMatchObject({ state: 'done', done: 1, skipped: 1 });
    });
    const report = await test.call(listOperationItems, { params: { id: data.id }, query: {} }, { as: staff.editor });
    expect(report.data.rows.find(({ label }) => label === 'Incomplete')).toMatchObject({
      state: 'skipped',
      reason: expect.stringContaining('Author'),
    });
  });

  it('make scheduled publishing skip the resource and tell its owner why', async () => {
    await requireFields({ ...nothing, document: ['author', 'tagIds'] });
    const { id } = await makeResource(test, { owner: staff.owner, state: 'ready' });
    await sql`update resources set publish_at = now() - interval '1 second' where id = ${id}`.execute(test.db);
    await test.container.services.schedule.run(test.db);
    expect(await resourceRowOf(test, id)).toMatchObject({ state: 'ready', publish_at: null });
    const told = await notificationsOf(staff.owner, 'resourceNotPublished', id);
    expect(told).toEqual([expect.objectContaining({ reason: expect.stringContaining('Tags, Author') })]);
  });

  it.each([{ ...nothing, document: ['title'] }, { document: ['author'] }, { ...nothing, video: 'author' }, null])(
    'refuse settings that make no sense: %j',
    async (wrong) => {
      expect((await requireFields(wrong)).http).toBe(422);
    },
  );

  it('are set by administrators only', async () => {
    const editor = await test.identity({ roleId: 3, pages: ['/app/system/settings'] });
    expect((await requireFields({ ...nothing, audio: ['author'] }, editor)).http).toBe(403);
  });
});

async function notificationsOf({ userId }: Identity, kind: string, id: string): Promise<Record<string, unknown>[]> {
  const rows = await test.db
    .selectFrom('notifications')
    .select(['params', 'link'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .execute();
  return rows.filter(({ link }) => link?.includes(id)).map(({ params }) => params as Record<string, unknown>);
}

describe('submitting a resource', () => {
  afterEach(async () => {
    await test.db.updateTable('notifications').set({ read_at: new Date() }).execute();
    await test.db.deleteFrom('task_routes').execute();
  });

  it('tells the specialists of the department, with a link into the queue, and nobody else', async () => {
    const { id } = await makeResource(test, { owner: staff.owner, title: 'Osmosis' });
    expect((await move(staff.owner, id, 'submit')).http).toBe(200);
    expect(await notificationsOf(staff.editor, 'resourceSubmitted', id)).toMatchObject([{ title: 'Osmosis' }]);
    for (const other of [staff.owner, staff.otherEditor, staff.stranger, test.admin]) {
      expect(await notificationsOf(other, 'resourceSubmitted', id)).toEqual([]);
    }
    const { link } = await test.db
      .selectFrom('notifications')
      .select('link')
      .where('kind', '=', 'resourceSubmitted')
      .where('user_id', '=', staff.editor.userId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(link).toContain(`/app/resource/info/detail/${id}?list=resource&view=tab%3DinReview`);
    const task = await test.container.services.tasks.findOpen(test.db, `review:${id}`);
    expect(task).toMatchObject({ title: 'Osmosis', assignee_id: null, for_role: null });
  });

  it('tells the person that a task route names instead', async () => {
    const route = {
      id: newId(),
      kind: 'review',
      college_id: null,
      position_id: null,
      user_id: staff.otherEditor.userId,
    };
    await test.db.insertInto('task_routes').values(route).execute();
    const { id } = await makeResource(test, { owner: staff.owner });
    await move(staff.owner, id, 'submit');
    expect(await notificationsOf(staff.otherEditor, 'resourceSubmitted', id)).toHaveLength(1);
    expect(await notificationsOf(staff.editor, 'resourceSubmitted', id)).toEqual([]);
  });

  it('tells the administrators when the department has no specialist', async () => {
    const { id } = await makeResource(test, { owner: staff.owner, departmentId: null });
    await move(staff.owner, id, 'submit');
    expect(await notificationsOf(test.admin, 'resourceSubmitted', id)).toHaveLength(1);
    expect(await notificationsOf(staff.editor, 'resourceSubmitted', id)).toEqual([]);
  });

  it('tells the owner how it ended: published, or rejected with the reason', async () => {
    const [good, bad] = [
      await makeResource(test, { owner: staff.owner }),
      await makeResource(test, { owner: staff.owner }),
    ];
    for (const { id } of [good, bad]) await move(staff.owner, id, 'submit');
    await move(staff.editor, good.id, 'publish');
    await move(staff.editor, bad.id, 'reject', 'Name the author.');
    expect(await notificationsOf(staff.owner, 'resourcePublished', good.id)).toHaveLength(1);
    const rejected = await notificationsOf(staff.owner, 'resourceRejected', bad.id);
    expect(rejected).toMatchObject([{ reason: 'Name the author.' }]);
    for (const { id } of [good, bad]) {
      const key = `review:${id}`;
      const open = await test.db.selectFrom('tasks').select('state').where('dedupe_key', '=', key).execute();
      expect(open.map(({ state }) => state)).toEqual(['done']);
    }
  });
});
