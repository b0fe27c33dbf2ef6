import { addColumnItems, createColumn, getColumnEffects, updateColumn } from '@lectern/contract/features/column.ts';
import { type HomeRule, removeHomeEntries } from '@lectern/contract/features/home-page.ts';
import {
  getHomeChanges,
  getHomeVersion,
  listHomeVersions,
  openHomeCover,
  previewHomePage,
  publishHomePage,
  restoreHomeVersion,
  uploadHomeCover,
} from '@lectern/contract/features/home-page-publication.ts';
import { listUses } from '@lectern/contract/features/resource-detail.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/new-id.ts';
import { buildCampus, type Campus } from '../../testing/campus.ts';
import { homeRig } from '../../testing/home-rig.ts';
import { makeResource } from '../../testing/resource-rig.ts';
import { sumAccess } from '../../testing/sum-access.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { ResourceUseService } from '../resource/resource.service.ts';
import { ensureHomePage } from './first-home-page.ts';

let test: TestApp;
let campus: Campus;
let owner: Identity;
let home: ReturnType<typeof homeRig>;
beforeAll(async () => {
  test = await startTestApp();
  campus = await buildCampus(test);
  owner = await test.identity({ roleId: 4, departmentId: campus.physics });
  home = homeRig(test);
});
afterAll(() => test.close());

type Wish = Parameters<typeof makeResource>[1];
const resource = async (wish: Wish = {}) =>
  (await makeResource(test, { owner, state: 'published', visibility: 'everyone', ...wish })).id;
const setResource = (id: string, values: Record<string, unknown>) =>
  test.db.updateTable('resources').set(values).where('id', '=', id).execute();
const bytes = { 'content-type': 'application/octet-stream' };
const byHand = (resourceId: string) => ({ source: 'resource', resourceId }) as const;
const days = (count: number) => new Date(Date.now() + count * 86_400_000);
const rule: HomeRule = { of: 'resource', days: 7, kinds: [], subjectId: null, places: 10 };

async function course(values: Record<string, unknown> = {}): Promise<string> {
  const id = newId();
  const row = { id, name: 'Waves', code: id, state: 'published', audience: 'everyone' };
  const made = { owner_id: owner.userId, published_at: new Date() };
  await test.db
    .insertInto('courses')
    .values({ ...row, ...made, ...values })
    .execute();
  return id;
}

describe('the page that visitors see', () => {
  it('is the published one, limited on each request to what is public', async () => {
    const slotId = await home.slot();
    const [open, inside] = [await resource(), await resource({ visibility: 'campus' })];
    await home.add(slotId, [byHand(open), byHand(inside)]);
    expect(await home.shown(slotId)).toEqual([]);
    await home.publish();
    expect([await home.shown(slotId), await home.shown(slotId, 'campus')]).toEqual([[open], [open, inside]]);
    for (const change of [
      { state: 'offline' },
      { state: 'blocked' },
      { state: 'trashed' },
      { visibility: 'department' },
      { offline_at: days(-1) },
      { publish_at: days(1) },
      { licence_until: days(-2) },
    ]) {
      await setResource(open, change);
      expect([change, await home.shown(slotId, 'campus')]).toEqual([change, [inside]]);
      const back = { state: 'published', visibility: 'everyone', offline_at: null, publish_at: null };
      await setResource(open, { ...back, licence_until: null });
    }
    expect(await home.shown(slotId)).toEqual([open]);
  });

  it('follows start, end, pause and audience, also at another time', async () => {
    const slotId = await home.slot({ capacity: 10 });
    const ids = await Promise.all(Array.from({ length: 4 }, () => resource()));
    const [soon, over, paused, inside] = ids as [string, string, string, string];
    await home.add(slotId, byHand(soon), { startsAt: days(2).toISOString(), endsAt: days(4).toISOString() });
    await home.add(slotId, byHand(over), { endsAt: days(-1).toISOString() });
    const pausedEntry = await home.add(slotId, byHand(paused));
    await home.edit(pausedEntry, { paused: true });
    await home.add(slotId, byHand(inside), { audience: 'campus' });
    await home.publish();
    expect(await home.shown(slotId)).toEqual([]);
    expect(await home.shown(slotId, 'campus')).toEqual([inside]);
    expect(await home.shown(slotId, 'everyone', days(3))).toEqual([soon]);
    expect(await home.shown(slotId, 'everyone', days(5))).toEqual([]);
    expect(await home.shown(slotId, 'everyone', days(-3))).toEqual([over]);
    const states = (await home.draft()).slots.find((slot) => slot.id === slotId)?.entries;
    expect(states?.map((entry) => [entry.state, entry.hidden])).toEqual([
      ['scheduled', 'notYet'],
      ['expired', 'over'],
      ['paused', 'paused'],
      ['live', null],
    ]);
  });

  it('never exceeds a slot’s capacity, keeps hand-picked entries and shows nothing twice', async () => {
    const subjectId = newId();
    const subject = { id: subjectId, code: subjectId, name: 'Acoustics', path: `/${subjectId}/` };
    await test.db.insertInto('subjects').values(subject).execute();
    const ids = [];
    for (let made = 0; made < 5; made += 1) ids.push(await resource({ subjectId }));
    const [oldest, , , , newest] = ids as [string, string, string, string, string];
    const slotId = await home.slot({ capacity: 3 });
    await home.add(slotId, { source: 'newest', rule: { ...rule, subjectId } });
    await home.add(slotId, byHand(oldest));
    await home.add(slotId, byHand(newest));
    await home.publish();
    const shown = await home.shown(slotId);
    expect(shown).toHaveLength(3);
    expect(shown.slice(1)).toEqual([oldest, newest]);
    expect(new Set(shown).size).toBe(3);
    const full = await home.add(slotId, byHand(ids[1] as string));
    expect(await home.entry(full)).toMatchObject({ hidden: null, shown: { everyone: 1 } });
    const tooMany = await home.add(slotId, byHand(ids[2] as string));
    expect(await home.entry(tooMany)).toMatchObject({ hidden: 'slotFull', warnings: ['slotFull'] });
    const slot = (await home.draft()).slots.find((one) => one.id === slotId);
    expect(slot?.warnings).toEqual(['overCapacity']);
  });

  it('ranks by recent views, and by courses', async () => {
    const [much, little, long, offline] = await Promise.all([resource(), resource(), resource(), resource()]);
    const view = (resourceId: string, at = new Date(), more: Record<string, unknown> = {}) =>
      test.db
        .insertInto('access_events')
        .values({ at, event_id: newId(), source: 'portal', action: 'view', resource_id: resourceId, ...more })
        .execute();
    for (const id of [much, much, offline, offline, offline, little]) await view(id);
    for (let times = 0; times < 9; times += 1) await view(long, days(-20));
    await view(little, new Date(), { robot: true });
    const [waves, closed] = [await course(), await course({ available_until: days(-1) })];
    for (const id of [closed, waves]) await view(much, new Date(), { course_id: id });
    await sumAccess(test.db);
    await setResource(offline, { state: 'offline' });
    const slotId = await home.slot();
    await home.add(slotId, { source: 'mostViewed', rule });
    const courseSlot = await home.slot();
    await home.add(courseSlot, { source: 'newest', rule: { ...rule, of: 'course' } });
    const viewedCourses = await home.slot();
    await home.add(viewedCourses, { source: 'mostViewed', rule: { ...rule, of: 'course' } });
    await home.publish();
    expect(await home.shown(viewedCourses)).toEqual([waves]);
    expect(await home.shown(slotId)).toEqual([much, little]);
    expect(await home.shown(courseSlot)).toEqual([waves]);
    const late = await home.add(courseSlot, { source: 'course', courseId: closed });
    expect(await home.entry(late)).toMatchObject({ hidden: 'outOfDates' });
  });

  it('shows a column in its order, but never a hidden one', async () => {
    const column = (await test.call(createColumn, { body: { parentId: null, name: 'Front' } }, { as: test.admin }))
      .data;
    const [first, second, draft] = [await resource(), await resource(), await resource({ state: 'ready' })];
    const body = { resourceIds: [second, draft, first] };
    await test.call(addColumnItems, { params: { id: column.id }, body }, { as: test.admin });
    const slotId = await home.slot();
    const entryId = await home.add(slotId, { source: 'column', columnId: column.id, rule: { ...rule, places: 2 } });
    await home.publish();
    expect(await home.shown(slotId)).toEqual([second, first]);
    const effects = await test.call(getColumnEffects, { params: { id: column.id } }, { as: test.admin });
    expect(effects.data.uses).toEqual([
      { name: expect.any(String), link: `/app/page/resourceRecommend?entry=${entryId}` },
    ]);
    const hide = { visible: false, version: column.version };
    await test.call(updateColumn, { params: { id: column.id }, body: hide }, { as: test.admin });
    expect(await home.shown(slotId)).toEqual([]);
    expect(await home.entry(entryId)).toMatchObject({ hidden: 'columnHidden', warnings: ['columnHidden'] });
  });

  it('falls back to a rule when a slot is empty, and says so', async () => {
    const kind = 'audio' as const;
    const [song, hand] = [await resource({ kind }), await resource()];
    const slotId = await home.slot({ fallback: { ...rule, source: 'newest', kinds: [kind] } });
    await home.add(slotId, byHand(hand));
    await home.publish();
    expect(await home.shown(slotId)).toEqual([hand]);
    await setResource(hand, { state: 'offline' });
    expect(await home.shown(slotId)).toEqual([song]);
    expect((await home.draft()).slots.find((slot) => slot.id === slotId)?.warnings).toEqual(['onFallback']);
    await setResource(song, { state: 'offline' });
    expect((await home.draft()).slots.find((slot) => slot.id === slotId)?.warnings).toEqual(['empty']);
  });
});

describe('publishing', () => {
  it('lists its changes entry by entry and publishes only what was shown', async () => {
    const slotId = await home.slot({ name: 'Diffs', key: 'diffs' });
    const ids = [];
    for (const title of ['a', 'b', 'c', 'd']) ids.push(await home.add(slotId, byHand(await resource({ title }))));
    const [a, b, c] = ids as [string, string, string];
    await home.publish();
    const none = (await test.call(getHomeChanges, {}, { as: test.admin })).data;
    expect(none.changes).toEqual([]);
    const nothing = await test.call(publishHomePage, { body: { digest: none.digest } }, { as: test.admin });
    expect(nothing.http).toBe(409);

    await home.edit(a, { title: 'A', paused: true });
    const { version } = await home.draft();
    await test.call(removeHomeEntries, { body: { ids: [b], version } }, { as: test.admin });
    const added = await home.add(slotId, byHand(await resource({ title: 'e' })), { beforeId: c });
    const shown = (await test.call(getHomeChanges, {}, { as: test.admin })).data;
    const told = shown.changes.map(({ kind, entry, fields }) => [kind, entry?.title, fields.map(({ field }) => field)]);
    expect(told).toEqual([
      ['entryChanged', 'A', ['title', 'paused']],
      ['entryAdded', 'e', []],
      ['entryRemoved', 'b', []],
    ]);
    expect((await home.draft()).changes).toBe(3);
    await home.edit(added, { title: 'changed after the look' });
    const late = await test.call(publishHomePage, { body: { digest: shown.digest } }, { as: test.admin });
    expect(late.http).toBe(409);
    const published = await home.publish('Spring');
    expect(published).toMatchObject({ changes: 0, published: { number: expect.any(Number) } });
  });

  it('keeps every version with who, when and what, and restores one as draft or directly', async () => {
    const slotId = await home.slot({ name: 'Kept' });
    const id = await resource({ title: 'kept' });
    await home.add(slotId, byHand(id));
    const first = (await home.publish('First')).published?.number ?? 0;
    const entry = (await home.draft()).slots.find((slot) => slot.id === slotId)?.entries[0]?.id ?? '';
    await test.call(
      removeHomeEntries,
      { body: { ids: [entry], version: (await home.draft()).version } },
      { as: test.admin },
    );
    await home.publish('Second');
    const versions = (await test.call(listHomeVersions, { query: { size: '2' } as never }, { as: test.admin })).data;
    expect(versions).toMatchObject({
      rows: [
        { note: 'Second', current: true, publishedBy: { id: test.admin.userId } },
        { number: first, note: 'First', current: false },
      ],
      more: true,
    });
    const params = { number: first };
    const seen = (await test.call(getHomeVersion, { params }, { as: test.admin })).data;
    expect(seen.changes.map(({ kind }) => kind)).toContain('entryAdded');
    expect(seen.restoring.map(({ kind, entry: one }) => [kind, one?.title])).toEqual([['entryAdded', 'kept']]);
    const restore = async (publish: boolean) => {
      const { version } = await home.draft();
      return test.call(restoreHomeVersion, { params, body: { version, publish } }, { as: test.admin });
    };
    expect((await restore(false)).data.changes).toBe(1);
    expect(await home.shown(slotId)).toEqual([]);
    const restored = await restore(true);
    expect(restored.data.changes).toBe(0);
    expect(await home.shown(slotId)).toEqual([id]);
    const newest = (await test.call(listHomeVersions, {}, { as: test.admin })).data.rows[0];
    expect(newest).toMatchObject({ fromNumber: first, current: true });
    expect((await test.call(getHomeVersion, { params: { number: 9999 } }, { as: test.admin })).http).toBe(404);
  });

  it('shows resources where they are used, and replaces a merged duplicate', async () => {
    const slotId = await home.slot({ name: 'Uses' });
    const [id, twin] = [await resource(), await resource()];
    const entryId = await home.add(slotId, byHand(id));
    const uses = async () => (await test.call(listUses, { params: { id } }, { as: test.admin })).data;
    expect(await uses()).toMatchObject([{ kind: 'recommendation', name: 'Uses' }]);
    await home.publish();
    const link = `/app/page/resourceRecommend?entry=${entryId}`;
    expect(await uses()).toEqual([{ kind: 'recommendation', name: 'Uses', link, detail: null }]);
    const { homeUses } = await import('./home-references.ts');
    const counted = await new ResourceUseService([homeUses]).count(test.db, [id, twin]);
    expect([counted.get(id), counted.get(twin)]).toEqual([1, 0]);
    await test.db.transaction().execute((transaction) => homeUses.transfer(transaction, id, twin));
    expect([await home.shown(slotId), await uses()]).toEqual([[twin], []]);
    expect((await home.draft()).changes).toBe(0);
  });
});

describe('the preview', () => {
  it('shows exactly what visitors would get, from draft, published page or version', async () => {
    const slotId = await home.slot({ key: 'seen', name: 'Seen' });
    const id = await resource({ title: 'Its own title' });
    const entryId = await home.add(slotId, byHand(id), { startsAt: days(1).toISOString() });
    await home.edit(entryId, { title: 'Other words' });
    const seen = async (query: object) => {
      const preview = await test.call(previewHomePage, { query: query as never }, { as: test.admin });
      return preview.data.slots.find((slot) => slot.key === 'seen')?.things.map((thing) => thing.title);
    };
    const at = days(2).toISOString();
    expect([await seen({}), await seen({ at }), await seen({ at, of: 'published' })]).toEqual([
      [],
      ['Other words'],
      undefined,
    ]);
    const { published } = await home.publish();
    expect(await seen({ at, of: 'published' })).toEqual(['Other words']);
    expect(await seen({ at, of: String(published?.number) })).toEqual(['Other words']);
    const unknown = await test.call(previewHomePage, { query: { of: '99999' } }, { as: test.admin });
    expect(unknown.http).toBe(404);
  });
});

describe('a cover', () => {
  it('is redrawn from the upload, visible to people with the page, and refused if it isn’t an image', async () => {
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } })
      .png()
      .toBuffer();
    const uploaded = await test.call(uploadHomeCover, { body: picture }, { as: test.admin, headers: bytes });
    expect(uploaded.http).toBe(201);
    const stored = await test.db
      .selectFrom('files')
      .select('content_type')
      .where('id', '=', uploaded.data.fileId)
      .executeTakeFirstOrThrow();
    expect(stored.content_type).toBe('image/jpeg');
    for (const wrong of ['<svg onload="alert(1)">', '\u0089PNG but not really']) {
      const refused = await test.call(
        uploadHomeCover,
        { body: Buffer.from(wrong, 'latin1') },
        { as: test.admin, headers: bytes },
      );
      expect([wrong, refused.http]).toEqual([wrong, 415]);
    }
    // Files that aren't home-page covers aren't served here.
    const { fileId } = await makeResource(test, { owner });
    expect((await test.call(openHomeCover, { params: { id: fileId } }, { as: test.admin })).http).toBe(404);
  });
});

describe('the first start', () => {
  it('adds automatic slots once, and none to an existing home page', async () => {
    const before = await home.draft();
    await ensureHomePage(test.db);
    expect((await home.draft()).version).toBe(before.version);
    const fresh = await startTestApp();
    await ensureHomePage(fresh.db);
    await ensureHomePage(fresh.db);
    const draft = await homeRig(fresh).draft();
    expect(draft).toMatchObject({ changes: 0, published: { number: 1 } });
    expect(draft.slots.map((slot) => slot.key)).toEqual(['banner', 'picks', 'newest', 'most-viewed', 'courses']);
    await fresh.close();
  });
});
