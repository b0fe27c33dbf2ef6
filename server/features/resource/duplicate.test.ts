import { addColumnItems, createColumn, listColumnItems } from '@lectern/contract/features/column.ts';
import { keepDuplicates, listDuplicates, mergeDuplicates } from '@lectern/contract/features/resource-action.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCampus } from '../../testing/campus.ts';
import { hashOf, makeResource, makeStaff, resourceRowOf, type Staff } from '../../testing/resource-rig.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let staff: Staff;
beforeAll(async () => {
  test = await startTestApp();
  staff = await makeStaff(test, await buildCampus(test));
});
afterAll(() => test.close());

async function groupsFor(as: Identity, query: object = {}): Promise<{ sha256: string; titles: string[] }[]> {
  const { data } = await test.call(listDuplicates, { query } as never, { as });
  return data.groups.map((group) => ({
    sha256: group.sha256,
    titles: group.resources.map((resource) => resource.title).toSorted(),
  }));
}

describe('duplicates', () => {
  it('are grouped by content, most wasted space first, limited to visible ones outside Trash', async () => {
    const twin = (title: string, content: string, owner: Identity, state?: 'trashed' | 'draft') =>
      makeResource(test, { title, content, owner, ...(state && { state }) });
    await twin('a1', 'a', staff.owner);
    await twin('a2', 'a', staff.owner);
    await twin('a3', 'a', staff.owner, 'trashed');
    await twin('b1', 'much longer bytes', staff.owner);
    await twin('b2', 'much longer bytes', staff.otherEditor, 'draft');
    await twin('c1', 'alone', staff.owner);
    const groups = [
      { sha256: hashOf('much longer bytes'), titles: ['b1', 'b2'] },
      { sha256: hashOf('a'), titles: ['a1', 'a2'] },
    ];
    expect(await groupsFor(test.admin)).toEqual(groups);
    expect(await groupsFor(staff.owner)).toEqual(groups.slice(1));
    const { data } = await test.call(listDuplicates, { query: { size: 1 } }, { as: test.admin });
    expect(await groupsFor(test.admin, { size: 1, after: data.next })).toEqual(groups.slice(1));
  });

  it('that are meant do not come back, unless one asks', async () => {
    const sha256 = hashOf('a');
    expect((await test.call(keepDuplicates, { body: { sha256 } }, { as: staff.owner })).status).toBe(403);
    expect((await test.call(keepDuplicates, { body: { sha256 } }, { as: staff.editor })).status).toBe(204);
    expect((await groupsFor(staff.editor)).map((group) => group.sha256)).not.toContain(sha256);
    expect((await groupsFor(staff.editor, { decided: 'true' })).map((group) => group.sha256)).toContain(sha256);
  });

  it('become one: what refers to the others refers to it, and they lie in the trash', async () => {
    const wish = { content: 'merge me', owner: staff.owner } as const;
    const keep = await makeResource(test, { ...wish, title: 'Keep' });
    const merged = await makeResource(test, { ...wish, title: 'Merged', state: 'published' });
    const columnId = (await test.call(createColumn, { body: { parentId: null, name: 'Shelf' } }, { as: test.admin }))
      .data.id;
    const items = { params: { id: columnId }, body: { resourceIds: [merged.id] } };
    await test.call(addColumnItems, items, { as: test.admin });
    const body = { sha256: hashOf('merge me'), keepId: keep.id, mergeIds: [merged.id] };
    expect((await test.call(mergeDuplicates, { body }, { as: staff.otherEditor })).status).toBe(404);
    expect((await test.call(mergeDuplicates, { body }, { as: staff.editor })).data.id).toBe(keep.id);
    expect((await resourceRowOf(test, merged.id)).state).toBe('trashed');
    const held = await test.call(listColumnItems, { params: { id: columnId }, query: {} }, { as: test.admin });
    expect(held.data.rows.map((row) => row.id)).toEqual([keep.id]);
    expect((await groupsFor(test.admin)).map((group) => group.sha256)).not.toContain(body.sha256);
  });

  it('are not merged when one of them holds something else by now', async () => {
    const keep = await makeResource(test, { content: 'x', owner: staff.owner });
    const other = await makeResource(test, { content: 'y', owner: staff.owner });
    const body = { sha256: hashOf('x'), keepId: keep.id, mergeIds: [other.id] };
    expect((await test.call(mergeDuplicates, { body }, { as: staff.editor })).status).toBe(409);
    expect((await resourceRowOf(test, other.id)).state).toBe('ready');
  });
});
