import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { listRenditions } from '@lectern/contract/features/reading.ts';
import { openDownload, prepareDownload } from '@lectern/contract/features/resource-action.ts';
import { openRendition, openVersionFile } from '@lectern/contract/features/resource-detail.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { newId } from '../../platform/new-id.ts';
import { insertFile } from '../../platform/storage/file-rows.ts';
import { cookieHeader, type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { UploadClient } from '../../testing/upload-client.ts';

let test: TestApp;
let owner: Identity;
let callers: Record<string, Identity | undefined>;
const bytes = Buffer.from(`<html><script>alert(1)</script>${randomBytes(2_000).toString('hex')}</html>`);
const pages = ['/app/resource/info', '/app/resource/library', '/app/home/my'];

beforeAll(async () => {
  test = await startTestApp();
  const [department, other] = await Promise.all([makeDepartment('A'), makeDepartment('B')]);
  owner = await test.identity({ roleId: 3, pages, departmentId: department });
  const ended = await test.identity({ roleId: 1 });
  await test.db.updateTable('sessions').set({ ended_at: new Date() }).where('user_id', '=', ended.userId).execute();
  callers = {
    nobody: undefined,
    'an ended session': ended,
    'without the pages': await test.identity({ roleId: 4 }),
    'another user': await test.identity({ roleId: 4, pages, departmentId: department }),
    'an editor of another department': await test.identity({ roleId: 3, pages, departmentId: other }),
    'an editor of the department': await test.identity({ roleId: 3, pages, departmentId: department }),
    'the owner': owner,
    'an administrator': await test.identity({ roleId: 2 }),
  };
});
afterAll(() => test.close());

async function makeDepartment(name: string): Promise<string> {
  const collegeId = newId();
  await test.db
    .insertInto('colleges')
    .values({ id: collegeId, name: `College ${name}`, code: `C${name}` })
    .execute();
  const id = newId();
  await test.db
    .insertInto('departments')
    .values({ id, name, code: `D${name}`, college_id: collegeId, path: `/${id}/` })
    .execute();
  return id;
}

/** A resource with two versions, each with a thumbnail. */
async function makeResource() {
  const own = new UploadClient(test, owner);
  const first = await own.upload('page.html', Buffer.concat([bytes, Buffer.from(randomBytes(4).toString('hex'))]));
  const row = await test.db
    .selectFrom('uploads')
    .select('resource_id')
    .where('id', '=', first.id)
    .executeTakeFirstOrThrow();
  const id = String(row.resource_id);
  await own.upload('page.html', bytes, { replacesId: id, onDuplicate: 'keep_both' });
  const versions = await test.db
    .selectFrom('resource_versions')
    .select('id')
    .where('resource_id', '=', id)
    .orderBy('number')
    .execute();
  const renditions = await Promise.all(versions.map((version) => makeRendition(version.id)));
  const [old, current] = versions.map((version) => version.id);
  return { id, old: String(old), current: String(current), oldPicture: renditions[0], picture: String(renditions[1]) };
}

async function makeRendition(versionId: string): Promise<string> {
  const stored = await test.container.services.fileStore.write(Readable.from([randomBytes(50)]));
  const fileId = newId();
  await insertFile(test.db, { ...stored, id: fileId, name: 't.webp', contentType: 'image/webp', createdBy: null });
  const id = newId();
  await test.db
    .insertInto('renditions')
    .values({ id, version_id: versionId, kind: 'thumbnail', file_id: fileId })
    .execute();
  return id;
}

const fileUrl = (id: string, versionId: string) =>
  `/api${openVersionFile.path.replace('{id}', id).replace('{versionId}', versionId)}`;
const pictureUrl = (id: string, renditionId: string) =>
  `/api${openRendition.path.replace('{id}', id).replace('{renditionId}', renditionId)}`;

async function get(url: string, as: Identity | undefined, headers: Record<string, string> = {}) {
  const cookie = as ? { cookie: cookieHeader(as.cookies) } : {};
  return test.app.inject({ url, headers: { ...cookie, ...headers } });
}

describe('access to files', () => {
  const draft = {
    nobody: 401,
    'an ended session': 401,
    'without the pages': 403,
    'another user': 404,
    'an editor of another department': 404,
    'an editor of the department': 200,
    'the owner': 200,
    'an administrator': 200,
  };
  const published = { ...draft, 'another user': 200, 'an editor of another department': 200 };

  async function answersFor(url: string, headers: Record<string, string> = {}) {
    const entries = Object.entries(callers).map(async ([name, as]) => [name, (await get(url, as, headers)).statusCode]);
    return Object.fromEntries(await Promise.all(entries)) as Record<string, number>;
  }

  it('of a draft: its department’s editors, its owner and administrators, whole or in ranges', async () => {
    const { id, current, picture } = await makeResource();
    expect(await answersFor(fileUrl(id, current))).toEqual(draft);
    expect(await answersFor(pictureUrl(id, picture))).toEqual(draft);
    const partly = Object.fromEntries(Object.entries(draft).map(([name, http]) => [name, http === 200 ? 206 : http]));
    expect(await answersFor(fileUrl(id, current), { range: 'bytes=0-9' })).toEqual(partly);
  });

  it('lists renditions after any valid page number and refuses larger ones', async () => {
    const { id } = await makeResource();
    const after = (page: number) =>
      test.call(listRenditions, { params: { id }, query: { after: page } }, { as: owner });
    expect((await after(100_000)).http).toBe(200);
    expect((await after(2_147_483_647)).http).toBe(422);
  });

  it('of a published resource: everyone with a page, but older versions only for its editors', async () => {
    const { id, old, current, picture, oldPicture } = await makeResource();
    await test.db.updateTable('resources').set({ state: 'published' }).where('id', '=', id).execute();
    expect(await answersFor(fileUrl(id, current))).toEqual(published);
    expect(await answersFor(pictureUrl(id, picture))).toEqual(published);
    expect(await answersFor(fileUrl(id, old))).toEqual(draft);
    expect(await answersFor(pictureUrl(id, String(oldPicture)))).toEqual(draft);
  });

  it('of an offline or deleted resource: ends at once for everyone else', async () => {
    const { id, current } = await makeResource();
    for (const state of ['published', 'offline', 'trashed'] as const) {
      await test.db.updateTable('resources').set({ state }).where('id', '=', id).execute();
      expect(await answersFor(fileUrl(id, current))).toEqual(state === 'published' ? published : draft);
    }
  });

  it('of a purged resource: 410 for people who knew it, 404 for others', async () => {
    const { id, current } = await makeResource();
    await test.db.updateTable('resources').set({ state: 'purged' }).where('id', '=', id).execute();
    const gone = Object.fromEntries(Object.entries(draft).map(([name, http]) => [name, http === 200 ? 410 : http]));
    expect(await answersFor(fileUrl(id, current))).toEqual(gone);
  });

  it('by another resource’s address: 404', async () => {
    const [first, second] = [await makeResource(), await makeResource()];
    expect((await get(fileUrl(first.id, second.current), test.admin)).statusCode).toBe(404);
    expect((await get(pictureUrl(first.id, second.picture), test.admin)).statusCode).toBe(404);
    expect((await get(fileUrl(randomUUID(), first.current), test.admin)).statusCode).toBe(404);
    expect((await get(fileUrl(first.id, '..%2f..%2fetc%2fpasswd'), test.admin)).statusCode).toBe(422);
  });

  it('by a bearer token, or from another site: nothing', async () => {
    const { id, current } = await makeResource();
    const url = fileUrl(id, current);
    const bearer = await test.app.inject({ url, headers: { authorization: `Bearer ${owner.token}` } });
    expect(bearer.statusCode).toBe(401);
    expect((await get(url, owner, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
  });
});

describe('a delivered file', () => {
  it('has its bytes and its name, and can’t run anything', async () => {
    const { id, current } = await makeResource();
    const response = await get(fileUrl(id, current), owner);
    expect(response.rawPayload.equals(bytes)).toBe(true);
    expect(response.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(bytes.length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
      'content-security-policy': expect.stringContaining('sandbox'),
      etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
    });
    const known = await get(fileUrl(id, current), owner, { 'if-none-match': String(response.headers.etag) });
    expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0]);
    const part = await get(fileUrl(id, current), owner, { range: 'bytes=-5' });
    expect([part.statusCode, part.body]).toEqual([206, 'html>']);
    const beyond = await get(fileUrl(id, current), owner, { range: 'bytes=999999-' });
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${bytes.length}`]);
    const cookie = cookieHeader(owner.cookies);
    const head = await test.app.inject({ method: 'HEAD', url: fileUrl(id, current), headers: { cookie } });
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([
      200,
      String(bytes.length),
      0,
    ]);
  });
});

describe('a download', () => {
  it('counts once however many ranges it takes, and not for previews', async () => {
    const { id, current } = await makeResource();
    const url = fileUrl(id, current);
    await get(url, owner);
    await get(`${url}?download=1`, owner, { range: 'bytes=5-' });
    expect(await downloadsOf(id)).toEqual([]);
    await get(`${url}?download=1`, owner);
    await get(`${url}?download=1`, callers['without the pages']);
    expect(await downloadsOf(id)).toEqual([{ source: 'office', user_id: owner.userId, role: '3' }]);
    const { data } = await test.call(
      prepareDownload,
      { body: { list: 'resource', selection: { ids: [id] } } },
      { as: owner },
    );
    await get(`/api${openDownload.path.replace('{id}', data.id)}`, owner);
    expect(await downloadsOf(id)).toHaveLength(2);
  });

  async function downloadsOf(id: string) {
    return test.db
      .selectFrom('access_events')
      .select(['source', 'user_id', 'role'])
      .where('resource_id', '=', id)
      .where('action', '=', 'download')
      .execute();
  }
});

describe('an archive of many files', () => {
  it('contains them unchanged, under unique names, without those no longer visible', async () => {
    const [first, second, third] = [await makeResource(), await makeResource(), await makeResource()];
    const selection = { ids: [first.id, second.id, third.id] };
    const prepared = await test.call(prepareDownload, { body: { list: 'resource', selection } }, { as: owner });
    expect(prepared.data).toMatchObject({ files: 3, sizeBytes: 3 * bytes.length });
    await test.db.updateTable('resources').set({ state: 'trashed' }).where('id', '=', third.id).execute();
    const response = await get(`/api${prepared.data.url}`, owner);
    expect(response.headers['content-type']).toBe('application/zip');
    const zip = await yauzl.fromBufferPromise(response.rawPayload, { lazyEntries: true });
    const found: Record<string, Buffer> = {};
    for await (const entry of zip.eachEntry()) {
      found[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry));
    }
    expect(Object.keys(found)).toEqual(['page.html', 'page (2).html', 'left-out.txt']);
    expect(found['page.html']?.equals(bytes)).toBe(true);
    expect(String(found['left-out.txt'])).toContain('1 of the chosen');
  });

  it('can be fetched only by the person who requested it', async () => {
    const { id } = await makeResource();
    const body = { list: 'resource', selection: { ids: [id] } };
    const { data } = await test.call(prepareDownload, { body }, { as: owner });
    const url = `/api${openDownload.path.replace('{id}', data.id)}`;
    expect((await get(url, test.admin)).statusCode).toBe(404);
    expect((await get(url, undefined)).statusCode).toBe(401);
    const stranger = await test.call(prepareDownload, { body }, { as: callers['another user'] as Identity });
    expect(stranger.http).toBe(404);
  });
});
