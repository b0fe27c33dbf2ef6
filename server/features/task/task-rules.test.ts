import { askForAccess } from '@lectern/contract/features/access-request.ts';
import { addHomeEntries, createHomeSlot, getHomeDraft, updateHomeEntry } from '@lectern/contract/features/home-page.ts';
import { getHomeChanges, publishHomePage } from '@lectern/contract/features/home-page-publication.ts';
import { checkReading } from '@lectern/contract/features/reading-edit.ts';
import { moveResource } from '@lectern/contract/features/resource.ts';
import { decideReview } from '@lectern/contract/features/review-decision.ts';
import { resetUserPassword } from '@lectern/contract/features/user.ts';
import { accessFlag } from '@lectern/contract/roles.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/new-id.ts';
import { reconcileTasks } from '../../reconcile-tasks.ts';
import { buildCampus, type Campus } from '../../testing/campus.ts';
import { changeResource, makeResource, versionOf } from '../../testing/resource-rig.ts';
import { insertWord, makeReview, reviewOf } from '../../testing/review-rig.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { makeText } from '../../testing/text-rig.ts';
import { everyCheck } from '../verify/every-check.ts';
import { linkOf } from './task-record.ts';

let test: TestApp;
let campus: Campus;
let owner: Identity;
beforeAll(async () => {
  test = await startTestApp();
  campus = await buildCampus(test);
  owner = await test.identity({ roleId: 4, departmentId: campus.physics, name: 'Olga Owner' });
});
afterAll(() => test.close());

/** Lets the worker process pending changes and returns the open task with this key. */
async function open(key: string) {
  await test.container.services.taskLoop.drain();
  return test.container.services.tasks.findOpen(test.db, key);
}
const lastState = async (key: string) =>
  (
    await test.db
      .selectFrom('tasks')
      .select(['state', 'closed_by_rule'])
      .where('dedupe_key', '=', key)
      .orderBy('id', 'desc')
      .executeTakeFirst()
  )?.state;
const setJob = (id: string, values: Record<string, unknown>) =>
  test.db.updateTable('jobs').set(values).where('id', '=', id).execute();
async function insertWork(made: { id: string; versionId: string }, kind: string, state: string): Promise<string> {
  const id = newId();
  const about = { resource_id: made.id, version_id: made.versionId, resource_kind: 'video', owner_id: owner.userId };
  await test.db
    .insertInto('jobs')
    .values({ id, kind, state, current: true, ...about, department_id: campus.physics })
    .execute();
  return id;
}
const wrong = async () => {
  const found = [];
  for (const check of everyCheck) found.push(...(await check.run({ db: test.db } as never)).examples);
  return found;
};

describe('a rule opens a task by state and closes it afterwards', () => {
  it('review: while a resource waits for publication', async () => {
    const { id } = await makeResource(test, { owner, state: 'ready' });
    const move = async (wanted: 'submit' | 'publish') => {
      const body = { move: wanted, version: await versionOf(test, id) };
      expect((await test.call(moveResource, { params: { id }, body }, { as: test.admin })).http).toBe(200);
    };
    await move('submit');
    expect(await open(`review:${id}`)).toMatchObject({ kind: 'review', department_id: campus.physics });
    await move('publish');
    expect([await open(`review:${id}`), await lastState(`review:${id}`)]).toEqual([undefined, 'done']);
  });

  it('review due: while a decision is open', async () => {
    const wordId = await insertWord(test, 'draft');
    const { id } = await makeReview(test, { wordId, word: 'draft' }, { owner });
    expect(await open(`reviewDue:${id}`)).toMatchObject({ object_type: 'review', due_at: expect.any(Date) });
    const { version } = await reviewOf(test, id);
    const body = { decision: 'clear', reason: 'teaching', note: '', version } as const;
    expect((await test.call(decideReview, { params: { id }, body }, { as: test.admin })).http).toBe(200);
    expect([await open(`reviewDue:${id}`), await lastState(`reviewDue:${id}`)]).toEqual([undefined, 'done']);
  });

  it('failed work: one for a resource, however many steps failed, until all came off or were cancelled', async () => {
    const made = await makeResource(test, { owner, kind: 'video' });
    const [convert, asr] = [await insertWork(made, 'convert', 'running'), await insertWork(made, 'asr', 'running')];
    await setJob(convert, { state: 'failed', cause: 'The file is damaged.' });
    await setJob(asr, { state: 'failed' });
    expect(await open(`jobFailed:${made.id}`)).toMatchObject({
      assignee_id: owner.userId,
      priority: 1,
      details: expect.objectContaining({ steps: 'asr, convert' }),
    });
    await setJob(convert, { state: 'done' });
    expect(await open(`jobFailed:${made.id}`)).toMatchObject({ details: expect.objectContaining({ steps: 'asr' }) });
    await setJob(asr, { state: 'cancelled' });
    expect([await open(`jobFailed:${made.id}`), await lastState(`jobFailed:${made.id}`)]).toEqual([undefined, 'done']);
  });

  it('failed work of a resource that is purged goes with it', async () => {
    const made = await makeResource(test, { owner, kind: 'video' });
    await setJob(await insertWork(made, 'convert', 'running'), { state: 'failed' });
    expect(await open(`jobFailed:${made.id}`)).toBeDefined();
    await changeResource(test.db, made.id, { state: 'trashed' });
    expect([await open(`jobFailed:${made.id}`), await lastState(`jobFailed:${made.id}`)]).toEqual([
      undefined,
      'cancelled',
    ]);
  });

  it('failed work of Lectern itself: for administrators, until it comes off again', async () => {
    const run = async (state: string) => {
      const job = { id: newId(), kind: 'maintenance', state: 'running' };
      await test.db.insertInto('jobs').values(job).execute();
      await setJob(job.id, { state, finished_at: new Date() });
    };
    await run('failed');
    expect(await open('jobFailed:maintenance')).toMatchObject({ assignee_id: null, department_id: null });
    const told = await test.db
      .selectFrom('notifications')
      .select('kind')
      .where('user_id', '=', test.admin.userId)
      .where('kind', '=', 'taskOpened')
      .execute();
    expect(told).toHaveLength(1);
    await run('done');
    expect([await open('jobFailed:maintenance'), await lastState('jobFailed:maintenance')]).toEqual([
      undefined,
      'done',
    ]);
  });

  it('text to check: until someone checked it', async () => {
    const text = await makeText(test, { owner, source: 'ocr' });
    const key = `textDoubtful:ocr:${text.id}`;
    expect(await open(key)).toMatchObject({ assignee_id: owner.userId });
    const params = { id: text.id, source: text.source };
    const body = { readingId: text.readingId, checked: true };
    expect((await test.call(checkReading, { params, body }, { as: test.admin })).http).toBe(200);
    expect([await open(key), await lastState(key)]).toEqual([undefined, 'done']);
  });

  it('summary out of date: while its source texts differ', async () => {
    const { id, versionId } = await makeText(test, { owner, source: 'ocr' });
    const summary = { id: newId(), resource_id: id, version_id: versionId, number: 1, current: true };
    const sha = sql<Buffer>`summary_source(${id})`;
    await test.db
      .insertInto('summaries')
      .values({
        ...summary,
        origin: 'edited',
        state: 'published',
        content: '{}',
        sentences: 1,
        supported: 1,
        source_sha256: sha,
      })
      .execute();
    const head = { resource_id: id, resource_kind: 'image', owner_id: owner.userId, live: true, state: 'published' };
    await test.db
      .insertInto('resource_summaries')
      .values({ ...head, department_id: campus.physics, summary_id: summary.id })
      .execute();
    const judge = () =>
      test.db.transaction().execute((transaction) => sql`select judge_summary(${id})`.execute(transaction));
    await judge();
    expect(await open(`summaryStale:${id}`)).toBeUndefined();
    await test.db
      .updateTable('passages')
      .set({ text: 'something else' })
      .where('resource_id', '=', id)
      .where('source', '=', 'ocr')
      .execute();
    await judge();
    expect(await open(`summaryStale:${id}`)).toMatchObject({ assignee_id: owner.userId });
    await test.db.updateTable('summaries').set({ source_sha256: sha }).where('id', '=', summary.id).execute();
    await judge();
    expect([await open(`summaryStale:${id}`), await lastState(`summaryStale:${id}`)]).toEqual([undefined, 'done']);
  });

  it('missing subtitles: while a published video speaks and has none that are published', async () => {
    const { id, versionId } = await makeText(test, { owner, kind: 'video', state: 'published' });
    const key = `subtitlesMissing:${id}`;
    expect(await open(key)).toMatchObject({ assignee_id: owner.userId });
    const track = { id: newId(), resource_id: id, version_id: versionId, language: 'en', text_id: newId(), number: 1 };
    await test.db
      .insertInto('subtitles')
      .values({ ...track, state: 'checked', origin: 'machine', cues: 3, problems: 0 })
      .execute();
    expect(await open(key)).toBeDefined();
    const setTrack = (values: Record<string, unknown>) =>
      test.db.updateTable('subtitles').set(values).where('id', '=', track.id).execute();
    await setTrack({ state: 'published' });
    expect([await open(key), await lastState(key)]).toEqual([undefined, 'done']);
    await setTrack({ deleted_at: new Date() });
    expect(await open(key)).toBeDefined();
    await test.db.updateTable('resources').set({ state: 'offline' }).where('id', '=', id).execute();
    expect(await open(key)).toBeUndefined();
  });

  it('access requested: until the person can open the page, in any way', async () => {
    const asker = await test.identity({ roleId: 4, departmentId: campus.physics });
    const page = '/app/data/convert';
    await test.call(askForAccess, { body: { page } }, { as: asker });
    const key = `accessAsked:${asker.userId}:${page}`;
    expect(await open(key)).toMatchObject({ for_role: 2, assignee_id: null });
    const { permissionGroups } = test.container.services;
    const context = await test.context(test.admin);
    const members = [{ kind: 'department' as const, id: campus.physics }];
    const content = { name: `Converters ${newId()}`, description: '', rules: {}, members };
    const { id, version } = await permissionGroups.create(context, content, { acceptClosed: true });
    expect(await open(key)).toBeDefined();
    const rules = { [page]: accessFlag.allow };
    await permissionGroups.save(context, { id, version, content: { ...content, rules } }, { acceptClosed: true });
    expect([await open(key), await lastState(key)]).toEqual([undefined, 'done']);
  });

  it('password forgotten: until an administrator gave out another', async () => {
    const { passwordResets } = test.container.services;
    await passwordResets.ask(await test.context(test.admin), owner.account);
    await passwordResets.drain();
    const key = `passwordResetAsked:${owner.userId}`;
    expect(await open(key)).toMatchObject({ for_role: 2, title: expect.stringContaining('Olga Owner') });
    const reset = await test.call(resetUserPassword, { params: { id: owner.userId } }, { as: test.admin });
    expect(reset.http).toBe(200);
    expect([await open(key), await lastState(key)]).toEqual([undefined, 'done']);
  });

  it('recommendation ending: while what the home page shows ends within a week', async () => {
    const { id: resourceId } = await makeResource(test, { owner, state: 'published', title: 'Optics week' });
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const draft = async () => (await test.call(getHomeDraft, {}, { as: test.admin })).data;
    const publish = async () => {
      const { digest } = (await test.call(getHomeChanges, {}, { as: test.admin })).data;
      expect((await test.call(publishHomePage, { body: { digest, note: '' } }, { as: test.admin })).http).toBe(200);
    };
    const slot = { key: 'ending', name: 'Ending', capacity: 4, fallback: null, visible: true };
    const made = await test.call(
      createHomeSlot,
      { body: { ...slot, version: (await draft()).version } },
      { as: test.admin },
    );
    const slotId = made.data.slots.at(-1)?.id ?? '';
    const subjects = [{ source: 'resource' as const, resourceId }];
    const added = await test.call(
      addHomeEntries,
      { params: { id: slotId }, body: { subjects, endsAt: inDays(3), version: made.data.version } },
      { as: test.admin },
    );
    const id = added.data.slots.at(-1)?.entries[0]?.id ?? '';
    const key = `recommendationEnding:${id}`;
    expect(await open(key)).toBeUndefined();
    await publish();
    const task = await open(key);
    expect(task).toMatchObject({
      title: 'Optics week',
      assignee_id: test.admin.userId,
      department_id: campus.physics,
      due_at: expect.any(Date),
    });
    expect(linkOf({ ...task, details: {}, link: null } as never)).toBe(`/app/page/resourceRecommend?entry=${id}`);
    const change = async (body: { endsAt?: string; paused?: boolean }) => {
      const { version } = await draft();
      const changed = await test.call(
        updateHomeEntry,
        { params: { id }, body: { ...body, version } },
        { as: test.admin },
      );
      expect(changed.http).toBe(200);
      await publish();
    };
    await change({ endsAt: inDays(60) });
    expect([await open(key), await lastState(key)]).toEqual([undefined, 'done']);
    await change({ endsAt: inDays(2) });
    expect(await open(key)).toBeDefined();
    await change({ paused: true });
    expect(await open(key)).toBeUndefined();
    await change({ paused: false });
    expect(await open(key)).toBeDefined();
    // No change triggers this: only the periodic reconciliation notices that the end date has passed.
    await test.db.updateTable('home_page_uses').set({ ends_at: new Date() }).where('entry_id', '=', id).execute();
    await test.db.deleteFrom('task_wishes').execute();
    await test.container.services.taskLoop.reconcile(['recommendationEnding']);
    expect(await open(key)).toBeUndefined();
  });
});

describe('a missed change', () => {
  it('is counted by verify, and put right by a reconciliation', async () => {
    const { id } = await makeText(test, { owner, source: 'ocr' });
    const made = await makeResource(test, { owner, kind: 'video' });
    await setJob(await insertWork(made, 'convert', 'running'), { state: 'failed' });
    await open(`jobFailed:${made.id}`);
    expect(await wrong()).toEqual([]);
    await test.db.deleteFrom('tasks').where('dedupe_key', '=', `textDoubtful:ocr:${id}`).execute();
    await setJob(
      (await test.db.selectFrom('jobs').select('id').where('resource_id', '=', made.id).executeTakeFirstOrThrow()).id,
      {
        state: 'done',
      },
    );
    await test.db.deleteFrom('task_wishes').execute();
    expect(await wrong()).toEqual([`nothing to do for jobFailed:${made.id}`, `no to-do for textDoubtful:ocr:${id}`]);
    expect(await reconcileTasks(test.db)).toMatchObject({ opened: 1, closed: 1 });
    expect(await wrong()).toEqual([]);
  });
});
