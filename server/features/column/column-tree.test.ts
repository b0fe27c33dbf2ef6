import { randomUUID } from 'node:crypto';
import {
  addColumnItems,
  type ColumnNode,
  createColumn,
  deleteColumn,
  getColumnEffects,
  listColumnActivity,
  listColumnItems,
  listColumns,
  mergeColumn,
  placeColumn,
  placeColumnItem,
  revertColumnActivity,
  updateColumn,
} from '@lectern/contract/features/column.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertTestResource } from '../../testing/insert-resource.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let editor: Identity;

beforeAll(async () => {
  test = await startTestApp();
  editor = await test.identity({ roleId: 3, pages: ['/app/resource/column'] });
});
afterAll(() => test.close());

async function make(name: string, parentId: string | null = null, slug?: string): Promise<ColumnNode> {
  const made = await test.call(createColumn, { body: { parentId, name, slug } }, { as: editor });
  if (made.status !== 201) throw new Error(`${made.status} ${made.message}`);
  return made.data;
}
const tree = async () => (await test.call(listColumns, {}, { as: editor })).data;
const namesBelow = async (parentId: string | null) =>
  (await tree()).filter((column) => column.parentId === parentId).map((column) => column.name);
const place = (column: ColumnNode, parentId: string | null, beforeId: string | null) =>
  test.call(
    placeColumn,
    { params: { id: column.id }, body: { parentId, beforeId, version: column.version } },
    { as: editor },
  );
const update = (column: ColumnNode, body: Record<string, unknown>) =>
  test.call(updateColumn, { params: { id: column.id }, body: { version: column.version, ...body } }, { as: editor });
async function put(columnId: string, title: string): Promise<string> {
  const id = await insertTestResource(test.db, { owner_id: editor.userId, title });
  await test.call(addColumnItems, { params: { id: columnId }, body: { resourceIds: [id] } }, { as: editor });
  return id;
}
const pin = (columnId: string, resourceId: string) =>
  test.call(placeColumnItem, { params: { id: columnId, resourceId }, body: { pinned: true } }, { as: editor });
const itemsOf = async (columnId: string) =>
  (await test.call(listColumnItems, { params: { id: columnId } }, { as: editor })).data.rows.map((row) => row.title);

describe('a new column', () => {
  it('gets a unique slug from its name, in every script', async () => {
    const top = await make('Slugs');
    expect((await make('Spring  Lectures & Notes!', top.id)).slug).toBe('spring-lectures-notes');
    expect((await make('高等数学（上）', top.id)).slug).toBe('高等数学-上');
    expect((await make('Größe', top.id)).slug).toBe('größe');
    expect((await make('spring lectures, notes', top.id)).slug).toBe('spring-lectures-notes-2');
    expect((await make('!!!', top.id)).slug).toBe('column');
    await expect(make('Other', top.id, 'größe')).rejects.toThrow('422');
    await expect(make('Other', top.id, 'Not A Slug')).rejects.toThrow('422');
    expect((await make('Elsewhere', null, 'größe')).slug).toBe('größe');
  });

  it('is for editors, and never below a missing one', async () => {
    const user = await test.identity({ roleId: 4, pages: ['/app/resource/column'] });
    const refused = await test.call(createColumn, { body: { parentId: null, name: 'No' } }, { as: user });
    expect(refused.failure.code).toBe('abilityMissing');
    await expect(make('Lost', randomUUID())).rejects.toThrow('404');
    const mass = { parentId: null, name: 'x', position: 5, path: '/', version: 9 };
    expect((await test.call(createColumn, { body: mass as never }, { as: editor })).status).toBe(422);
  });
});

describe('the tree', () => {
  it('keeps its manual order, even with repeated moves of the same two', async () => {
    const top = await make('Order');
    const [a, b, c] = [await make('A', top.id), await make('B', top.id), await make('C', top.id)];
    expect(await namesBelow(top.id)).toEqual(['A', 'B', 'C']);
    let [first, second] = [b, c];
    for (let moves = 0; moves < 120; moves += 1) {
      // Each move goes between A and the other column, into a gap that halves every time.
      const moved = await place(second, top.id, first.id);
      expect(moved.status).toBe(200);
      [first, second] = [moved.data, first];
    }
    expect((await namesBelow(top.id))[0]).toBe('A');
    expect(await namesBelow(top.id)).toHaveLength(3);
    expect((await place(second, top.id, a.id)).status).toBe(200);
    expect((await namesBelow(top.id))[0]).toBe(second.name);
  });

  it('moves a column with its subcolumns and refuses a cycle', async () => {
    const [from, to] = [await make('From'), await make('To')];
    const child = await make('Child', from.id);
    const grandchild = await make('Grandchild', child.id);
    expect((await place(child, to.id, null)).data.parentId).toBe(to.id);
    const paths = await test.db.selectFrom('columns').select('path').where('id', '=', grandchild.id).executeTakeFirst();
    expect(paths?.path).toBe(`/${to.id}/${child.id}/${grandchild.id}/`);
    expect((await place(to, grandchild.id, null)).failure.code).toBe('intoItself');
    expect((await place(to, to.id, null)).failure.code).toBe('intoItself');
    expect((await place(from, null, grandchild.id)).status).toBe(422);
    expect((await place(child, null, null)).failure.code).toBe('changedMeanwhile');
  });

  it('stays intact when two people move at once', async () => {
    const [one, two] = [await make('One'), await make('Two')];
    const both = await Promise.all([place(one, two.id, null), place(two, one.id, null)]);
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
  });

  it('has a depth limit', async () => {
    let parent = await make('Level 1');
    for (let level = 2; level <= 8; level += 1) parent = await make(`Level ${level}`, parent.id);
    await expect(make('Level 9', parent.id)).rejects.toThrow('422');
    const pair = await make('Pair');
    await make('Below', pair.id);
    expect((await place(pair, parent.parentId, null)).failure.code).toBe('tooDeep');
  });
});

describe('a removed column', () => {
  it('previews what would be removed', async () => {
    const column = await make('Effects');
    const below = await make('Below', column.id);
    const shared = await put(column.id, 'in both');
    await test.call(addColumnItems, { params: { id: below.id }, body: { resourceIds: [shared] } }, { as: editor });
    await put(below.id, 'only below');
    const { data } = await test.call(getColumnEffects, { params: { id: column.id } }, { as: editor });
    expect(data).toEqual({ columns: 1, resources: 2, uses: [] });
  });

  it('is merged: its content and subcolumns go to the other one', async () => {
    const [column, into] = [await make('Merged'), await make('Kept')];
    await make('Twin', into.id);
    const child = await make('Twin', column.id);
    await put(into.id, 'first');
    const shared = await put(column.id, 'second');
    await test.call(addColumnItems, { params: { id: into.id }, body: { resourceIds: [shared] } }, { as: editor });
    await put(column.id, 'third');
    const merge = (intoId: string) =>
      test.call(mergeColumn, { params: { id: column.id }, body: { intoId, version: column.version } }, { as: editor });
    expect((await merge(child.id)).failure.code).toBe('intoItself');
    expect((await merge(column.id)).failure.code).toBe('intoItself');
    expect((await merge(into.id)).data).toMatchObject({ id: into.id, held: 3, shown: 3 });
    expect(await itemsOf(into.id)).toEqual(['first', 'second', 'third']);
    const columns = await tree();
    expect(columns.some((one) => one.id === column.id)).toBe(false);
    expect(columns.find((one) => one.id === child.id)).toMatchObject({ parentId: into.id, slug: 'twin-2' });
  });

  it('is deleted with its subcolumns, and its content goes to a target', async () => {
    const [column, target] = [await make('Deleted'), await make('Target')];
    const below = await make('Below', column.id);
    await put(column.id, 'above');
    await put(below.id, 'below');
    const remove = (targetId: string | null, version = column.version) =>
      test.call(deleteColumn, { params: { id: column.id }, body: { targetId, version } }, { as: editor });
    expect((await remove(below.id)).failure.code).toBe('intoItself');
    expect((await remove(randomUUID())).failure.code).toBe('notFound');
    expect((await remove(target.id, 7)).failure.code).toBe('changedMeanwhile');
    await update(target, { mode: 'rule', rule: '' });
    expect((await remove(target.id)).failure.code).toBe('columnByRule');
    await update({ ...target, version: target.version + 1 }, { mode: 'manual' });
    expect((await remove(target.id)).status).toBe(204);
    expect(await itemsOf(target.id)).toEqual(['above', 'below']);
    expect((await tree()).some((one) => one.id === below.id)).toBe(false);
  });

  it('hands over its pins after the target’s, and duplicates keep the target’s place', async () => {
    const [column, target] = [await make('Pinned'), await make('Pinboard')];
    const below = await make('Pinned below', column.id);
    await put(target.id, 'own');
    await pin(target.id, await put(target.id, 'own pin'));
    await put(column.id, 'plain');
    await pin(column.id, await put(column.id, 'pin'));
    await pin(below.id, await put(below.id, 'pin below'));
    const shared = await put(target.id, 'shared');
    await test.call(addColumnItems, { params: { id: column.id }, body: { resourceIds: [shared] } }, { as: editor });
    await pin(column.id, shared);
    const body = { targetId: target.id, version: column.version };
    await test.call(deleteColumn, { params: { id: column.id }, body }, { as: editor });
    const { rows } = (await test.call(listColumnItems, { params: { id: target.id } }, { as: editor })).data;
    expect(rows.map((row) => [row.title, row.pinned])).toEqual([
      ['own pin', true],
      ['pin', true],
      ['pin below', true],
      ['own', false],
      ['shared', false],
      ['plain', false],
    ]);
  });
});

describe('a changed column', () => {
  it('is refused if someone else changed it, and can be reverted', async () => {
    const column = await make('Reverted');
    const changed = await update(column, { description: 'New words', visible: false });
    expect(changed.data).toMatchObject({ description: 'New words', visible: false, version: 2 });
    expect((await update(column, { name: 'Late' })).failure.code).toBe('changedMeanwhile');
    const activity = await test.call(listColumnActivity, { params: { id: column.id } }, { as: editor });
    const entry = activity.data.rows.find((one) => one.action === 'column.updated');
    expect(entry?.revertable.sort()).toEqual(['description', 'visible']);
    await test.call(
      revertColumnActivity,
      { params: { id: column.id, activityId: String(entry?.id) }, body: { version: 2 } },
      { as: editor },
    );
    expect((await tree()).find((one) => one.id === column.id)).toMatchObject({ description: '', visible: true });
  });
});
