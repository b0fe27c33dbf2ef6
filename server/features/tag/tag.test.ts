import { createListView } from '@lectern/contract/features/list-view.ts';
import { createTag, deleteTag, listTags, mergeTags, renameTag } from '@lectern/contract/features/tag.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/new-id.ts';
import { buildCampus } from '../../testing/campus.ts';
import { makeResource, makeStaff, resourceRowOf, type Staff } from '../../testing/resource-rig.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let staff: Staff;
beforeAll(async () => {
  test = await startTestApp();
  staff = await makeStaff(test, await buildCampus(test));
});
afterAll(() => test.close());

const create = async (name: string) => (await test.call(createTag, { body: { name } }, { as: staff.owner })).data;
const namesOf = async (query: object = {}) =>
  (await test.call(listTags, { query } as never, { as: staff.admin })).data.map(
    (tag) => `${tag.name} ${tag.resources.value}`,
  );

describe('tags', () => {
  it('are created once in any letter case, by anyone', async () => {
    const tag = await create('Optik');
    expect((await create(' OPTIK ')).id).toBe(tag.id);
    const both = await Promise.all([create('Together'), create('together'), create('TOGETHER')]);
    expect(new Set(both.map((one) => one.id)).size).toBe(1);
  });

  it('come with the most used first, and walk on page by page', async () => {
    const [seldom, often] = [await create('page seldom'), await create('page often')];
    await create('page never');
    for (const tagIds of [[often.id], [often.id, seldom.id]]) await makeResource(test, { tagIds });
    await makeResource(test, { tagIds: [seldom.id], state: 'trashed' });
    expect(await namesOf({ text: 'PAGE' })).toEqual(['page often 2', 'page seldom 1', 'page never 0']);
    expect(await namesOf({ text: 'page', size: 1 })).toEqual(['page often 2']);
    expect(await namesOf({ text: 'page', after: often.id })).toEqual(['page seldom 1', 'page never 0']);
    expect(await namesOf({ ids: `${seldom.id},${newId()}` })).toEqual(['page seldom 1']);
  });

  it('are counted only where the viewer may read the resource', async () => {
    const tag = await create('counted');
    await makeResource(test, { tagIds: [tag.id], state: 'published' });
    await makeResource(test, { tagIds: [tag.id], state: 'draft' });
    const countFor = async (as: Staff['owner'] | undefined) =>
      (await test.call(listTags, { query: { ids: tag.id } } as never, { as })).data[0]?.resources;
    expect(await countFor(staff.admin)).toEqual({ value: 2, exact: true });
    expect(await countFor(staff.stranger)).toEqual({ value: 1, exact: true });
  });

  it('get another name everywhere at once, unless there is one of that name', async () => {
    const [one, other] = [await create('Rename me'), await create('Taken')];
    const rename = (name: string, as = staff.editor) =>
      test.call(renameTag, { params: { id: one.id }, body: { name } }, { as });
    expect((await rename('Renamed', staff.owner)).status).toBe(403);
    expect((await rename('Renamed')).data.name).toBe('Renamed');
    expect((await rename('TAKEN')).status).toBe(422);
    expect(other.name).toBe('Taken');
  });

  it('are merged on every resource, each of which keeps one of them', async () => {
    const [into, from, rest] = [await create('Merge into'), await create('Merge from'), await create('Merge rest')];
    const both = await makeResource(test, { tagIds: [from.id, rest.id, into.id] });
    const single = await makeResource(test, { tagIds: [from.id] });
    const trashed = await makeResource(test, { tagIds: [from.id], state: 'trashed' });
    const query = `tag=${from.id},${into.id},${rest.id}`;
    const view = { name: 'By tag', query, columns: null, shared: false };
    await test.call(createListView, { params: { list: 'resource' }, body: view }, { as: staff.editor });
    const merged = await test.call(
      mergeTags,
      { params: { id: into.id }, body: { fromIds: [from.id] } },
      { as: staff.admin },
    );
    expect(merged.data).toEqual({ id: into.id, name: 'Merge into', resources: { value: 2, exact: true } });
    const tags = async (id: string) => (await resourceRowOf(test, id)).tag_ids;
    expect(await tags(both.id)).toEqual([rest.id, into.id]);
    expect(await tags(single.id)).toEqual([into.id]);
    expect(await tags(trashed.id)).toEqual([into.id]);
    expect(await namesOf({ ids: from.id })).toEqual([]);
    const saved = await test.db
      .selectFrom('list_views')
      .select('query')
      .where('name', '=', 'By tag')
      .executeTakeFirst();
    expect(new URLSearchParams(saved?.query).get('tag')).toBe(`${into.id},${rest.id}`);
    const itself = { params: { id: into.id }, body: { fromIds: [into.id] } };
    expect((await test.call(mergeTags, itself, { as: staff.editor })).status).toBe(422);
  });

  it('leave every resource when they are deleted', async () => {
    const tag = await create('Short-lived');
    const { id } = await makeResource(test, { tagIds: [tag.id] });
    expect((await test.call(deleteTag, { params: { id: tag.id } }, { as: staff.owner })).status).toBe(403);
    expect((await test.call(deleteTag, { params: { id: tag.id } }, { as: staff.editor })).status).toBe(204);
    expect((await resourceRowOf(test, id)).tag_ids).toEqual([]);
    expect((await test.call(deleteTag, { params: { id: tag.id } }, { as: staff.editor })).status).toBe(404);
  });
});
