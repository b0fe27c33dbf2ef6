import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { updateSettings } from '@lectern/contract/features/settings.ts';
import { announceUploads, listUploads, settleDuplicate } from '@lectern/contract/features/upload.ts';
import { errors } from '@lectern/contract/messages/en/errors.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { schoolLibrary, UploadClient } from '../../testing/upload-client.ts';
import { runChecks } from '../verify/run-checks.ts';

let test: TestApp;
let client: UploadClient;

beforeAll(async () => {
  test = await startTestApp();
  client = new UploadClient(test);
});
afterAll(() => test.close());

/** Unique with every call, so that no two files are duplicates by accident. */
const text = (size = 200) => Buffer.from(`# Notes\n${randomBytes(size).toString('hex')}`.slice(0, size));
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

async function storedFiles(): Promise<string[]> {
  const entries = await readdir(path.join(test.dataDir, 'files'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

async function uploadRow(id: string) {
  return test.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

async function resourceOf(id: string) {
  const { resource_id: resourceId } = await uploadRow(id);
  return test.db.selectFrom('resources').selectAll().where('id', '=', String(resourceId)).executeTakeFirstOrThrow();
}

describe('an upload', () => {
  it('becomes a resource with the same bytes in its original folders', async () => {
    const bytes = text();
    const done = await client.upload('Lecture 1.md', bytes, { relativePath: 'term 1/第二周' });
    expect(done).toMatchObject({ http: 204, offset: bytes.length, state: 'done' });
    const resource = await resourceOf(done.id);
    expect(resource).toMatchObject({ title: 'Lecture 1', format: 'md', kind: 'document', state: 'processing' });
    expect(resource.sha256).toEqual(sha256(bytes));
    const folders = await test.db.selectFrom('folders').select(['id', 'name']).orderBy('path').execute();
    expect(folders.map((folder) => folder.name)).toEqual(['term 1', '第二周']);
    expect(resource.folder_id).toBe(folders[1]?.id);
    const jobs = await test.db
      .selectFrom('jobs')
      .select(['version_id', 'resource_id'])
      .where('kind', '=', 'inspect')
      .execute();
    expect(jobs).toContainEqual({
      version_id: resource.version_id,
      resource_id: resource.id,
    });
  });

  it('accepts chunks of any size and reports its offset', async () => {
    const bytes = text(5_000);
    const { id } = await client.announce('pieces.txt', bytes.length);
    let offset = 0;
    for (const size of [1, 999, 0, 3_000, 1_000]) {
      expect(await client.offset(id)).toEqual({ http: 200, offset, length: 5_000 });
      const answer = await client.patch(id, offset, bytes.subarray(offset, offset + size));
      expect(answer).toMatchObject({ http: 204, offset: offset + size });
      offset += size;
    }
    expect((await resourceOf(id)).sha256).toEqual(sha256(bytes));
    expect(await client.offset(id)).toEqual({ http: 200, offset: 5_000, length: 5_000 });
  });

  it('resumes only at its end and never exceeds its length', async () => {
    const bytes = text(1_000);
    const { id } = await client.announce('offsets.txt', bytes.length);
    await client.patch(id, 0, bytes.subarray(0, 400));
    expect(await client.patch(id, 0, bytes)).toMatchObject({ http: 409, code: 'offsetDiffers' });
    expect(await client.patch(id, 500, bytes.subarray(500))).toMatchObject({ http: 409, code: 'offsetDiffers' });
    expect(await client.patch(id, 400, Buffer.alloc(601, 'x'))).toMatchObject({ http: 413, code: 'tooLarge' });
    expect((await client.offset(id)).offset).toBe(400);
    expect(await client.patch(id, 400, bytes.subarray(400))).toMatchObject({ http: 204, state: 'done' });
    expect((await resourceOf(id)).sha256).toEqual(sha256(bytes));
  });

  it('speaks tus 1.0 only', async () => {
    const { id } = await client.announce('tus.txt', 10);
    const url = `/api/uploads/${id}/content`;
    const authorization = `Bearer ${test.admin.token}`;
    const old = { authorization, 'tus-resumable': '0.2.2', 'content-type': 'application/offset+octet-stream' };
    const answer = await test.app.inject({ method: 'PATCH', url, headers: old, body: 'x' });
    expect([answer.statusCode, answer.headers['tus-version']]).toEqual([412, '1.0.0']);
    const form = { ...client.headers(), 'content-type': 'multipart/form-data; boundary=x', 'upload-offset': '0' };
    expect((await test.app.inject({ method: 'PATCH', url, headers: form, body: '--x--' })).statusCode).toBe(415);
  });

  it('is visible to its owner only', async () => {
    const { id } = await client.announce('mine.txt', 10);
    const other = new UploadClient(test, await test.identity({ roleId: 1 }));
    expect((await other.offset(id)).http).toBe(404);
    expect((await other.patch(id, 0, Buffer.from('0123456789'))).http).toBe(404);
    expect(await other.cancel(id)).toBe(404);
    expect((await client.offset(id)).offset).toBe(0);
  });

  it('leaves nothing when cancelled', async () => {
    const before = await storedFiles();
    const { id } = await client.announce('cancelled.txt', 1_000);
    await client.patch(id, 0, text(600));
    expect(await client.cancel(id)).toBe(204);
    expect(await storedFiles()).toEqual(before);
    expect((await client.patch(id, 600, text(400))).http).toBe(410);
    expect((await client.offset(id)).http).toBe(410);
    expect((await uploadRow(id)).state).toBe('cancelled');
  });

  it('is found again by the same announcement, and restarts after a refusal', async () => {
    const id = randomUUID();
    const bytes = text(50);
    await client.announce('again.txt', 50, { id });
    await client.patch(id, 0, bytes.subarray(0, 20));
    expect(await client.announce('again.txt', 50, { id })).toMatchObject({ state: 'receiving', offsetBytes: 20 });
    const refused = randomUUID();
    expect((await client.announce('again.exe', 5, { id: refused })).state).toBe('refused');
    expect((await client.announce('again.txt', 5, { id: refused })).state).toBe('receiving');
  });

  it('reports its result to the owner’s windows', async () => {
    const { id } = await client.upload('event.txt', text());
    const events = await test.db.selectFrom('events').select(['payload', 'user_id']).execute();
    const told = events.filter((event) => JSON.stringify(event.payload).includes(id));
    expect(told).toEqual([
      {
        user_id: test.admin.userId,
        payload: { topic: 'upload', upload: expect.objectContaining({ id, state: 'done' }) },
      },
    ]);
  });
});

describe('a refused file', () => {
  it.each([
    ['before it is sent, by its name', 'program.exe', 10, 'kindRefused'],
    ['when it is empty', 'empty.pdf', 0, 'fileEmpty'],
    ['when it is larger than the platform takes', 'large.mp4', 11 * 1024 ** 3, 'tooLarge'],
    ['when its name leads elsewhere', '../../etc/passwd.txt', 10, 'fileNameRefused'],
    ['when its name has control characters', 'a\r\nb.txt', 10, 'fileNameRefused'],
  ])('%s', async (_, name, size, code) => {
    const row = await client.announce(name, size);
    expect(row.state).toBe('refused');
    expect(row.reason).toBeTruthy();
    expect((await uploadRow(row.id)).refusal).toMatchObject({ code });
  });

  it.each([
    ['lecture.mp4', '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n', 'contentDiffers'],
    ['picture.png', 'push graphic-context\nviewbox 0 0 1 1\nimage over 0,0 0,0 "/etc/passwd"', 'contentDiffers'],
    ['paper.pdf', '\x7fELF\x02\x01\x01', 'kindRefused'],
    ['slides.pptx', 'PK\x03\x04 broken', 'fileDamaged'],
  ])('is detected by content: %s', async (name, content, code) => {
    const before = await storedFiles();
    const bytes = Buffer.from(content, 'latin1');
    const { id } = await client.announce(name, bytes.length);
    const answer = await client.patch(id, 0, bytes);
    expect([415, 422]).toContain(answer.http);
    expect(answer.code).toBe(code);
    expect(await storedFiles()).toEqual(before);
    expect(await uploadRow(id)).toMatchObject({ state: 'refused', resource_id: null });
    expect((await client.patch(id, bytes.length, Buffer.alloc(0))).code).toBe(code);
  });

  it('is stored under its real type if only its name is wrong', async () => {
    const done = await client.upload('picture.pdf', Buffer.concat([pixel, randomBytes(8)]));
    expect(done.state).toBe('done');
    expect(await resourceOf(done.id)).toMatchObject({ kind: 'image', format: 'gif', content_type: 'image/gif' });
  });
});

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

describe('storage', () => {
  it('is reserved on announcement, released on cancel and checked again at the end', async () => {
    const owner = await test.identity({ roleId: 4, pages: ['/app/home/my'] });
    const library = await personalLibrary(owner, 1_000);
    const own = new UploadClient(test, owner);
    const first = await own.announce('a.txt', 600, { libraryId: library });
    const second = await own.announce('b.txt', 600, { libraryId: library });
    expect([first.state, second.state]).toEqual(['receiving', 'refused']);
    expect(second.reason).toContain('400 B');
    await own.cancel(first.id);
    const third = await own.announce('b.txt', 600, { libraryId: library });
    expect(third.state).toBe('receiving');
    await test.db.updateTable('libraries').set({ quota_bytes: 100 }).where('id', '=', library).execute();
    expect(await own.patch(third.id, 0, text(600))).toMatchObject({ http: 413, code: 'libraryFull' });
  });

  it('is never promised twice to parallel uploads', async () => {
    const owner = await test.identity({ roleId: 4, pages: ['/app/home/my'] });
    const library = await personalLibrary(owner, 1_000);
    const own = new UploadClient(test, owner);
    const names = Array.from({ length: 8 }, (_, index) => `${index}.txt`);
    const rows = await Promise.all(names.map((name) => own.announce(name, 400, { libraryId: library })));
    expect(rows.filter((row) => row.state === 'receiving')).toHaveLength(2);
  });

  it('for a new version is checked where the resource is, not where it was announced', async () => {
    const owner = await test.identity({ roleId: 2 });
    const full = await personalLibrary(owner, 1_000);
    const own = new UploadClient(test, owner);
    const first = await own.upload('v1.txt', text(600), { libraryId: full });
    const { id } = await resourceOf(first.id);
    const second = await own.upload('v2.txt', text(600), { libraryId: schoolLibrary, replacesId: id });
    expect(second).toMatchObject({ http: 413, code: 'libraryFull' });
    expect(await resourceOf(first.id)).toMatchObject({ version_number: 1 });
    expect((await own.upload('v3.txt', text(300), { libraryId: schoolLibrary, replacesId: id })).state).toBe('done');
  });

  it('in someone else’s library can’t be used', async () => {
    const owner = await test.identity({ roleId: 4, pages: ['/app/home/my'] });
    const other = new UploadClient(test, await test.identity({ roleId: 4, pages: ['/app/home/my'] }));
    const library = await personalLibrary(owner, 1_000);
    await expect(other.announce('a.txt', 10, { libraryId: library })).rejects.toThrow(/404|403/);
    await expect(other.announce('a.txt', 10, { libraryId: schoolLibrary })).rejects.toThrow(/403/);
  });

  it('is limited by the platform’s maximum file size', async () => {
    const change = { settings: { maxFileBytes: 1024 ** 2 }, version: 0 };
    await test.call(updateSettings, { body: change }, { as: test.admin });
    expect((await client.announce('two-megabytes.mp4', 2 * 1024 ** 2)).state).toBe('refused');
    await test.call(
      updateSettings,
      { body: { settings: { maxFileBytes: 10 * 1024 ** 3 }, version: 1 } },
      { as: test.admin },
    );
    expect((await client.announce('two-megabytes.mp4', 2 * 1024 ** 2)).state).toBe('receiving');
  });

  async function personalLibrary(owner: Identity, quota: number): Promise<string> {
    const id = randomUUID();
    const row = { id, kind: 'personal', name: 'Own', owner_id: owner.userId, quota_bytes: quota };
    await test.db.insertInto('libraries').values(row).execute();
    return id;
  }
});

describe('an identical file', () => {
  async function twice(onDuplicate: 'ask' | 'use_existing' | 'keep_both' | 'new_version' = 'ask') {
    const bytes = text();
    const first = await client.upload('first.txt', bytes);
    const files = await storedFiles();
    const second = await client.upload('second.txt', bytes, { onDuplicate });
    return { bytes, files, second, original: await resourceOf(first.id) };
  }

  it('asks what to do and names the existing one', async () => {
    const { second, original } = await twice();
    expect(second.state).toBe('duplicate');
    const { data } = await test.call(listUploads, { query: { batchId: second.row.batchId } }, { as: test.admin });
    expect(data.rows[0]?.duplicateOf).toMatchObject({ id: original.id, title: 'First', mayReplace: true });
  });

  it('is discarded when the existing one is used', async () => {
    const { second, original, files } = await twice();
    const answer = await settle(second.id, 'use_existing');
    expect(answer.data).toMatchObject({ state: 'done', resource: { id: original.id } });
    expect((await storedFiles()).sort()).toEqual(files.sort());
  });

  it('becomes its own resource when both are kept', async () => {
    const { second, original, bytes } = await twice();
    await settle(second.id, 'keep_both');
    const kept = await resourceOf(second.id);
    expect(kept.id).not.toBe(original.id);
    expect(kept.sha256).toEqual(sha256(bytes));
  });

  it('becomes the next version of the existing one', async () => {
    const { second, original } = await twice();
    await settle(second.id, 'new_version');
    expect(await resourceOf(second.id)).toMatchObject({ id: original.id, version_number: 2, file_name: 'second.txt' });
  });

  it.each(['use_existing', 'keep_both', 'new_version'] as const)(
    'is resolved automatically by the rule %s',
    async (rule) => {
      const { second, original } = await twice(rule);
      expect(second.state).toBe('done');
      const resource = await resourceOf(second.id);
      expect(resource.id === original.id).toBe(rule !== 'keep_both');
      expect(resource.version_number).toBe(rule === 'new_version' ? 2 : 1);
    },
  );

  it('is resolved once', async () => {
    const { second } = await twice();
    const answers = await Promise.all([settle(second.id, 'keep_both'), settle(second.id, 'keep_both')]);
    expect(answers.map((answer) => answer.http).sort()).toEqual([200, 410]);
    expect(
      await test.db.selectFrom('resources').select('id').where('file_name', '=', 'second.txt').execute(),
    ).not.toHaveLength(0);
  });

  it('never creates two results, whatever was chosen', async () => {
    for (const choice of ['use_existing', 'keep_both', 'new_version'] as const) {
      await settle((await twice()).second.id, choice);
      await twice(choice);
    }
    const verified = await runChecks(test.db, test.container.services.fileStore, { checksums: false });
    expect(verified.find(({ what }) => what === 'duplicate results')).toMatchObject({ count: 0 });
  });

  it('doesn’t reveal resources the uploader can’t see', async () => {
    const bytes = text();
    await client.upload('hidden.txt', bytes);
    const editor = await test.identity({ roleId: 3, pages: ['/app/resource/library'] });
    expect((await new UploadClient(test, editor).upload('mine.txt', bytes)).state).toBe('done');
  });

  const settle = (id: string, choice: 'use_existing' | 'keep_both' | 'new_version') =>
    test.call(settleDuplicate, { params: { id }, body: { choice } }, { as: test.admin });
});

describe('a new version', () => {
  it('needs a file of the same kind', async () => {
    const first = await client.upload('v1.txt', text());
    const { id } = await resourceOf(first.id);
    const bytes = text();
    expect((await client.upload('v2.txt', bytes, { replacesId: id })).state).toBe('done');
    expect(await resourceOf(first.id)).toMatchObject({ version_number: 2, sha256: sha256(bytes) });
    const announced = await client.announce('v3.gif', 800, { replacesId: id });
    expect([announced.state, announced.reason]).toEqual(['refused', errors.otherKind]);
    const disguised = Buffer.concat([pixel, randomBytes(8)]);
    expect((await client.upload('v3.txt', disguised, { replacesId: id })).http).toBe(415);
  });

  it('of a missing or read-only resource is refused before any bytes are sent', async () => {
    const { id } = await resourceOf((await client.upload('v1.txt', text())).id);
    const stranger = await test.identity({ roleId: 4, pages: ['/app/resource/library'] });
    const announce = (replacesId: string, as = test.admin) => {
      const files = [{ id: randomUUID(), fileName: 'v2.txt', sizeBytes: 10, relativePath: '' }];
      const body = { batchId: randomUUID(), libraryId: schoolLibrary, replacesId, files };
      return test.call(announceUploads, { body }, { as });
    };
    expect((await announce(randomUUID())).http).toBe(404);
    expect([403, 404]).toContain((await announce(id, stranger)).http);
  });
});
