import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import {
  addColumnItems,
  type ColumnNode,
  createColumn,
  listColumnItems,
  listColumns,
  openColumnCover,
  placeColumnItem,
  removeColumnItems,
  setColumnCover,
  updateColumn,
} from '@lectern/contract/features/column.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from '../../platform/http/mount-endpoints.ts';
import { DiskFileStore } from '../../platform/storage/disk-file-store.ts';
import { insertTestResource } from '../../testing/insert-resource.ts';
import { cookieHeader, type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let editor: Identity;
let stranger: Identity;
const pages = ['/app/resource/column'];

beforeAll(async () => {
  test = await startTestApp();
  const { organisation } = test.container.services;
  const context = await test.context(test.admin);
  const collegeId = await organisation.createCollege(context, { code: 'A', name: 'Arts' });
  const departmentId = await organisation.createDepartment(context, { collegeId, code: 'A1', name: 'Music' });
  editor = await test.identity({ roleId: 3, pages, departmentId });
  stranger = await test.identity({ roleId: 4, pages });
});
afterAll(() => test.close());

async function make(fields: Record<string, unknown> = {}): Promise<ColumnNode> {
  const body = { parentId: null, name: `Column ${randomUUID()}` };
  const { data } = await test.call(createColumn, { body }, { as: editor });
  if (Object.keys(fields).length === 0) return data;
  const changed = await update(data, fields);
  if (changed.status !== 200) throw new Error(`${changed.status} ${changed.message}`);
  return changed.data;
}
const update = (column: ColumnNode, fields: Record<string, unknown>) =>
  test.call(updateColumn, { params: { id: column.id }, body: { version: column.version, ...fields } }, { as: editor });
const resource = (title: string, fields: Record<string, unknown> = {}) =>
  insertTestResource(test.db, { owner_id: editor.userId, title, ...fields });
const add = (column: ColumnNode, resourceIds: string[], as = editor) =>
  test.call(addColumnItems, { params: { id: column.id }, body: { resourceIds } }, { as });
const place = (column: ColumnNode, resourceId: string, body: { beforeId?: string | null; pinned?: boolean }) =>
  test.call(placeColumnItem, { params: { id: column.id, resourceId }, body }, { as: editor });
async function items(column: ColumnNode, query: Record<string, unknown> = {}, as = editor) {
  return (await test.call(listColumnItems, { params: { id: column.id }, query }, { as })).data;
}
const titles = async (column: ColumnNode, query: Record<string, unknown> = {}, as = editor) =>
  (await items(column, query, as)).rows.map((row) => row.title);
const countsOf = async (column: ColumnNode) => {
  const found = (await test.call(listColumns, {}, { as: editor })).data.find((one) => one.id === column.id);
  return { held: found?.held, shown: found?.shown };
};

describe('a manual column', () => {
  it('keeps the order people give it, pins first, and pages through it', async () => {
    const column = await make();
    const ids = await Promise.all(['a', 'b', 'c', 'd'].map((title) => resource(title)));
    const [a = '', b = '', , d = ''] = ids;
    expect((await add(column, ids)).data).toEqual({ added: 4 });
    expect((await add(column, [a])).data).toEqual({ added: 0 });
    expect(await titles(column)).toEqual(['a', 'b', 'c', 'd']);
    await place(column, d, { beforeId: b });
    expect(await titles(column)).toEqual(['a', 'd', 'b', 'c']);
    await place(column, b, { pinned: true });
    expect(await titles(column)).toEqual(['b', 'a', 'd', 'c']);
    await place(column, a, { beforeId: null });
    expect(await titles(column)).toEqual(['b', 'd', 'c', 'a']);
    await place(column, a, { beforeId: b });
    expect(await titles(column)).toEqual(['b', 'a', 'd', 'c']);
    const first = await items(column, { size: 2 });
    expect(first.more).toBe(true);
    expect(first.rows[0]).toMatchObject({ pinned: true, hidden: false });
    expect(await titles(column, { size: 2, after: first.rows[1]?.id })).toEqual(['d', 'c']);
    const sorted = await update(column, { sortRule: 'title' });
    expect(await titles(sorted.data)).toEqual(['b', 'a', 'c', 'd']);
    expect(await titles(sorted.data, { after: a })).toEqual(['c', 'd']);
  });

  it('finds room for a thing moved into the same gap again and again', async () => {
    const column = await make();
    const ids = await Promise.all(['first', 'x', 'y'].map((title) => resource(title)));
    await add(column, ids);
    let [, near = '', far = ''] = ids;
    for (let moves = 0; moves < 110; moves += 1) {
      expect((await place(column, far, { beforeId: near })).status).toBe(204);
      [near, far] = [far, near];
    }
    expect((await titles(column))[0]).toBe('first');
  });

  it('counts its resources and the public ones, and previews those up to its limit', async () => {
    const column = await make();
    const shown = await Promise.all(['s1', 's2', 's3'].map((title) => resource(title)));
    const hidden = [
      await resource('draft', { state: 'draft' }),
      await resource('for a department', { visibility: 'department' }),
      // Their dates alone hide these: the scheduler hasn't updated their state yet.
      await resource('ended', { offline_at: new Date(Date.now() - 60_000) }),
      await resource('comes', { publish_at: new Date(Date.now() + 3_600_000) }),
      await resource('licence over', { licence_until: new Date(Date.now() - 3 * 86_400_000) }),
    ];
    const trashed = await resource('trashed', { state: 'trashed' });
    await add(column, [...hidden, ...shown]);
    await test.db
      .insertInto('column_items')
      .values({ column_id: column.id, resource_id: trashed, position: 99 })
      .execute();
    expect(await countsOf(column)).toEqual({ held: 8, shown: 3 });
    expect((await items(column)).rows.map((row) => [row.title, row.hidden])).toContainEqual(['draft', true]);
    expect(await titles(column, { preview: true })).toEqual(['s1', 's2', 's3']);
    const limited = (await update(column, { itemLimit: 2 })).data;
    expect(limited).toMatchObject({ held: 8, shown: 2 });
    expect(await titles(limited, { preview: true })).toEqual(['s1', 's2']);
    expect(await items(limited, { preview: true, size: 1 })).toMatchObject({ more: true });
    expect(await items(limited, { preview: true, size: 1, after: shown[0] })).toMatchObject({ more: false });
    expect(await titles(limited, { preview: true, after: shown[1] })).toEqual([]);
  });

  it('takes and shows only what the person may read', async () => {
    const column = await make();
    const secret = await insertTestResource(test.db, { owner_id: test.admin.userId, title: 'secret', state: 'draft' });
    expect((await add(column, [secret])).failure.code).toBe('notFound');
    expect((await add(column, [randomUUID()])).failure.code).toBe('notFound');
    expect((await add(column, [secret], test.admin)).data).toEqual({ added: 1 });
    expect(await titles(column)).toEqual([]);
    expect(await titles(column, {}, test.admin)).toEqual(['secret']);
    expect((await add(column, [await resource('open')], stranger)).failure.code).toBe('abilityMissing');
  });

  it('removes resources, and reports those it doesn’t contain', async () => {
    const column = await make();
    const id = await resource('leaves');
    await add(column, [id]);
    const remove = () =>
      test.call(removeColumnItems, { params: { id: column.id }, body: { resourceIds: [id] } }, { as: editor });
    expect((await remove()).data).toEqual({ removed: 1 });
    expect((await remove()).data).toEqual({ removed: 0 });
    expect((await place(column, id, { pinned: true })).failure.code).toBe('notFound');
  });
});

describe('an automatic column', () => {
  it('holds what the rule matches at the moment, in its order', async () => {
    const tag = randomUUID();
    await test.db
      .insertInto('tags')
      .values({ id: tag, name: `tag ${tag}` })
      .execute();
    await resource('Zebra', { tag_ids: [tag] });
    await resource('Apple', { tag_ids: [tag], kind: 'video' });
    await resource('Draft', { tag_ids: [tag], state: 'draft' });
    await resource('Other');
    const column = await make({ mode: 'rule', rule: `?tag=${tag}&sort=title&page=3` });
    expect(column).toMatchObject({ rule: `sort=title&tag=${tag}`, held: 3, shown: 2 });
    expect(await titles(column)).toEqual(['Apple', 'Draft', 'Zebra']);
    expect(await titles(column, { preview: true })).toEqual(['Apple', 'Zebra']);
    const [first] = (await items(column)).rows;
    expect(await titles(column, { after: first?.id })).toEqual(['Draft', 'Zebra']);
    const videos = (await update(column, { rule: `tab=video&tag=${tag}` })).data;
    expect(videos).toMatchObject({ held: 1, shown: 1 });
    expect((await add(videos, [String(first?.id)])).failure.code).toBe('columnByRule');
    expect((await place(videos, String(first?.id), { pinned: true })).failure.code).toBe('columnByRule');
  });

  it.each([
    'tag=nothing',
    'owner_id=1',
    'sort=password',
    'tab=trash',
    'starred=yes',
    'kind=document&kind=video',
    'kind=documents',
    "search=x&tag='; drop table resources; --",
  ])('refuses the rule %j, which the list of resources does not know', async (rule) => {
    const column = await make();
    const refused = await update(column, { mode: 'rule', rule });
    expect(refused.status).toBe(422);
    expect(refused.failure.data?.fields?.[0]?.path).toBe('rule');
  });

  it('keeps hand-picked resources for when it is a manual column again', async () => {
    const column = await make();
    await add(column, [await resource('by hand')]);
    const ruled = (await update(column, { mode: 'rule', rule: 'search=nothing-like-this' })).data;
    expect(ruled).toMatchObject({ held: 0, shown: 0 });
    const again = (await update(ruled, { mode: 'manual' })).data;
    expect(again).toMatchObject({ held: 1, shown: 1 });
  });
});

describe('a cover', () => {
  it('is the picture of an image that the person may read, and nothing else', async () => {
    const column = await make();
    const setCover = (resourceId: string | null, version = column.version) =>
      test.call(setColumnCover, { params: { id: column.id }, body: { resourceId, version } }, { as: editor });
    const image = { kind: 'image', content_type: 'image/png', format: 'png' };
    expect((await setCover(await resource('A document'))).status).toBe(422);
    expect((await setCover(await resource('A TIFF', { ...image, content_type: 'image/tiff' }))).status).toBe(422);
    const secret = { owner_id: test.admin.userId, title: 'secret', state: 'draft', ...image };
    expect((await setCover(await insertTestResource(test.db, secret))).failure.code).toBe('notFound');
    const set = await setCover(await resource('A picture', image));
    expect(set.data.cover).toMatch(new RegExp(`^/columns/${column.id}/cover\\?file=`));
    const bytes = Buffer.from('a picture');
    const stored = await new DiskFileStore(path.join(test.dataDir, 'files')).write(Readable.from([bytes]));
    const fileId = String(set.data.cover?.split('=')[1]);
    const file = { store_key: stored.storeKey, size_bytes: bytes.length };
    await test.db.updateTable('files').set(file).where('id', '=', fileId).execute();
    const get = (headers: Record<string, string>) =>
      test.app.inject({ method: 'GET', url: pathOf(openColumnCover).replace(':id', column.id), headers });
    const cookie = cookieHeader(editor.cookies);
    expect((await get({})).statusCode).toBe(401);
    const got = await get({ cookie });
    expect(got.rawPayload).toEqual(bytes);
    expect(got.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
    expect((await get({ cookie, 'if-none-match': String(got.headers.etag) })).statusCode).toBe(304);
    expect((await setCover(null, 2)).data.cover).toBeNull();
    expect((await get({ cookie })).statusCode).toBe(404);
  });
});
