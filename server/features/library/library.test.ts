import {
  createLibrary,
  deleteLibrary,
  getMyStorage,
  listLibraries,
  updateLibrary,
} from '@lectern/contract/features/library.ts';
import { resourcePages } from '@lectern/contract/features/resource.ts';
import { listSubjects } from '@lectern/contract/features/subject.ts';
import { newSubject } from '@lectern/contract/features/subject-management.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertTestResource, schoolLibraryId } from '../../testing/insert-resource.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { LibraryService } from './library.service.ts';

let test: TestApp;
let collegeId: string;
let otherCollegeId: string;
let editor: Identity;
let user: Identity;
const pages = [...resourcePages];
const service = new LibraryService();

beforeAll(async () => {
  test = await startTestApp();
  const { organisation } = test.container.services;
  const context = await test.context(test.admin);
  collegeId = await organisation.createCollege(context, { code: 'A', name: 'Arts' });
  otherCollegeId = await organisation.createCollege(context, { code: 'B', name: 'Biology' });
  const departmentId = await organisation.createDepartment(context, { collegeId, code: 'A1', name: 'Music' });
  editor = await test.identity({ roleId: 3, pages, departmentId });
  user = await test.identity({ roleId: 4, pages, departmentId });
});
afterAll(() => test.close());

async function librariesOf(identity: Identity) {
  return (await test.call(listLibraries, {}, { as: identity })).data;
}

async function makeLibrary(name: string, college: string | null = null) {
  const kind = college ? ('college' as const) : ('school' as const);
  const made = await test.call(createLibrary, { body: { name, kind, collegeId: college } }, { as: test.admin });
  expect(made.status).toBe(201);
  return made.data;
}

describe('the list of libraries', () => {
  it('starts with the user’s own, which is created once on first use', async () => {
    const looks = await Promise.all([librariesOf(user), librariesOf(user), librariesOf(user)]);
    const own = looks.map((libraries) => libraries[0]);
    expect(own.map((library) => library?.owner?.id)).toEqual([user.userId, user.userId, user.userId]);
    expect(new Set(own.map((library) => library?.id)).size).toBe(1);
    expect(own[0]).toMatchObject({ kind: 'personal', mayAdd: true, mayManage: true, usedBytes: 0 });
    expect(own[0]?.resources).toEqual({ value: 0, exact: true });
  });

  it('shows other people’s personal libraries only to administrators who ask', async () => {
    await librariesOf(user);
    const isTheirs = (library: { owner: { id: string } | null }) => library.owner?.id === user.userId;
    expect((await librariesOf(test.admin)).some(isTheirs)).toBe(false);
    const [own] = await librariesOf(user);
    const byName = await test.call(listLibraries, { query: { person: user.account } }, { as: test.admin });
    expect(byName.data.some(isTheirs)).toBe(true);
    const byId = await test.call(listLibraries, { query: { ids: String(own?.id) } }, { as: test.admin });
    expect(byId.data.some(isTheirs)).toBe(true);
    for (const query of [{ person: user.account }, { ids: String(own?.id) }]) {
      const asked = await test.call(listLibraries, { query }, { as: editor });
      expect(asked.data.some(isTheirs)).toBe(false);
    }
  });

  it('shows each person’s rights: editors manage the school’s and their college’s, users their own', async () => {
    const ours = await makeLibrary('Arts library', collegeId);
    const theirs = await makeLibrary('Biology library', otherCollegeId);
    const rightsOf = async (identity: Identity) =>
      Object.fromEntries((await librariesOf(identity)).map((row) => [row.id, [row.mayAdd, row.mayManage]]));
    expect(await rightsOf(editor)).toMatchObject({
      [schoolLibraryId]: [true, true],
      [ours.id]: [true, true],
      [theirs.id]: [false, false],
    });
    expect(await rightsOf(user)).toMatchObject({ [schoolLibraryId]: [false, false], [ours.id]: [false, false] });
    const opened = await test.call(
      updateLibrary,
      { params: { id: ours.id }, body: { contributors: 'everyone', version: ours.version } },
      { as: editor },
    );
    expect(opened.data).toMatchObject({ contributors: 'everyone', version: 2 });
    expect((await rightsOf(user))[ours.id]).toEqual([true, false]);
  });

  it('counts bytes of all versions including Trash, and resources outside Trash', async () => {
    const library = await makeLibrary('Counted');
    const given = { owner_id: editor.userId, library_id: library.id };
    await insertTestResource(test.db, { ...given, title: 'one', size_bytes: 700 });
    await insertTestResource(test.db, { ...given, title: 'two', size_bytes: 300, state: 'trashed' });
    const found = (await librariesOf(editor)).find((row) => row.id === library.id);
    expect(found).toMatchObject({ usedBytes: 1000, resources: { value: 1, exact: true } });
    expect(await service.room(test.db, library.id)).toEqual({ quotaBytes: null, usedBytes: 1000 });
  });

  it('counts only what the viewer may read, and shows the size only to people who can upload', async () => {
    const library = await makeLibrary('Half hidden');
    const given = { owner_id: editor.userId, library_id: library.id };
    await insertTestResource(test.db, { ...given, title: 'for all', state: 'published', size_bytes: 10 });
    await insertTestResource(test.db, { ...given, title: 'a draft', state: 'draft', size_bytes: 20 });
    const seenBy = async (identity: Identity) => (await librariesOf(identity)).find((row) => row.id === library.id);
    expect(await seenBy(editor)).toMatchObject({ resources: { value: 2, exact: true }, usedBytes: 30 });
    expect(await seenBy(user)).toMatchObject({ resources: { value: 1, exact: true }, usedBytes: null });
  });
});

describe('a library', () => {
  it('is created and deleted by administrators only, and deleted only when empty', async () => {
    const refused = await test.call(createLibrary, { body: { name: 'Mine', kind: 'school' } }, { as: editor });
    expect(refused.failure.code).toBe('abilityMissing');
    const library = await makeLibrary('Short-lived');
    const resourceId = await insertTestResource(test.db, {
      owner_id: user.userId,
      title: 'in the way',
      state: 'trashed',
      library_id: library.id,
    });
    const remove = () => test.call(deleteLibrary, { params: { id: library.id } }, { as: test.admin });
    expect((await remove()).failure.code).toBe('libraryNotEmpty');
    await test.db.updateTable('resources').set({ library_id: schoolLibraryId }).where('id', '=', resourceId).execute();
    expect((await remove()).status).toBe(204);
    expect((await remove()).failure.code).toBe('notFound');
  });

  it('of a college needs that college and a unique name', async () => {
    const call = (body: { name: string; kind: 'school' | 'college'; collegeId?: string }) =>
      test.call(createLibrary, { body }, { as: test.admin });
    expect((await call({ name: 'x', kind: 'college' })).status).toBe(422);
    expect((await call({ name: 'x', kind: 'school', collegeId })).status).toBe(422);
    expect((await call({ name: 'x', kind: 'college', collegeId: user.userId })).status).toBe(422);
    await makeLibrary('Only once');
    expect((await call({ name: 'ONLY once', kind: 'school' })).status).toBe(422);
  });

  it('lets only administrators change its quota, and no one its owner', async () => {
    const [own] = await librariesOf(user);
    const call = (body: Record<string, unknown>, as: Identity) =>
      test.call(updateLibrary, { params: { id: String(own?.id) }, body: { version: 1, ...body } }, { as });
    expect((await call({ quotaBytes: 1 }, user)).failure.code).toBe('abilityMissing');
    for (const field of ['ownerId', 'owner_id', 'kind', 'usedBytes', 'id']) {
      expect((await call({ [field]: editor.userId }, user)).status).toBe(422);
    }
    expect((await call({ name: 'Taken over' }, editor)).failure.code).toBe('notFound');
    expect((await call({ quotaBytes: 5_000 }, test.admin)).data).toMatchObject({ quotaBytes: 5_000, version: 2 });
    expect((await call({ name: 'Too late' }, user)).failure.code).toBe('changedMeanwhile');
  });
});

describe('an upload target', () => {
  it('must be one the person can upload to', async () => {
    const principalOf = async (identity: Identity) => (await test.context(identity)).principal;
    const require = async (identity: Identity, libraryId: string, folderId: string | null = null) =>
      service.requirePlace(test.db, await principalOf(identity), { libraryId, folderId });
    expect(await require(editor, schoolLibraryId)).toMatchObject({
      kind: 'school',
      defaults: { visibility: 'campus' },
    });
    await expect(require(user, schoolLibraryId)).rejects.toMatchObject({ code: 'libraryForbidden' });
    const own = await service.personalLibraryOf(test.db, user.userId);
    await expect(require(user, own)).resolves.toMatchObject({ kind: 'personal' });
    await expect(require(editor, own)).rejects.toMatchObject({ code: 'notFound' });
    await expect(require(user, own, user.userId)).rejects.toMatchObject({ code: 'notFound' });
  });
});

describe('personal storage', () => {
  it('sums one’s own resources by kind', async () => {
    const person = await test.identity({ roleId: 4, pages });
    const given = { owner_id: person.userId, state: 'draft' };
    await insertTestResource(test.db, { ...given, title: 'a', size_bytes: 10 });
    await insertTestResource(test.db, { ...given, title: 'b', size_bytes: 5, kind: 'video' });
    await insertTestResource(test.db, { ...given, title: 'c', size_bytes: 9, state: 'purged' });
    const { data } = await test.call(getMyStorage, {}, { as: person });
    expect(data.byKind).toEqual([
      { kind: 'document', resources: 1, bytes: 10 },
      { kind: 'video', resources: 1, bytes: 5 },
    ]);
  });
});

it('lists subjects to choose from with their parents', async () => {
  const context = await test.context(test.admin);
  const { subjects } = test.container.services;
  const { id: parentId } = await subjects.create(context, newSubject.parse({ code: 'M', name: 'Mathematics' }));
  const { id } = await subjects.create(context, newSubject.parse({ code: 'M1', name: 'Algebra', parentId }));
  const { data } = await test.call(listSubjects, {}, { as: user });
  expect(data).toEqual([
    { id, code: 'M1', name: 'Algebra', parentId },
    { id: parentId, code: 'M', name: 'Mathematics', parentId: null },
  ]);
});
