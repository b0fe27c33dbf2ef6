import { Readable } from 'node:stream';
import { getResource, moveResource, updateResource } from '@lectern/contract/features/resource.ts';
import {
  addNote,
  deleteNote,
  describeVersion,
  listNotes,
  listResourceActivity,
  listUses,
  listVersions,
  restoreVersion,
  revertResourceActivity,
  takeResourceLock,
  updateNote,
} from '@lectern/contract/features/resource-detail.ts';
import { loadPageData } from '@lectern/contract/page-data.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/new-id.ts';
import { insertFile } from '../../platform/storage/file-rows.ts';
import { removeFiles } from '../../platform/storage/remove-files.ts';
import { buildCampus } from '../../testing/campus.ts';
import { makeResource, makeStaff, resourceRowOf, type Staff, versionOf } from '../../testing/resource-rig.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let staff: Staff;
beforeAll(async () => {
  test = await startTestApp();
  staff = await makeStaff(test, await buildCampus(test));
});
afterAll(() => test.close());

const get = (id: string, as = test.admin) => test.call(getResource, { params: { id } }, { as });

describe('one resource', () => {
  it('looks the same as a missing one to people who can’t read it', async () => {
    const { id } = await makeResource(test, { owner: staff.otherEditor, state: 'ready' });
    const hidden = await get(id, staff.owner);
    const invented = await get(newId(), staff.owner);
    expect(hidden.failure).toMatchObject({ status: 404, message: invented.message });
    const body = { title: 'Mine', version: 1 };
    expect((await test.call(updateResource, { params: { id }, body }, { as: staff.owner })).status).toBe(404);
    for (const call of [listVersions, listNotes, listUses, listResourceActivity]) {
      expect([call.id, (await test.call(call, { params: { id } }, { as: staff.owner })).status]).toEqual([
        call.id,
        404,
      ]);
    }
  });

  it('is readable but not editable once it is published', async () => {
    const { id } = await makeResource(test, { owner: staff.otherEditor, state: 'published' });
    const seen = await get(id, staff.owner);
    expect(seen.data).toMatchObject({ id, mayEdit: false, moves: [], inScope: false });
    const body = { title: 'Mine', version: 1 };
    expect((await test.call(updateResource, { params: { id }, body }, { as: staff.owner })).status).toBe(403);
  });

  it('opens from every page that lists resources, read-only from favourites, columns and machine work', async () => {
    const { id } = await makeResource(test, { owner: staff.otherEditor, state: 'published' });
    const url = (route: string) => ({ route, url: `/app/resource/info/detail/${id}` });
    const seen: [string, number, number, boolean][] = [];
    const pages = ['resource/info', 'resource/library', 'resource/column', 'home/my', 'home/collect'];
    for (const page of [...pages, 'data/convert', 'handle/img', 'handle/asr']) {
      const person = await test.identity({ roleId: 4, pages: [`/app/${page}`] });
      const { id: own } = await makeResource(test, { owner: person });
      const data = await test.call(loadPageData, { query: url('resource.document') }, { as: person });
      expect(data.data.calls.map((call) => call.status)).toEqual([200, 200, 200]);
      for (const call of [listVersions, listNotes, listUses, listResourceActivity]) {
        expect((await test.call(call, { params: { id } }, { as: person })).status).toBe(200);
      }
      const body = { title: 'Changed', version: await versionOf(test, own) };
      const changed = await test.call(updateResource, { params: { id: own }, body }, { as: person });
      const { mayEdit } = (await get(own, person)).data;
      seen.push([page, (await get(id, person)).status, changed.status, mayEdit]);
    }
    expect(seen).toEqual([
      ['resource/info', 200, 200, true],
      ['resource/library', 200, 200, true],
      ['resource/column', 200, 403, false],
      ['home/my', 200, 200, true],
      ['home/collect', 200, 403, false],
      ['data/convert', 200, 403, false],
      ['handle/img', 200, 403, false],
      ['handle/asr', 200, 403, false],
    ]);
    const nobody = await test.identity({ roleId: 4, pages: ['/app/data/accessStat'] });
    expect((await get(id, nobody)).failure.code).toBe('pageForbidden');
    const data = await test.call(loadPageData, { query: url('resource.document') }, { as: nobody });
    expect(data.failure.code).toBe('pageForbidden');
  });

  it('accepts changes to editable fields only', async () => {
    const { id } = await makeResource(test, { owner: staff.owner });
    const before = await resourceRowOf(test, id);
    const smuggled = [
      { ownerId: staff.stranger.userId },
      { owner_id: staff.stranger.userId },
      { state: 'published' },
      { departmentId: null },
      { libraryId: newId() },
      { versionId: newId() },
      { id: newId() },
      { createdAt: '2001-01-01T00:00:00Z' },
    ];
    for (const extra of smuggled) {
      const body = { title: 'New', version: 1, ...extra } as never;
      expect((await test.call(updateResource, { params: { id }, body }, { as: staff.owner })).status).toBe(422);
    }
    expect(await resourceRowOf(test, id)).toEqual(before);
    const body = {
      title: 'New',
      description: 'Text',
      language: 'zh',
      year: 2020,
      licenceUntil: '2030-02-28',
      version: 1,
    } as const;
    const { data } = await test.call(updateResource, { params: { id }, body }, { as: staff.owner });
    expect(data).toMatchObject({ ...body, version: 2 });
  });

  it('refuses missing tags and subjects', async () => {
    const { id } = await makeResource(test, { owner: staff.owner });
    for (const wrong of [{ tagIds: [newId()] }, { subjectId: newId() }]) {
      const body = { ...wrong, version: 1 };
      expect((await test.call(updateResource, { params: { id }, body }, { as: staff.owner })).status).toBe(422);
    }
  });

  it('can’t be edited in Trash', async () => {
    const { id } = await makeResource(test, { owner: staff.owner, state: 'trashed' });
    const body = { title: 'New', version: 1 };
    const { failure } = await test.call(updateResource, { params: { id }, body }, { as: staff.owner });
    expect(failure).toMatchObject({ status: 409, code: 'inTrash' });
  });

  it('records who changed what and reverts to it', async () => {
    const { id } = await makeResource(test, { owner: staff.owner, title: 'First' });
    const body = { title: 'Second', author: 'Ada', version: 1 };
    await test.call(updateResource, { params: { id }, body }, { as: staff.owner });
    const { data } = await test.call(listResourceActivity, { params: { id } }, { as: staff.editor });
    const [entry] = data.rows;
    expect(entry).toMatchObject({
      action: 'resource.updated',
      actor: { id: staff.owner.userId },
      before: { title: 'First', author: '' },
      after: { title: 'Second', author: 'Ada' },
      revertable: ['title', 'author'],
    });
    const revert = { params: { id, activityId: Number(entry?.id) }, body: { version: 2 } };
    expect((await test.call(revertResourceActivity, revert, { as: staff.editor })).status).toBe(204);
    expect(await resourceRowOf(test, id)).toMatchObject({ title: 'First', author: '' });
  });

  it('shows who is editing, to people who can edit', async () => {
    const { id } = await makeResource(test, { owner: staff.owner, state: 'published' });
    const lock = (as = staff.owner) =>
      test.call(takeResourceLock, { params: { id }, body: { window: newId() } }, { as });
    expect((await lock()).data).toMatchObject({ holder: { id: staff.owner.userId }, own: true });
    expect((await lock(staff.editor)).data).toMatchObject({ holder: { id: staff.owner.userId }, own: false });
    expect((await lock(staff.stranger)).status).toBe(403);
  });
});

/** Adds a version the way uploads do. */
async function replace(resourceId: string, content: string, as = staff.owner): Promise<string> {
  const { intake, fileStore } = test.container.services;
  const stored = await fileStore.write(Readable.from([content]));
  const fileId = newId();
  const context = await test.context(as);
  return test.db.transaction().execute(async (transaction) => {
    const file = { ...stored, name: `${content}.pdf`, contentType: 'application/pdf' };
    await insertFile(transaction, { ...file, id: fileId, createdBy: as.userId });
    const given = { fileId, file, kind: 'document', format: 'pdf' } as const;
    return (await intake.replace(transaction, context, resourceId, given)).versionId;
  });
}

async function worked(resourceId: string, versionId: string, { hasFailed }: { hasFailed: boolean }): Promise<void> {
  const { intake } = test.container.services;
  await test.db
    .transaction()
    .execute((transaction) => intake.worked(transaction, { resourceId, versionId, isOver: true, hasFailed }));
}

describe('versions', () => {
  it('are kept when the file is replaced, and each can be restored as a new one', async () => {
    const { id, versionId, sha256 } = await makeResource(test, {
      owner: staff.owner,
      state: 'published',
      content: 'one',
    });
    await replace(id, 'two');
    expect(await resourceRowOf(test, id)).toMatchObject({
      state: 'published',
      version_number: 2,
      file_name: 'two.pdf',
    });
    const restored = await test.call(
      restoreVersion,
      { params: { id, versionId }, body: { version: await versionOf(test, id) } },
      { as: staff.owner },
    );
    expect(restored.data).toMatchObject({ number: 3, fromNumber: 1, current: true, sha256 });
    const { data } = await test.call(listVersions, { params: { id } }, { as: staff.stranger });
    expect(data.map((version) => [version.number, version.current])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ]);
    expect((await get(id)).data.current).toMatchObject({ number: 3, sha256 });
  });

  it('run unfinished steps again', async () => {
    for (const state of ['draft', 'ready', 'rejected'] as const) {
      const { id } = await makeResource(test, { owner: staff.owner, state });
      const versionId = await replace(id, `new of ${state}`);
      expect((await resourceRowOf(test, id)).state).toBe('processing');
      const { intake } = test.container.services;
      await test.db
        .transaction()
        .execute((transaction) => intake.inspected(transaction, versionId, { pageCount: 7, facts: { pages: 7 } }));
      expect(await resourceRowOf(test, id)).toMatchObject({ state: 'processing', page_count: 7 });
      await worked(id, versionId, { hasFailed: false });
      expect(await resourceRowOf(test, id)).toMatchObject({ state: 'ready', page_count: 7, work_failed: false });
    }
  });

  it('are ready even if processing failed, and say so', async () => {
    const { id, versionId } = await makeResource(test, { owner: staff.owner, state: 'processing' });
    const { intake } = test.container.services;
    await test.db
      .transaction()
      .execute((transaction) => intake.inspected(transaction, versionId, { failed: 'It is damaged.' }));
    await worked(id, versionId, { hasFailed: true });
    expect(await resourceRowOf(test, id)).toMatchObject({ state: 'ready', work_failed: true });
    const { data } = await test.call(listVersions, { params: { id } }, { as: staff.owner });
    expect(data[0]?.facts).toEqual({ failed: 'It is damaged.' });
  });

  it('keep one thumbnail, the latest', async () => {
    const { id, versionId } = await makeResource(test, { owner: staff.owner, state: 'processing' });
    const { intake, fileStore } = test.container.services;
    const look = async (picture: string) => {
      const stored = await fileStore.write(Readable.from([picture]));
      const thumbnailFileId = newId();
      const file = { ...stored, id: thumbnailFileId, name: 'small.webp', contentType: 'image/webp', createdBy: null };
      await test.db.transaction().execute(async (transaction) => {
        await insertFile(transaction, file);
        await intake.inspected(transaction, versionId, { facts: {}, thumbnailFileId });
      });
      return stored.storeKey;
    };
    const [first, second] = [await look('first'), await look('second')];
    await removeFiles(test.db, fileStore);
    expect([await fileStore.sizeOf(first), await fileStore.sizeOf(second)]).toEqual([null, 6]);
    const { rows } = await sql<{ store_key: string }>`select files.store_key from renditions
      join files on files.id = file_id join resources on thumbnail_id = renditions.id
      where resources.id = ${id}`.execute(test.db);
    expect(rows).toEqual([{ store_key: second }]);
  });

  it('don’t change the resource when they finish processing after they were replaced', async () => {
    const { id, versionId } = await makeResource(test, { owner: staff.owner, state: 'processing' });
    await replace(id, 'newer');
    const { intake } = test.container.services;
    await test.db
      .transaction()
      .execute((transaction) => intake.inspected(transaction, versionId, { pageCount: 3, facts: {} }));
    expect(await resourceRowOf(test, id)).toMatchObject({ state: 'processing', page_count: null });
  });

  it('have one kind and are added by editors only', async () => {
    const video = await makeResource(test, { owner: staff.owner, kind: 'video' });
    await expect(replace(video.id, 'text')).rejects.toMatchObject({ code: 'otherKind' });
    const { id } = await makeResource(test, { owner: staff.owner, state: 'published' });
    await expect(replace(id, 'mine', staff.stranger)).rejects.toMatchObject({ code: 'notYours' });
  });

  it('have a note about what changed', async () => {
    const { id, versionId } = await makeResource(test, { owner: staff.owner, state: 'published' });
    const request = { params: { id, versionId }, body: { note: 'Better scan' } };
    expect((await test.call(describeVersion, request, { as: staff.stranger })).status).toBe(403);
    expect((await test.call(describeVersion, request, { as: staff.owner })).data.note).toBe('Better scan');
  });
});

describe('a part of a resource', () => {
  it('isn’t found under another resource', async () => {
    const [mine, other] = [await makeResource(test, { owner: staff.owner }), await makeResource(test)];
    const note = await test.call(addNote, { params: { id: mine.id }, body: { text: 'Mine' } }, { as: staff.owner });
    const version = { params: { id: other.id, versionId: mine.versionId } };
    const wrongNote = { params: { id: other.id, noteId: note.data.id } };
    const body = { version: 1 };
    expect((await test.call(restoreVersion, { ...version, body }, { as: test.admin })).status).toBe(404);
    expect((await test.call(describeVersion, { ...version, body: { note: 'x' } }, { as: test.admin })).status).toBe(
      404,
    );
    expect((await test.call(updateNote, { ...wrongNote, body: { resolved: true } }, { as: test.admin })).status).toBe(
      404,
    );
    expect((await test.call(deleteNote, wrongNote, { as: test.admin })).status).toBe(404);
  });
});

describe('notes', () => {
  it('are added by readers, edited by their author and resolved by editors of the resource', async () => {
    const { id } = await makeResource(test, { owner: staff.owner, state: 'published' });
    const note = { text: 'A typo', page: 3 };
    const added = await test.call(addNote, { params: { id }, body: note }, { as: staff.stranger });
    expect(added.data).toMatchObject({ ...note, own: true, resolvedAt: null });
    const params = { id, noteId: added.data.id };
    const rewrite = { params, body: { text: 'Mine' } };
    expect((await test.call(updateNote, rewrite, { as: staff.editor })).status).toBe(403);
    expect((await test.call(updateNote, { params, body: {} }, { as: staff.editor })).http).toBe(200);
    const settled = await test.call(updateNote, { params, body: { resolved: true } }, { as: staff.editor });
    expect(settled.data.resolvedAt).not.toBeNull();
    expect((await test.call(deleteNote, { params }, { as: staff.editor })).status).toBe(403);
    expect((await test.call(deleteNote, { params }, { as: staff.stranger })).status).toBe(204);
    expect((await test.call(listNotes, { params: { id } }, { as: staff.owner })).data).toEqual([]);
  });
});

describe('permanent deletion', () => {
  const purge = async (id: string, confirm: string) =>
    test.call(
      moveResource,
      { params: { id }, body: { move: 'purge', confirm, version: await versionOf(test, id) } },
      { as: test.admin },
    );

  it('needs the title, deletes the files of all versions and leaves a record', async () => {
    const { fileStore } = test.container.services;
    const { id, storeKey } = await makeResource(test, {
      owner: staff.owner,
      title: 'Old tape',
      description: 'private',
    });
    await replace(id, 'second tape');
    await test.call(addNote, { params: { id }, body: { text: 'Keep?' } }, { as: staff.owner });
    const { rows: files } = await sql<{ store_key: string }>`
      select store_key from files where id in (select file_id from resource_versions where resource_id = ${id})`.execute(
      test.db,
    );
    expect(files.length).toBe(2);
    const trash = { move: 'trash' as const, version: await versionOf(test, id) };
    await test.call(moveResource, { params: { id }, body: trash }, { as: staff.owner });
    expect((await purge(id, 'old tape')).status).toBe(422);
    expect(await fileStore.sizeOf(storeKey)).not.toBeNull();
    expect(await purge(id, 'Old tape')).toMatchObject({ status: 200, data: null });
    for (const file of files) expect(await fileStore.sizeOf(file.store_key)).toBeNull();
    expect(await resourceRowOf(test, id)).toMatchObject({
      state: 'purged',
      title: 'Old tape',
      description: '',
      version_id: null,
    });
    for (const table of ['resource_versions', 'resource_notes'] as const) {
      const left = await test.db.selectFrom(table).select('id').where('resource_id', '=', id).execute();
      expect(left).toEqual([]);
    }
    expect((await get(id)).failure).toMatchObject({ status: 410, code: 'gone' });
    expect((await get(id, staff.owner)).status).toBe(410);
    expect((await get(id, staff.stranger)).status).toBe(404);
  });

  it('keeps files that a copy still uses', async () => {
    const { fileStore, actions } = test.container.services;
    const { id, storeKey } = await makeResource(test, { owner: staff.owner, state: 'ready', title: 'Shared' });
    const copy = actions.find((action) => action.list === 'resource' && action.id === 'copy');
    const actor = await test.context(test.admin);
    const { library_id: libraryId } = await resourceRowOf(test, id);
    const outcome = await test.db
      .transaction()
      .execute(async (transaction) => copy?.apply(transaction, id, { libraryId, folderId: null }, actor, undefined));
    if (outcome?.state !== 'done') throw new Error('It was not copied');
    const { copyId } = outcome.before as { copyId: string };
    for (const [one, isLeft] of [
      [id, true],
      [copyId, false],
    ] as const) {
      const trash = { move: 'trash' as const, version: await versionOf(test, one) };
      await test.call(moveResource, { params: { id: one }, body: trash }, { as: test.admin });
      expect((await purge(one, 'Shared')).status).toBe(200);
      expect((await fileStore.sizeOf(storeKey)) !== null).toBe(isLeft);
    }
  });
});
