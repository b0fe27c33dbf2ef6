import {
  addHomeEntries,
  createHomeSlot,
  discardHomeChanges,
  getHomeDraft,
  placeHomeEntry,
  placeHomeSlot,
  removeHomeEntries,
  removeHomeSlot,
  undoHomeChange,
  updateHomeEntry,
  updateHomeSlot,
} from '@lectern/contract/features/home-page.ts';
import { listHomeShelf } from '@lectern/contract/features/home-page-publication.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/new-id.ts';
import { buildCampus, type Campus } from '../../testing/campus.ts';
import { homeRig } from '../../testing/home-rig.ts';
import { makeResource } from '../../testing/resource-rig.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

const page = '/app/page/resourceRecommend' as const;
let test: TestApp;
let campus: Campus;
let owner: Identity;
let editor: Identity;
let home: ReturnType<typeof homeRig>;
beforeAll(async () => {
  test = await startTestApp();
  campus = await buildCampus(test);
  owner = await test.identity({ roleId: 4, departmentId: campus.physics });
  editor = await test.identity({ roleId: 3, departmentId: campus.physics, pages: [page] });
  home = homeRig(test);
});
afterAll(() => test.close());

const resource = async (title = 'Optics') =>
  (await makeResource(test, { owner, state: 'published', title, visibility: 'everyone' })).id;
const byHand = (resourceId: string) => ({ source: 'resource', resourceId }) as const;

describe('the draft', () => {
  it('creates, changes, moves and deletes slots', async () => {
    const fields = { key: 'banner', name: 'Banner', capacity: 3, fallback: null, visible: true };
    const first = await home.slot(fields);
    const second = await home.slot({ ...fields, key: 'picks', name: 'Picks' });
    const { version } = await home.draft();
    const twin = await test.call(createHomeSlot, { body: { ...fields, version } }, { as: test.admin });
    expect([twin.http, twin.message]).toEqual([422, expect.stringContaining('Already taken')]);
    const renamed = await test.call(
      updateHomeSlot,
      { params: { id: first }, body: { name: 'Top', capacity: 2, version } },
      { as: test.admin },
    );
    expect(renamed.data.slots.find((slot) => slot.id === first)).toMatchObject({ name: 'Top', capacity: 2 });
    const moved = await test.call(
      placeHomeSlot,
      { params: { id: second }, body: { beforeId: first, version: renamed.data.version } },
      { as: test.admin },
    );
    const order = moved.data.slots.map((slot) => slot.id);
    expect(order.indexOf(second)).toBeLessThan(order.indexOf(first));
    const removed = await test.call(
      removeHomeSlot,
      { params: { id: first }, body: { version: moved.data.version } },
      { as: test.admin },
    );
    expect(removed.data.slots.map((slot) => slot.id)).not.toContain(first);
  });

  it('refuses a change based on an older draft, and keeps nothing of it', async () => {
    const slotId = await home.slot();
    const { version } = await home.draft();
    await home.add(slotId, byHand(await resource()));
    const late = await test.call(
      addHomeEntries,
      { params: { id: slotId }, body: { subjects: [byHand(await resource())], version } },
      { as: test.admin },
    );
    expect(late.http).toBe(409);
    expect((await home.draft()).slots.find((slot) => slot.id === slotId)?.entries).toHaveLength(1);
  });

  it('has nothing twice in a slot, but allows the same item in two', async () => {
    const [slotId, other, id] = [await home.slot(), await home.slot(), await resource()];
    await home.add(slotId, byHand(id));
    await expect(home.add(slotId, byHand(id))).rejects.toThrow(/409/);
    const second = await home.add(other, byHand(id));
    const { version } = await home.draft();
    const body = { slotId, beforeId: null, version };
    expect((await test.call(placeHomeEntry, { params: { id: second }, body }, { as: test.admin })).http).toBe(409);
  });

  it('moves entries within and between slots', async () => {
    const [left, right] = [await home.slot(), await home.slot()];
    const ids = [];
    for (const title of ['a', 'b', 'c']) ids.push(await home.add(left, byHand(await resource(title))));
    const place = async (id: string, slotId: string, beforeId: string | null) => {
      const { version } = await home.draft();
      return test.call(placeHomeEntry, { params: { id }, body: { slotId, beforeId, version } }, { as: test.admin });
    };
    const orderOf = async (slotId: string) =>
      (await home.draft()).slots.find((slot) => slot.id === slotId)?.entries.map((entry) => entry.thing?.title);
    await place(ids[2] as string, left, ids[0] as string);
    expect(await orderOf(left)).toEqual(['c', 'a', 'b']);
    await place(ids[0] as string, right, null);
    expect([await orderOf(left), await orderOf(right)]).toEqual([['c', 'b'], ['a']]);
    expect((await place(ids[0] as string, right, ids[1] as string)).http).toBe(422);
  });

  it('undoes every change, Undo included, but never over someone else’s', async () => {
    const [slotId, id] = [await home.slot(), await resource()];
    const entryId = await home.add(slotId, byHand(id), { endsAt: new Date(Date.now() + 1e9).toISOString() });
    const before = await home.draft();
    const undo = async (version: number, as = test.admin) => test.call(undoHomeChange, { body: { version } }, { as });
    const withoutVersion = ({ slots }: { slots: unknown }) => slots;
    const changes = [
      () => home.edit(entryId, { title: 'Other words', paused: true }),
      async () =>
        (
          await test.call(
            removeHomeEntries,
            { body: { ids: [entryId], version: (await home.draft()).version } },
            { as: test.admin },
          )
        ).data,
      async () =>
        (
          await test.call(
            removeHomeSlot,
            { params: { id: slotId }, body: { version: (await home.draft()).version } },
            { as: test.admin },
          )
        ).data,
      async () =>
        (await test.call(discardHomeChanges, { body: { version: (await home.draft()).version } }, { as: test.admin }))
          .data,
    ];
    for (const change of changes) {
      const changed = await change();
      expect(withoutVersion(changed)).not.toEqual(withoutVersion(before));
      const undone = await undo(changed.version);
      expect(withoutVersion(undone.data)).toEqual(withoutVersion(before));
      const again = await undo(undone.data.version);
      expect(withoutVersion(again.data)).toEqual(withoutVersion(changed));
      expect(withoutVersion((await undo(again.data.version)).data)).toEqual(withoutVersion(before));
    }
    const mine = await home.edit(entryId, { title: 'Mine' });
    await homeRig(test, editor).edit(entryId, { title: 'Theirs' });
    expect((await undo(mine.version)).http).toBe(409);
  });

  it('refuses an end before the start, rules without a column and missing items', async () => {
    const slotId = await home.slot();
    const { version } = await home.draft();
    const add = (body: object) =>
      test.call(addHomeEntries, { params: { id: slotId }, body: { version, ...body } as never }, { as: test.admin });
    const now = new Date().toISOString();
    const id = await resource();
    const answers = [
      await add({ subjects: [byHand(id)], startsAt: now, endsAt: now }),
      await add({ subjects: [{ source: 'column', rule: {} }] }),
      await add({ subjects: [{ source: 'resource', resourceId: id, rule: {} }] }),
      await add({ subjects: [byHand(newId())] }),
      await add({ subjects: [{ source: 'course', courseId: id }] }),
    ];
    expect(answers.map((answer) => answer.http)).toEqual([422, 422, 422, 404, 404]);
  });

  it('drops an entry whose resource is purged, and Undo doesn’t restore it', async () => {
    const [slotId, id] = [await home.slot(), await resource()];
    await home.add(slotId, byHand(id));
    const { version } = await home.draft();
    await test.db.deleteFrom('home_entries').where('resource_id', '=', id).execute();
    await test.db.updateTable('resources').set({ state: 'purged' }).where('id', '=', id).execute();
    expect((await test.call(undoHomeChange, { body: { version } }, { as: test.admin })).http).toBe(200);
    const redone = await test.call(undoHomeChange, { body: { version: version + 1 } }, { as: test.admin });
    expect(redone.http).toBe(200);
    expect(redone.data.slots.find((slot) => slot.id === slotId)?.entries).toEqual([]);
  });
});

describe('access', () => {
  it('is refused without the page; role 4 can only view', async () => {
    const stranger = await test.identity({ roleId: 3, departmentId: campus.physics });
    const reader = await test.identity({ roleId: 4, departmentId: campus.physics, pages: [page] });
    expect((await test.call(getHomeDraft, {}, { as: stranger })).http).toBe(403);
    const seen = await test.call(getHomeDraft, {}, { as: reader });
    expect(seen.http).toBe(200);
    const body = { version: seen.data.version };
    expect((await test.call(discardHomeChanges, { body }, { as: reader })).http).toBe(403);
    expect((await test.call(listHomeShelf, {}, { as: reader })).http).toBe(403);
  });

  it('shows editors the whole page, but lets them choose only what they can see', async () => {
    const theirs = homeRig(test, editor);
    const slotId = await theirs.slot();
    const far = await test.identity({ roleId: 4, departmentId: campus.history });
    const hidden = await makeResource(test, { owner: far, state: 'ready', title: 'Far draft' });
    const near = await makeResource(test, { owner, state: 'ready', title: 'Near draft' });
    await expect(theirs.add(slotId, byHand(hidden.id))).rejects.toThrow(/404/);
    const nearId = await theirs.add(slotId, byHand(near.id));
    await home.add(slotId, byHand(hidden.id));
    const entries = (await theirs.draft()).slots.find((slot) => slot.id === slotId)?.entries;
    expect(entries?.map((entry) => entry.thing?.title)).toEqual(['Near draft', 'Far draft']);
    const subject = byHand(hidden.id);
    const { version } = await theirs.draft();
    const swapped = await test.call(
      updateHomeEntry,
      { params: { id: nearId }, body: { subject, version } },
      { as: editor },
    );
    expect(swapped.http).toBe(404);
    const shelf = async (as: Identity) =>
      (await test.call(listHomeShelf, { query: { search: 'draft' } }, { as })).data.things.map((thing) => thing.title);
    expect(await shelf(editor)).toEqual(['Near draft']);
    expect((await shelf(test.admin)).sort()).toEqual(['Far draft', 'Near draft']);
  });

  it('records who did what and notifies everyone viewing', async () => {
    const slotId = await home.slot({ name: 'Told' });
    await home.add(slotId, byHand(await resource()));
    const actions = await test.db
      .selectFrom('activities')
      .select(['action', 'actor_id'])
      .where('object_type', '=', 'homePage')
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(actions).toEqual([
      { action: 'homePage.entryAdded', actor_id: test.admin.userId },
      { action: 'homePage.slotAdded', actor_id: test.admin.userId },
    ]);
    const told = await test.db.selectFrom('events').select('payload').orderBy('id', 'desc').limit(1).execute();
    expect(told[0]?.payload).toEqual({ topic: 'homePage' });
  });
});
