import { randomUUID } from 'node:crypto';
import {
  addFavourite,
  createFavouriteFolder,
  deleteFavouriteFolder,
  listFavouriteFolders,
  listFavourites,
  removeFavourite,
  removeFavourites,
  restoreFavourites,
  updateFavouriteFolder,
  updateFavourites,
} from '@lectern/contract/features/favourite.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertTestResource } from '../../testing/insert-resource.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { ResourceUseService } from '../resource/resource.service.ts';
import { favouriteUses } from './favourite-uses.ts';

let test: TestApp;
let person: Identity;
let other: Identity;
const pages = ['/app/home/collect'];

beforeAll(async () => {
  test = await startTestApp();
  other = await test.identity({ roleId: 4, pages });
});
beforeEach(async () => {
  person = await test.identity({ roleId: 4, pages });
});
afterAll(() => test.close());

const resource = (title: string, fields: Record<string, unknown> = {}) =>
  insertTestResource(test.db, { owner_id: test.admin.userId, title, ...fields });
const star = (id: string, folderId: string | null = null, as = person) =>
  test.call(addFavourite, { params: { id }, body: { folderId } }, { as });
async function starred(title: string, folderId: string | null = null): Promise<string> {
  const id = await resource(title);
  expect((await star(id, folderId)).status).toBe(204);
  return id;
}
const list = async (query: Record<string, unknown> = {}, as = person) =>
  (await test.call(listFavourites, { query }, { as })).data;
const titles = async (query: Record<string, unknown> = {}) => (await list(query)).rows.map((row) => row.title);
const idOf = async (title: string) => String((await list()).rows.find((row) => row.title === title)?.id);
const update = (body: { ids: string[] } & Record<string, unknown>, as = person) =>
  test.call(updateFavourites, { body }, { as });
const makeFolder = async (name: string, as = person) =>
  (await test.call(createFavouriteFolder, { body: { name } }, { as })).data;
const folders = async (as = person) => (await test.call(listFavouriteFolders, {}, { as })).data;

describe('a star', () => {
  it('can be added once, newest first, and removed', async () => {
    const id = await starred('one');
    await starred('two');
    expect((await star(id)).status).toBe(204);
    expect(await titles()).toEqual(['two', 'one']);
    expect((await list()).rows[0]?.resource).toMatchObject({ title: 'two', starred: true });
    await test.call(removeFavourite, { params: { id } }, { as: person });
    expect(await titles()).toEqual(['two']);
  });

  it('can’t be added to unreadable resources or in someone else’s folder', async () => {
    const draft = await resource('draft', { state: 'draft' });
    expect((await star(draft)).failure.code).toBe('notFound');
    expect((await star(randomUUID())).failure.code).toBe('notFound');
    const foreign = await makeFolder('Theirs', other);
    expect((await star(await resource('open'), foreign.id)).failure.code).toBe('notFound');
  });
});

describe('favourites', () => {
  it('keep their manual order, even with repeated moves into the same gap', async () => {
    for (const title of ['d', 'c', 'b', 'a']) await starred(title);
    const [a, b, c, d] = [await idOf('a'), await idOf('b'), await idOf('c'), await idOf('d')];
    await update({ ids: [d, b], beforeId: a });
    expect(await titles()).toEqual(['d', 'b', 'a', 'c']);
    await update({ ids: [d], beforeId: null });
    expect(await titles()).toEqual(['b', 'a', 'c', 'd']);
    for (let moves = 0; moves < 60; moves += 1) {
      await update({ ids: [moves % 2 ? c : d], beforeId: moves % 2 ? d : c });
    }
    expect((await titles()).slice(0, 2)).toEqual(['b', 'a']);
    expect((await update({ ids: [a], beforeId: a })).status).toBe(422);
    expect((await update({ ids: [a], beforeId: randomUUID() })).failure.code).toBe('notFound');
  });

  it('are listed page by page, by folder and by search', async () => {
    const folder = await makeFolder('Term 1');
    await starred('Alpha notes');
    await starred('Beta slides', folder.id);
    await starred('Gamma notes', folder.id);
    expect(await titles({ folder: folder.id })).toEqual(['Gamma notes', 'Beta slides']);
    expect(await titles({ folder: 'unfiled' })).toEqual(['Alpha notes']);
    expect(await titles({ search: 'NOTES alpha' })).toEqual(['Alpha notes']);
    const first = await list({ size: 2 });
    expect(first.more).toBe(true);
    expect(await titles({ size: 2, after: first.rows[1]?.id })).toEqual(['Alpha notes']);
    await update({ ids: [await idOf('Alpha notes')], note: '期末复习', folderId: folder.id });
    expect(await titles({ search: '复习' })).toEqual(['Alpha notes']);
    expect(await folders()).toMatchObject({ all: 3, unfiled: 0, flagged: 0, folders: [{ favourites: 3 }] });
  });

  it('flag changes, and a new version only until it is seen', async () => {
    const ids = Object.fromEntries(
      await Promise.all(
        ['kept', 'newer', 'offline', 'trashed', 'purged', 'hidden'].map(async (title) => [title, await starred(title)]),
      ),
    ) as Record<string, string>;
    const change = (title: string, fields: Record<string, unknown>) =>
      test.db.updateTable('resources').set(fields).where('id', '=', String(ids[title])).execute();
    await change('newer', { version_number: 2 });
    await change('offline', { state: 'offline' });
    await change('trashed', { state: 'trashed' });
    await change('purged', { state: 'purged' });
    await change('hidden', { state: 'ready' });
    const { rows } = await list();
    const shown = Object.fromEntries(rows.map((row) => [row.title, [row.flags, row.resource !== null]]));
    expect(shown).toEqual({
      kept: [[], true],
      newer: [['newVersion'], true],
      // Owners would still see these; for everyone else they are gone.
      offline: [['hidden'], false],
      trashed: [['trashed'], false],
      purged: [['purged'], false],
      hidden: [['hidden'], false],
    });
    expect((await folders()).flagged).toBe(5);
    expect((await list({ folder: 'flagged' })).rows).toHaveLength(5);
    await update({ ids: rows.map((row) => row.id), seen: true });
    expect((await folders()).flagged).toBe(4);
  });

  it('of an administrator stay readable when offline or in Trash', async () => {
    const admin = await test.identity({ roleId: 2, pages });
    const id = await resource('watched');
    await star(id, null, admin);
    await test.db.updateTable('resources').set({ state: 'offline' }).where('id', '=', id).execute();
    expect((await list({}, admin)).rows[0]).toMatchObject({ flags: ['offline'], resource: { state: 'offline' } });
  });

  it('return with folder and note when their removal is undone', async () => {
    const folder = await makeFolder('Kept');
    await starred('back', folder.id);
    await update({ ids: [await idOf('back')], note: 'mine' });
    const removed = await test.call(removeFavourites, { body: { ids: [await idOf('back')] } }, { as: person });
    expect(await titles()).toEqual([]);
    await test.call(restoreFavourites, { body: { favourites: removed.data.removed } }, { as: person });
    expect((await list()).rows[0]).toMatchObject({ title: 'back', note: 'mine', folderId: folder.id });
  });

  it('never reveal the title of an unreadable resource, even on restore', async () => {
    const secret = await resource('secret', { state: 'draft' });
    const favourites = [{ resourceId: secret, folderId: null, note: '' }];
    expect((await test.call(restoreFavourites, { body: { favourites } }, { as: person })).status).toBe(204);
    expect(await titles()).toEqual([]);
  });

  it('of other people can’t be changed, moved, removed or added to one’s folders', async () => {
    await starred('mine');
    const id = await idOf('mine');
    const theirs = await makeFolder('Other’s', other);
    expect((await update({ ids: [id], note: 'hacked' }, other)).failure.code).toBe('notFound');
    expect((await update({ ids: [id], folderId: theirs.id })).failure.code).toBe('notFound');
    const removal = await test.call(removeFavourites, { body: { ids: [id] } }, { as: other });
    expect(removal.data.removed).toEqual([]);
    expect((await list()).rows).toMatchObject([{ note: '', folderId: null }]);
    expect((await update({ ids: [id], ownerId: other.userId })).status).toBe(422);
  });
});

describe('favourite folders', () => {
  it('have an order and unique names, and keep their favourites when deleted', async () => {
    const [a, b] = [await makeFolder('A'), await makeFolder('B')];
    await starred('inside', b.id);
    const change = (id: string, body: { name?: string; beforeId?: string | null }, as = person) =>
      test.call(updateFavouriteFolder, { params: { id }, body }, { as });
    expect((await change(b.id, { beforeId: a.id })).data).toMatchObject({ id: b.id, favourites: 1 });
    expect((await folders()).folders.map((folder) => folder.name)).toEqual(['B', 'A']);
    expect((await change(a.id, { name: 'b' })).status).toBe(422);
    expect((await change(a.id, { name: 'Z' }, other)).failure.code).toBe('notFound');
    const remove = (as: Identity) => test.call(deleteFavouriteFolder, { params: { id: b.id } }, { as });
    expect((await remove(other)).failure.code).toBe('notFound');
    expect((await remove(person)).status).toBe(204);
    expect(await titles({ folder: 'unfiled' })).toEqual(['inside']);
  });
});

describe('stars as uses of a resource', () => {
  it('are counted and transferred without duplicates', async () => {
    const [from, to] = [await starred('from'), await starred('to')];
    await star(from, null, other);
    expect(await favouriteUses.list(test.db, from)).toEqual([
      { kind: 'favourite', name: '2', link: null, detail: null },
    ]);
    await favouriteUses.transfer(test.db, from, to);
    expect(await favouriteUses.list(test.db, from)).toEqual([]);
    expect((await favouriteUses.list(test.db, to))[0]?.name).toBe('2');
    expect(await new ResourceUseService([favouriteUses]).count(test.db, [from, to])).toEqual(
      new Map([
        [from, 0],
        [to, 1],
      ]),
    );
  });
});
