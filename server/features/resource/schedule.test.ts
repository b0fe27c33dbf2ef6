import { getResource, moveResource } from '@lectern/contract/features/resource.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dayInWords } from '../../platform/error-values.ts';
import { removeFiles } from '../../platform/storage/remove-files.ts';
import { buildCampus } from '../../testing/campus.ts';
import {
  makeResource,
  makeStaff,
  type ResourceWish,
  resourceRowOf,
  type Staff,
  versionOf,
} from '../../testing/resource-rig.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let staff: Staff;
beforeAll(async () => {
  test = await startTestApp();
  staff = await makeStaff(test, await buildCampus(test));
});
afterAll(() => test.close());

const run = () => test.container.services.schedule.run(test.db);

/** Times are in seconds from the database's current time. */
async function scheduled(wish: ResourceWish, times: { publish?: number; offline?: number }): Promise<string> {
  const { id } = await makeResource(test, { owner: staff.owner, ...wish });
  await sql`update resources set publish_at = now() + make_interval(secs => ${times.publish ?? null}),
    offline_at = now() + make_interval(secs => ${times.offline ?? null}) where id = ${id}`.execute(test.db);
  return id;
}

/** Notifications of one kind are grouped, so this counts the whole group. */
async function countTold(userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select 1 + coalesce((params ->> 'followers')::integer, 0) as count from notifications
    where user_id = ${userId} and kind = 'resourcePublished' order by id desc limit 1`.execute(test.db);
  return rows[0]?.count ?? 0;
}

async function toldOf(id: string): Promise<string[]> {
  const rows = await test.db
    .selectFrom('notifications')
    .select(['kind', 'link'])
    .where('user_id', '=', staff.owner.userId)
    .execute();
  return rows.filter((row) => row.link?.endsWith(id)).map((row) => row.kind);
}

// An unread notification would absorb the next one of its kind.
afterEach(async () => {
  await test.db.updateTable('notifications').set({ read_at: new Date() }).execute();
});

describe('the schedule', () => {
  it('publishes and takes offline what is due, once and never early', async () => {
    const due = await scheduled({ state: 'ready' }, { publish: -1 });
    const early = await scheduled({ state: 'ready' }, { publish: 3600 });
    const over = await scheduled({ state: 'published' }, { offline: -1 });
    expect(await run()).toBe(2);
    expect(await resourceRowOf(test, due)).toMatchObject({ state: 'published', publish_at: null, state_by: null });
    expect(await resourceRowOf(test, early)).toMatchObject({ state: 'ready' });
    expect(await resourceRowOf(test, over)).toMatchObject({
      state: 'offline',
      offline_at: null,
      state_reason: 'The scheduled time was reached.',
    });
    expect(await run()).toBe(0);
    expect([await toldOf(due), await toldOf(over)]).toEqual([['resourcePublished'], ['resourceOffline']]);
  });

  it('does both when a machine slept through both times', async () => {
    const id = await scheduled({ state: 'ready' }, { publish: -100, offline: -50 });
    await run();
    expect(await resourceRowOf(test, id)).toMatchObject({ state: 'offline', publish_at: null, offline_at: null });
  });

  it('changes each once although two run at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => scheduled({ state: 'ready' }, { publish: -1 })));
    const [one, other] = await Promise.all([run(), run()]);
    for (const id of ids) expect((await resourceRowOf(test, id)).state).toBe('published');
    const told = (await Promise.all(ids.map(toldOf))).flat();
    expect(told).toEqual(['resourcePublished']);
    expect(await countTold(staff.owner.userId)).toBe(ids.length);
    expect(one + other).toBeGreaterThanOrEqual(ids.length);
  });

  it('waits for processing, and gives up with a reason', async () => {
    const processing = await scheduled({ state: 'processing' }, { publish: -1 });
    const rejected = await scheduled({ state: 'rejected' }, { publish: -1 });
    await run();
    expect((await resourceRowOf(test, processing)).publish_at).not.toBeNull();
    expect(await resourceRowOf(test, rejected)).toMatchObject({ state: 'rejected', publish_at: null });
    expect(await toldOf(rejected)).toEqual(['resourceNotPublished']);
  });

  it('takes offline what its licence no longer covers, on the day after its last', async () => {
    const { rows } = await sql<{ today: string; yesterday: string }>`
      select current_date::text as today, (current_date - 1)::text as yesterday`.execute(test.db);
    const [{ today, yesterday } = { today: '', yesterday: '' }] = rows;
    const ended = await makeResource(test, { owner: staff.owner, state: 'published', licenceUntil: yesterday });
    const last = await makeResource(test, { owner: staff.owner, state: 'published', licenceUntil: today });
    await run();
    expect(await resourceRowOf(test, ended.id)).toMatchObject({
      state: 'offline',
      state_reason: `Its licence ended on ${yesterday}.`,
    });
    expect((await resourceRowOf(test, last.id)).state).toBe('published');
    expect(await toldOf(ended.id)).toEqual(['resourceOffline']);
    const as = staff.editor;
    const publish = async (id: string) =>
      test.call(
        moveResource,
        { params: { id }, body: { move: 'publish', version: await versionOf(test, id) } },
        { as },
      );
    const seen = await test.call(getResource, { params: { id: ended.id } }, { as });
    expect(seen.data.moves).not.toContain('publish');
    const refused = await publish(ended.id);
    expect(refused.failure).toMatchObject({ status: 409, code: 'licenceEnded' });
    expect(refused.message).toContain(dayInWords(yesterday).en);
    await sql`update resources set state = 'ready' where id = ${last.id}`.execute(test.db);
    expect((await publish(last.id)).data).toMatchObject({ state: 'published' });
  });
});

describe('Trash', () => {
  it('is not emptied by the first nightly run after the clock made a leap', async () => {
    const { schedule } = test.container.services;
    const { id } = await makeResource(test, { owner: staff.owner, state: 'trashed' });
    await sql`update resources set state_since = now() - interval '10 years' where id = ${id}`.execute(test.db);
    const ranAt = (days: number) =>
      sql`
      insert into jobs (id, kind, state, finished_at)
      values (gen_random_uuid(), 'maintenance', 'done', now() + make_interval(days => ${days}))`.execute(test.db);
    expect(await schedule.purgeOldBySteadyClock(test.db)).toBe(0);
    await ranAt(-30);
    expect(await schedule.purgeOldBySteadyClock(test.db)).toBe(0);
    await ranAt(-1);
    expect(await schedule.purgeOldBySteadyClock(test.db)).toBe(1);
    expect((await resourceRowOf(test, id)).state).toBe('purged');
    const { id: other } = await makeResource(test, { owner: staff.owner, state: 'trashed' });
    await sql`update resources set state_since = now() - interval '10 years' where id = ${other}`.execute(test.db);
    await ranAt(400);
    expect(await schedule.purgeOldBySteadyClock(test.db)).toBe(0);
    await removeFiles(test.db, test.container.services.fileStore);
    await sql`update resources set state_since = now() where id = ${other}`.execute(test.db);
  });

  it('deletes what exceeded the Trash retention, with its files', async () => {
    const { schedule, fileStore } = test.container.services;
    const old = await makeResource(test, { owner: staff.owner, state: 'trashed' });
    const young = await makeResource(test, { owner: staff.owner, state: 'trashed' });
    const since = (id: string, days: number) =>
      sql`update resources set state_since = now() - make_interval(days => ${days}) where id = ${id}`.execute(test.db);
    await since(old.id, 31);
    await since(young.id, 29);
    expect(await schedule.purgeOld(test.db)).toBe(1);
    expect((await resourceRowOf(test, old.id)).state).toBe('purged');
    expect((await resourceRowOf(test, young.id)).state).toBe('trashed');
    expect(await removeFiles(test.db, fileStore)).toBe(1);
    expect(await fileStore.sizeOf(old.storeKey)).toBeNull();
    expect(await fileStore.sizeOf(young.storeKey)).not.toBeNull();
  });
});
