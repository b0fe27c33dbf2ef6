import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { listLibraries, updateLibrary } from '@lectern/contract/features/library.ts';
import { resourcePages } from '@lectern/contract/features/resource.ts';
import {
  announceUploads,
  isRecording,
  listUploadEntries,
  recordingExtensions,
} from '@lectern/contract/features/upload.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ZipFile } from 'yazl';
import { everyExtension, promisedFormat } from '../../engines/file-kind/formats.ts';
import { eventually } from '../../testing/eventually.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { schoolLibrary, UploadClient } from '../../testing/upload-client.ts';
import { ensureTags } from '../tag/public.ts';

vi.setConfig({ testTimeout: 60_000 });

let test: TestApp;
let client: UploadClient;

beforeAll(async () => {
  test = await startTestApp();
  client = new UploadClient(test);
  await setDefault('zh');
  await test.container.worker.start();
});
afterAll(async () => {
  await test.container.worker.stop();
  await test.close();
});

async function changeDefault(defaultLanguage: unknown, as: Identity = test.admin) {
  const { data } = await test.call(listLibraries, {}, { as: test.admin });
  const version = data.find(({ id }) => id === schoolLibrary)?.version ?? 0;
  const body = { defaultLanguage, version } as { defaultLanguage: 'zh' | null; version: number };
  return test.call(updateLibrary, { params: { id: schoolLibrary }, body }, { as });
}
async function setDefault(language: 'zh' | null): Promise<void> {
  expect((await changeDefault(language)).data.defaultLanguage).toBe(language);
}

const text = () => Buffer.from(`# ${randomBytes(16).toString('hex')}`);

async function languageOf(uploadId: string): Promise<string | null> {
  const { language } = await test.db
    .selectFrom('uploads')
    .innerJoin('resources', 'resources.id', 'uploads.resource_id')
    .select('resources.language')
    .where('uploads.id', '=', uploadId)
    .executeTakeFirstOrThrow();
  return language;
}
const bring = async (change: Parameters<UploadClient['upload']>[2]) =>
  languageOf((await client.upload('notes.md', text(), change)).id);

function announce(language: unknown, options: { as?: Identity; language?: string } = {}) {
  const files = [{ id: randomUUID(), fileName: 'lecture.mp4', sizeBytes: 100, relativePath: '' }];
  return test.app.inject({
    method: 'POST',
    url: '/api/uploads',
    headers: {
      authorization: `Bearer ${(options.as ?? test.admin).token}`,
      'accept-language': options.language ?? 'en',
    },
    body: { batchId: randomUUID(), libraryId: schoolLibrary, language, files },
  });
}

describe('the language of an upload', () => {
  it('is the library’s default unless the client says otherwise', async () => {
    expect(await bring({})).toBe('zh');
    expect(await bring({ language: 'fr' })).toBe('fr');
    expect(await bring({ language: 'mul' })).toBe('mul');
    expect(await bring({ language: null })).toBeNull();
    await setDefault(null);
    expect(await bring({})).toBeNull();
    await setDefault('zh');
  });

  it('comes with the upload, and can be changed by announcing again until the file has arrived', async () => {
    const bytes = text();
    const announced = await client.announce('late.md', bytes.length, { language: 'fr' });
    expect(announced.language).toBe('fr');
    const again = (language?: 'de' | null) =>
      client.announce('late.md', bytes.length, { id: announced.id, ...(language !== undefined && { language }) });
    expect((await again('de')).language).toBe('de');
    expect((await again()).language).toBe('de');
    await client.patch(announced.id, 0, bytes);
    expect(await languageOf(announced.id)).toBe('de');
    expect((await again(null)).language).toBe('de');
    expect(await languageOf(announced.id)).toBe('de');
  });

  it('does not touch the language of the resource that the file is a new version of', async () => {
    const bytes = text();
    const first = await client.upload('v1.md', bytes, { language: 'fr' });
    const { resource_id: id } = await test.db
      .selectFrom('uploads')
      .select('resource_id')
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow();
    await client.upload('v2.md', text(), { replacesId: String(id), language: 'de' });
    expect(await languageOf(first.id)).toBe('fr');
    const same = await client.upload('v1.md', bytes, { onDuplicate: 'keep_both', language: 'de' });
    expect(await languageOf(same.id)).toBe('de');
    const newVersion = await client.upload('v1.md', bytes, { onDuplicate: 'new_version', language: 'es' });
    expect(await languageOf(newVersion.id)).toBe('de');
  });

  it('is that of every file in an archive but those of which its own table says otherwise', async () => {
    const zip = new ZipFile();
    const table = 'file,title,language\nsaid.md,Said,de\nunsaid.md,Unsaid,\nwrong.md,Wrong,klingon\n';
    for (const name of ['said.md', 'unsaid.md', 'wrong.md', 'unlisted.md']) zip.addBuffer(text(), name);
    zip.addBuffer(Buffer.from(table), 'metadata.csv');
    zip.end();
    const { id } = await client.upload('week.zip', await buffer(zip.outputStream), { language: 'fr' });
    const rows = await eventually(async () => {
      const { data } = await test.call(listUploadEntries, { params: { id }, query: {} }, { as: test.admin });
      expect(data.rows).toHaveLength(4);
      return data.rows;
    });
    const resources = await test.db
      .selectFrom('resources')
      .select(['file_name', 'language'])
      .where(
        'id',
        'in',
        rows.map(({ resourceId }) => String(resourceId)),
      )
      .execute();
    expect(Object.fromEntries(resources.map((row) => [row.file_name, row.language]))).toEqual({
      'said.md': 'de',
      'unsaid.md': 'fr',
      'wrong.md': 'fr',
      'unlisted.md': 'fr',
    });
  });

  it.each([
    ['en', 'Language'],
    ['zh', '语言'],
  ])('is refused with a clear message in %s if unknown', async (language, word) => {
    for (const code of ['klingon', 'EN', '', 5, ['en']]) {
      const refused = await announce(code, { language });
      expect(refused.statusCode).toBe(422);
      expect(refused.json<{ message: string }>().message).toContain(word);
    }
  });

  it('needs upload access, and a default needs edit access to the library', async () => {
    const reader = await test.identity({ roleId: 4, pages: [...resourcePages] });
    expect((await announce('fr', { as: reader })).json<{ code: string }>().code).toBe('libraryForbidden');
    expect((await changeDefault('fr', reader)).failure.code).toBe('libraryForbidden');
    expect((await changeDefault('klingon')).status).toBe(422);
    const without = await test.identity({ roleId: 4, pages: [] });
    expect((await announce('fr', { as: without })).statusCode).toBe(403);
  });
});

describe('the metadata of a batch', () => {
  const metadataOf = async (fileName: string) =>
    test.db
      .selectFrom('resources')
      .select(['author', 'year', 'subject_id', 'tag_ids', 'visibility', 'language', 'field_sources'])
      .where('file_name', '=', fileName)
      .executeTakeFirstOrThrow();

  it('becomes that of every new resource, with the uploader as its source', async () => {
    const subject = await test.db.selectFrom('subjects').select('id').limit(1).executeTakeFirst();
    const [tagId] = await ensureTags(test.db, ['week 1']);
    const metadata = {
      ...{ author: ' Anna Li ', year: 2024, visibility: 'department' as const, tagIds: [String(tagId)] },
      ...(subject && { subjectId: subject.id }),
    };
    await client.upload('shared.md', text(), { metadata });
    expect(await metadataOf('shared.md')).toMatchObject({
      ...{ author: 'Anna Li', year: 2024, visibility: 'department', tag_ids: [tagId], language: 'zh' },
      field_sources: { title: 'fileName', author: test.admin.userId, year: test.admin.userId, language: 'library' },
    });
  });

  it('gives way to the table in an archive, file by file', async () => {
    const zip = new ZipFile();
    for (const name of ['own.md', 'common.md']) zip.addBuffer(text(), name);
    zip.addBuffer(Buffer.from('file,author\nown.md,Ben\n'), 'metadata.csv');
    zip.end();
    await client.upload('batch.zip', await buffer(zip.outputStream), { metadata: { author: 'Anna', year: 2020 } });
    await eventually(async () => {
      expect(await metadataOf('own.md')).toMatchObject({ author: 'Ben', year: 2020 });
      expect(await metadataOf('common.md')).toMatchObject({ author: 'Anna', year: 2020 });
    });
  });

  it('leaves out a tag that was deleted while the file was on its way', async () => {
    const [tagId] = await ensureTags(test.db, ['short-lived']);
    const bytes = text();
    const { id } = await client.announce('untagged.md', bytes.length, { metadata: { tagIds: [String(tagId)] } });
    await test.db.deleteFrom('tags').where('id', '=', String(tagId)).execute();
    expect((await client.patch(id, 0, bytes)).state).toBe('done');
    expect((await metadataOf('untagged.md')).tag_ids).toEqual([]);
  });

  it.each([
    { subjectId: randomUUID() },
    { tagIds: [randomUUID()] },
    { title: 'For all' },
    { ownerId: randomUUID() },
    { year: 20_260 },
    { author: 'x'.repeat(301) },
  ])('is refused before anything is sent when it is wrong: %j', async (metadata) => {
    const files = [{ id: randomUUID(), fileName: 'a.md', sizeBytes: 10 }];
    const body = { batchId: randomUUID(), libraryId: schoolLibrary, files, metadata: metadata as { year?: number } };
    const answer = await test.call(announceUploads, { body }, { as: test.admin });
    expect(answer.http).toBe(422);
    expect(await test.db.selectFrom('uploads').select('id').where('id', '=', String(files[0]?.id)).execute()).toEqual(
      [],
    );
  });
});

it('recognises recordings by the same extensions as the type check', () => {
  const kept = everyExtension.filter((one) => ['audio', 'video'].includes(promisedFormat(`x.${one}`)?.kind ?? ''));
  expect([...recordingExtensions].sort()).toEqual(kept.sort());
  expect(['Talk.MP4', 'a.b.ogg', 'x.ts'].every(isRecording)).toBe(true);
  expect(['mp4', 'notes.pdf', 'talk.mp4.txt', 'week.zip', ''].some(isRecording)).toBe(false);
});
