import { createColumn } from '@lectern/contract/features/column.ts';
import { createCourse } from '@lectern/contract/features/course.ts';
import { addChapters } from '@lectern/contract/features/course-catalogue.ts';
import { createHomeSlot } from '@lectern/contract/features/home-page.ts';
import { resourceLists } from '@lectern/contract/features/resource.ts';
import { type ResourceAction, resourceActionInputs } from '@lectern/contract/features/resource-action.ts';
import type { ResourceState } from '@lectern/contract/features/resource-state.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../platform/new-id.ts';
import type { ItemOutcome } from '../../../platform/operation/operation-action.ts';
import { buildCampus, type Campus } from '../../../testing/campus.ts';
import {
  makeResource,
  makeStaff,
  type ResourceWish,
  resourceRowOf,
  type Staff,
} from '../../../testing/resource-rig.ts';
import { type Identity, startTestApp, type TestApp } from '../../../testing/test-app.ts';

let test: TestApp;
let campus: Campus;
let staff: Staff;
let tagId: string;
let otherTagId: string;
let columnId: string;
let slotId: string;
let chapterId: string;
let otherLibraryId: string;
beforeAll(async () => {
  test = await startTestApp();
  campus = await buildCampus(test);
  staff = await makeStaff(test, campus);
  const context = await test.context(test.admin);
  tagId = (await test.container.services.tags.create(context, 'Optics')).id;
  otherTagId = (await test.container.services.tags.create(context, 'Waves')).id;
  const column = await test.call(createColumn, { body: { parentId: null, name: 'Front' } }, { as: test.admin });
  columnId = column.data.id;
  const fields = { key: 'picks', name: 'Picks', capacity: 4, fallback: null, visible: true };
  const slot = await test.call(createHomeSlot, { body: { ...fields, version: 1 } }, { as: test.admin });
  slotId = slot.data.slots[0]?.id ?? '';
  const course = await test.call(createCourse, { body: { name: 'Waves', code: 'W-1' } }, { as: test.admin });
  const chapters = { parentId: null, titles: ['One'], catalogueVersion: 1 };
  const added = await test.call(addChapters, { params: { id: course.data.id }, body: chapters }, { as: test.admin });
  chapterId = added.data.chapterIds[0] ?? '';
  otherLibraryId = newId();
  await test.db
    .insertInto('libraries')
    .values({ id: otherLibraryId, kind: 'school', name: 'Second', contributors: 'everyone' })
    .execute();
});
afterAll(() => test.close());

function actionOf(id: ResourceAction, list = 'resource') {
  const action = test.container.services.actions.find((one) => one.list === list && one.id === id);
  if (!action) throw new Error(`There is no action ${list}.${id}`);
  return action;
}

/** Applies an action the way the operation engine does: parsed input, one transaction, current permissions. */
async function carryOut(as: Identity, id: ResourceAction, resourceId: string, input: object): Promise<ItemOutcome> {
  const action = actionOf(id);
  const actor = await test.context(as);
  return test.db
    .transaction()
    .execute((transaction) => action.apply(transaction, resourceId, action.input.parse(input), actor, undefined));
}

async function undo(as: Identity, id: ResourceAction, resourceId: string, done: ItemOutcome): Promise<ItemOutcome> {
  if (done.state !== 'done') throw new Error(`Nothing to undo: ${done.reason}`);
  const actor = await test.context(as);
  // The engine stores `before` as JSON.
  const before: unknown = JSON.parse(JSON.stringify(done.before));
  const item = { objectId: resourceId, before, version: done.version };
  return test.db.transaction().execute(async (transaction) => {
    const action = actionOf(id);
    if (!action.undo) throw new Error(`${id} has no Undo`);
    return action.undo(transaction, item, actor);
  });
}

/** All data of a resource that an action may change, from every table. */
async function everythingOf(id: string) {
  const {
    version,
    updated_at: _changed,
    state_since: _since,
    search_text: _text,
    ...row
  } = await resourceRowOf(test, id);
  const [chapters, columns, entries, stars, twins] = await Promise.all([
    test.db.selectFrom('chapter_resources').select('chapter_id').where('resource_id', '=', id).execute(),
    test.db.selectFrom('column_items').select(['column_id', 'position']).where('resource_id', '=', id).execute(),
    test.db.selectFrom('home_entries').select(['slot_id', 'ends_at']).where('resource_id', '=', id).execute(),
    test.db.selectFrom('favourites').select(['owner_id', 'folder_id', 'note']).where('resource_id', '=', id).execute(),
    test.db
      .selectFrom('resources')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('sha256', '=', row.sha256)
      .where('state', '!=', 'trashed')
      .executeTakeFirstOrThrow(),
  ]);
  return { row, chapters, columns, entries, stars, twins: twins.count };
}

type Example = {
  input?: () => object;
  from?: ResourceWish;
  /** An action that must be carried out first. */
  first?: () => { action: ResourceAction; input: object };
  becomes?: ResourceState;
};
const tomorrow = new Date(Date.now() + 86_400_000).toISOString();

/** Every action with Undo and its preconditions; a new action fails to compile until it is added. */
const examples: Record<Exclude<ResourceAction, 'purge'>, Example> = {
  submit: { from: { state: 'ready' }, becomes: 'in_review' },
  withdraw: { from: { state: 'in_review' }, becomes: 'ready' },
  publish: { from: { state: 'ready' }, becomes: 'published' },
  reject: { from: { state: 'in_review' }, input: () => ({ reason: 'too dark' }), becomes: 'rejected' },
  offline: { from: { state: 'published' }, input: () => ({ reason: 'old' }), becomes: 'offline' },
  trash: { from: { state: 'offline' }, becomes: 'trashed' },
  restore: { from: { state: 'trashed' }, becomes: 'ready' },
  schedule: { input: () => ({ publishAt: tomorrow, offlineAt: null }) },
  edit: {
    from: { title: 'Old name of it', language: 'en' },
    input: () => ({
      title: { find: 'Old', replace: 'New' },
      description: 'Said',
      language: 'zh',
      licenceUntil: '2031-01-31',
      tags: { add: [tagId], remove: [] },
    }),
  },
  place: { input: () => ({ libraryId: otherLibraryId, folderId: null }) },
  copy: { input: () => ({ libraryId: otherLibraryId, folderId: null }) },
  setOwner: { input: () => ({ toUserId: staff.stranger.userId }) },
  addToColumn: { input: () => ({ columnId }) },
  removeFromColumn: {
    first: () => ({ action: 'addToColumn', input: { columnId } }),
    input: () => ({ columnId }),
  },
  recommend: { input: () => ({ slotId, endsAt: tomorrow }) },
  addToChapter: { input: () => ({ chapterId, required: true }) },
  star: {},
  unstar: { first: () => ({ action: 'star', input: {} }) },
};

describe('every bulk action', () => {
  it('is there for every list of resources, and all but purging can be undone', () => {
    for (const list of resourceLists) {
      for (const id of Object.keys(resourceActionInputs) as ResourceAction[]) {
        expect([id, actionOf(id, list.id).undoable]).toEqual([id, id !== 'purge']);
      }
    }
  });

  const names = Object.keys(examples) as (keyof typeof examples)[];
  it.each(names)('%s changes the resource, and Undo puts everything back', async (name) => {
    const { input = () => ({}), from = {}, first, becomes } = examples[name];
    const { id } = await makeResource(test, { owner: staff.owner, ...from });
    if (first) await carryOut(test.admin, first().action, id, first().input);
    const before = await everythingOf(id);
    const done = await carryOut(test.admin, name, id, input());
    expect(done).toMatchObject({ state: 'done' });
    const after = await everythingOf(id);
    expect(after).not.toEqual(before);
    if (becomes) expect(after.row.state).toBe(becomes);
    expect(await undo(test.admin, name, id, done)).toMatchObject({ state: 'done' });
    expect(await everythingOf(id)).toEqual(before);
  });

  const ofTheRow = names.filter(
    (name) =>
      !['copy', 'addToColumn', 'removeFromColumn', 'addToChapter', 'recommend', 'star', 'unstar'].includes(name),
  );
  it.each(ofTheRow)('%s isn’t undone if someone changed the resource since', async (name) => {
    const { input = () => ({}), from = {} } = examples[name];
    const { id } = await makeResource(test, { owner: staff.owner, ...from });
    const done = await carryOut(test.admin, name, id, input());
    const { version } = await resourceRowOf(test, id);
    await test.db
      .updateTable('resources')
      .set({ author: 'Somebody', version: version + 1 })
      .where('id', '=', id)
      .execute();
    const changed = await everythingOf(id);
    expect(await undo(test.admin, name, id, done)).toMatchObject({
      state: 'skipped',
      reason: 'It has changed since.',
    });
    expect(await everythingOf(id)).toEqual(changed);
  });
});

describe('a bulk action', () => {
  it('skips resources without edit access, with a reason', async () => {
    const theirs = await makeResource(test, { owner: staff.otherEditor, state: 'published' });
    const before = await everythingOf(theirs.id);
    const attempts = [
      ['edit', { description: 'mine now' }],
      ['offline', {}],
      ['place', { libraryId: otherLibraryId, folderId: null }],
      ['setOwner', { toUserId: staff.editor.userId }],
      ['schedule', { publishAt: null, offlineAt: tomorrow }],
    ] as const;
    for (const [action, input] of attempts) {
      expect([action, (await carryOut(staff.editor, action, theirs.id, input)).state]).toEqual([action, 'skipped']);
    }
    expect(await everythingOf(theirs.id)).toEqual(before);
  });

  it('doesn’t find unreadable resources', async () => {
    const hidden = await makeResource(test, { owner: staff.otherEditor, state: 'draft' });
    await expect(carryOut(staff.editor, 'star', hidden.id, {})).rejects.toMatchObject({ code: 'notFound' });
  });

  it('of tags can add, remove and replace', async () => {
    const { id } = await makeResource(test, { owner: staff.owner, tagIds: [tagId] });
    const tags = async () => (await resourceRowOf(test, id)).tag_ids.toSorted();
    await carryOut(staff.editor, 'edit', id, { tags: { add: [otherTagId], remove: [] } });
    expect(await tags()).toEqual([tagId, otherTagId].toSorted());
    await carryOut(staff.editor, 'edit', id, { tags: { add: [], remove: [tagId] } });
    expect(await tags()).toEqual([otherTagId]);
    await carryOut(staff.editor, 'edit', id, { tags: { replace: [tagId] } });
    expect(await tags()).toEqual([tagId]);
    expect(await carryOut(staff.editor, 'edit', id, { tags: { replace: [tagId] } })).toMatchObject({
      state: 'skipped',
    });
    const unknown = await carryOut(staff.editor, 'edit', id, { tags: { replace: [newId()] } });
    expect(unknown).toMatchObject({ state: 'skipped' });
    expect(await tags()).toEqual([tagId]);
  });

  it('does not move what its new library has no room for', async () => {
    const full = newId();
    await test.db
      .insertInto('libraries')
      .values({ id: full, kind: 'school', name: 'Full', contributors: 'everyone', quota_bytes: 10 })
      .execute();
    const { id } = await makeResource(test, { owner: staff.owner, content: 'longer than ten bytes' });
    const outcome = await carryOut(test.admin, 'place', id, { libraryId: full, folderId: null });
    expect(outcome).toMatchObject({ state: 'skipped' });
    expect((await resourceRowOf(test, id)).library_id).not.toBe(full);
  });

  it('sends an owner of many one notification', async () => {
    const owner = await test.identity({ roleId: 4, departmentId: campus.physics });
    const actor = await test.context(staff.editor);
    const action = actionOf('publish');
    for (const title of ['One', 'Two', 'Three']) {
      const { id } = await makeResource(test, { owner, title });
      await test.db.transaction().execute((transaction) => action.apply(transaction, id, {}, actor, undefined));
    }
    const told = await test.db
      .selectFrom('notifications')
      .select('params')
      .where('user_id', '=', owner.userId)
      .execute();
    expect(told.map((row) => (row.params as { title: string }).title)).toEqual(['One (+2)']);
  });
});
