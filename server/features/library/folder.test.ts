import { randomUUID } from 'node:crypto';
import {
  createFolder,
  createLibrary,
  deleteFolder,
  type Folder,
  listFolderNames,
  listFolders,
  updateFolder,
  updateLibrary,
} from '@lectern/contract/features/library.ts';
import { resourcePages } from '@lectern/contract/features/resource.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertTestResource } from '../../testing/insert-resource.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { LibraryService } from './library.service.ts';

let test: TestApp;
let editor: Identity;
let user: Identity;
let libraryId: string;
const service = new LibraryService();

beforeAll(async () => {
  test = await startTestApp();
  editor = await test.identity({ roleId: 3, pages: [...resourcePages] });
  user = await test.identity({ roleId: 4, pages: [...resourcePages] });
  libraryId = await makeLibrary();
});
afterAll(() => test.close());

async function makeLibrary(): Promise<string> {
  const body = { name: `Library ${randomUUID()}`, kind: 'school' as const };
  return (await test.call(createLibrary, { body }, { as: test.admin })).data.id;
}

async function make(name: string, parentId: string | null = null, as = editor): Promise<Folder> {
  const made = await test.call(createFolder, { params: { id: libraryId }, body: { name, parentId } }, { as });
  if (made.status !== 201) throw new Error(`${made.status} ${made.message}`);
  return made.data;
}

async function listed(as: Identity = editor, id: string = libraryId): Promise<Folder[]> {
  return (await test.call(listFolders, { params: { id } }, { as })).data;
}

const move = (folder: Folder, body: { parentId?: string | null; name?: string }, as = editor) =>
  test.call(updateFolder, { params: { id: folder.id }, body: { version: folder.version, ...body } }, { as });
const remove = (folder: Folder, as = editor) =>
  test.call(deleteFolder, { params: { id: folder.id }, query: { version: folder.version } }, { as });
const pathOf = async (id: string) =>
  (await test.db.selectFrom('folders').select('path').where('id', '=', id).executeTakeFirstOrThrow()).path;

describe('a folder', () => {
  it('counts its content and subfolders, without Trash and hidden items', async () => {
    const top = await make('Counted');
    const below = await make('Below', top.id);
    const given = { owner_id: editor.userId, library_id: libraryId };
    await insertTestResource(test.db, { ...given, title: 'a', folder_id: top.id });
    await insertTestResource(test.db, { ...given, title: 'b', folder_id: below.id });
    await insertTestResource(test.db, { ...given, title: 'c', folder_id: below.id, state: 'draft' });
    await insertTestResource(test.db, { ...given, title: 'd', folder_id: below.id, state: 'trashed' });
    const countOf = async (as: Identity, id: string) => (await listed(as)).find((row) => row.id === id)?.resources;
    expect(await countOf(editor, top.id)).toBe(3);
    expect(await countOf(editor, below.id)).toBe(2);
    expect(await countOf(user, top.id)).toBe(2);
  });

  it('moves with its subfolders, and their paths follow', async () => {
    const from = await make('From');
    const to = await make('To');
    const child = await make('Child', from.id);
    const grandchild = await make('Grandchild', child.id);
    const moved = await move(child, { parentId: to.id });
    expect(moved.data).toMatchObject({ parentId: to.id, version: child.version + 1 });
    expect(await pathOf(grandchild.id)).toBe(`/${to.id}/${child.id}/${grandchild.id}/`);
    const top = await move(moved.data, { parentId: null });
    expect(top.data.parentId).toBeNull();
    expect(await pathOf(grandchild.id)).toBe(`/${child.id}/${grandchild.id}/`);
  });

  it('can’t be moved into itself or a subfolder, even by two people at once', async () => {
    const one = await make('One');
    const two = await make('Two');
    const child = await make('Child of one', one.id);
    expect((await move(one, { parentId: one.id })).failure.code).toBe('intoItself');
    expect((await move(one, { parentId: child.id })).failure.code).toBe('intoItself');
    const both = await Promise.all([move(one, { parentId: two.id }), move(two, { parentId: one.id })]);
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
    const paths = await Promise.all([pathOf(one.id), pathOf(two.id)]);
    expect(paths.every((path) => path.split('/').length <= 4)).toBe(true);
  });

  it('stays within its library', async () => {
    const folder = await make('Homebody');
    const otherLibrary = await makeLibrary();
    const body = { name: 'Elsewhere', parentId: null };
    const other = await test.call(createFolder, { params: { id: otherLibrary }, body }, { as: editor });
    expect((await move(folder, { parentId: other.data.id })).failure.code).toBe('notFound');
    const nested = { name: 'Nested', parentId: folder.id };
    const crossed = await test.call(createFolder, { params: { id: otherLibrary }, body: nested }, { as: editor });
    expect(crossed.failure.code).toBe('notFound');
  });

  it('is offered in pickers together with those of other libraries', async () => {
    const top = await make('Chosen');
    const below = await make('Below the chosen', top.id);
    const { data } = await test.call(listFolderNames, {}, { as: editor });
    expect(data).toContainEqual({ id: below.id, libraryId, parentId: top.id, name: 'Below the chosen' });
  });

  it('is named to readers only if they can read something in it or created it', async () => {
    const top = await make('Top');
    const read = await make('Lecture notes', top.id);
    const secret = await make('Disciplinary cases', top.id);
    const given = { owner_id: editor.userId, library_id: libraryId };
    await insertTestResource(test.db, { ...given, title: 'open', folder_id: read.id, state: 'published' });
    await insertTestResource(test.db, { ...given, title: 'closed', folder_id: secret.id, state: 'draft' });
    const namesFor = async (as: Identity) => {
      const inPicker = (await test.call(listFolderNames, {}, { as })).data;
      return [await listed(as), inPicker].map((rows) => {
        const ids = new Set(rows.map((row) => row.id));
        return [top, read, secret].filter(({ id }) => ids.has(id)).map(({ name }) => name);
      });
    };
    const all = ['Top', 'Lecture notes', 'Disciplinary cases'];
    expect(await namesFor(editor)).toEqual([all, all]);
    expect(await namesFor(user)).toEqual([all.slice(0, 2), all.slice(0, 2)]);
    await test.db.updateTable('folders').set({ created_by: user.userId }).where('id', '=', secret.id).execute();
    expect(await namesFor(user)).toEqual([all, all]);
  });

  it('has a unique name among its siblings', async () => {
    const folder = await make('Name');
    await expect(make('NAME')).rejects.toThrow('422');
    const second = await make('Other name');
    expect((await move(second, { name: 'name' })).status).toBe(422);
    expect((await move(folder, { name: 'NAME' })).data.name).toBe('NAME');
    for (const name of ['..', 'a/b', 'a\\b', '', ' ']) await expect(make(name)).rejects.toThrow('422');
  });

  it('moves its content up when it is deleted', async () => {
    const top = await make('Above');
    const gone = await make('Same', top.id);
    const same = await make('Same', gone.id);
    await make('Same (2)', gone.id);
    const resourceId = await insertTestResource(test.db, {
      owner_id: editor.userId,
      library_id: libraryId,
      folder_id: gone.id,
      title: 'kept',
    });
    expect((await remove({ ...gone, version: 9 })).failure.code).toBe('changedMeanwhile');
    expect((await remove(gone)).status).toBe(204);
    const below = (await listed()).filter((row) => row.parentId === top.id);
    expect(below.map((row) => row.name).sort()).toEqual(['Same', 'Same (2)']);
    expect(await pathOf(same.id)).toBe(`/${top.id}/${same.id}/`);
    const row = await test.db
      .selectFrom('resources')
      .select('folder_id')
      .where('id', '=', resourceId)
      .executeTakeFirst();
    expect(row?.folder_id).toBe(top.id);
  });

  it('can’t be nested deeper than the limit, even by moving', async () => {
    const context = await test.context(editor);
    const names = Array.from({ length: 30 }, (_, index) => `level ${index}`);
    const ensure = (path: string) =>
      test.db
        .transaction()
        .execute((transaction) => service.ensureFolders(transaction, context, libraryId, null, path));
    const last = await ensure(names.join('/'));
    await expect(ensure([...names, 'one more'].join('/'))).rejects.toMatchObject({ code: 'tooDeep' });
    await expect(make('one more', last)).rejects.toThrow('422');
    const folder = await make('Mover');
    await make('Its child', folder.id);
    const parentId = (await listed()).find((row) => row.name === 'level 28')?.id;
    expect((await move(folder, { parentId })).failure.code).toBe('tooDeep');
  });
});

describe('permission to', () => {
  it('change folders belongs to library managers and their creators', async () => {
    const folder = await make('Editors only');
    await expect(make('No', null, user)).rejects.toThrow('403');
    expect((await move(folder, { name: 'Mine now' }, user)).failure.code).toBe('libraryForbidden');
    await test.call(
      updateLibrary,
      { params: { id: libraryId }, body: { contributors: 'everyone', version: 1 } },
      { as: test.admin },
    );
    const own = await make('By a user', null, user);
    expect((await move(own, { name: 'Renamed by its maker' }, user)).status).toBe(200);
    expect((await move(folder, { name: 'Still not' }, user)).failure.code).toBe('libraryForbidden');
    expect((await remove(folder, user)).failure.code).toBe('libraryForbidden');
  });

  it('see folders in someone else’s personal library belongs to no one', async () => {
    const context = await test.context(user);
    const own = await service.personalLibraryOf(test.db, user.userId);
    const body = { name: 'Private', parentId: null };
    const made = await test.call(createFolder, { params: { id: own }, body }, { as: user });
    expect(made.status).toBe(201);
    expect((await move(made.data, { name: 'Seen' })).failure.code).toBe('notFound');
    expect((await remove(made.data)).failure.code).toBe('notFound');
    expect((await test.call(listFolders, { params: { id: own } }, { as: editor })).failure.code).toBe('notFound');
    const names = async (as: Identity, ids?: string) =>
      (await test.call(listFolderNames, { query: ids ? { ids } : {} }, { as })).data.map(({ name }) => name);
    expect(await names(user)).toContain('Private');
    expect(await names(editor, made.data.id)).not.toContain('Private');
    expect(await names(test.admin)).not.toContain('Private');
    expect(await names(test.admin, made.data.id)).toContain('Private');
    const into = { name: 'Into', parentId: null };
    const added = await test.call(createFolder, { params: { id: own }, body: into }, { as: editor });
    expect(added.failure.code).toBe('notFound');
    expect(context.principal.userId).toBe(user.userId);
  });
});

describe('the folders of a dropped folder', () => {
  const ensure = async (path: string, folderId: string | null = null) => {
    const context = await test.context(editor);
    return test.db
      .transaction()
      .execute((transaction) => service.ensureFolders(transaction, context, libraryId, folderId, path));
  };

  it('are created once, however many files bring them in parallel', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => ensure('第一学期/Week 2')));
    expect(new Set(ids).size).toBe(1);
    expect(await ensure('第一学期//WEEK 2/')).toBe(ids[0]);
    expect(await ensure('')).toBeNull();
  });

  it('never lead upwards and start at a folder of the library', async () => {
    await expect(ensure('../other')).rejects.toMatchObject({ code: 'invalidInput' });
    await expect(ensure('a/..\\b')).rejects.toMatchObject({ code: 'invalidInput' });
    await expect(ensure('a', randomUUID())).rejects.toMatchObject({ code: 'notFound' });
  });
});
