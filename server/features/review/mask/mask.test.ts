import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createColumn } from '@lectern/contract/features/column.ts';
import { listNotifications } from '@lectern/contract/features/notification.ts';
import { exportReading, getReading } from '@lectern/contract/features/reading.ts';
import { openRendition, openVersionFile } from '@lectern/contract/features/resource-detail.ts';
import { decideReview } from '@lectern/contract/features/review-decision.ts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSandboxed } from '../../../engines/sandbox/run-sandboxed.ts';
import { pathOf } from '../../../platform/http/mount-endpoints.ts';
import { newId } from '../../../platform/new-id.ts';
import type { JobTools, RunningJob } from '../../../platform/queue/job-definition.ts';
import { insertFile } from '../../../platform/storage/file-rows.ts';
import { buildCampus, type Campus } from '../../../testing/campus.ts';
import { type MadeResource, makeResource, schoolLibraryId } from '../../../testing/resource-rig.ts';
import { insertHit, insertWord, reviewOf, reviewPage, scanned } from '../../../testing/review-rig.ts';
import { cookieHeader, type Identity, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { findCover } from '../../column/column.repository.ts';
import { findPagePicture } from '../../reading/page-pictures.ts';
import { findCoverFile } from '../../resource/resource-file.repository.ts';
import { makeMasked } from './make-masked.job.ts';

let test: TestApp;
let campus: Campus;
let editor: Identity;
let reader: Identity;
let stranger: Identity;
let wordId: string;

beforeAll(async () => {
  test = await startTestApp();
  campus = await buildCampus(test);
  editor = await test.identity({ roleId: 3, pages: [reviewPage, '/app/resource/info'], departmentId: campus.physics });
  reader = await test.identity({ roleId: 4, pages: ['/app/resource/info'], departmentId: campus.physics });
  stranger = await test.identity({
    roleId: 3,
    pages: [reviewPage, '/app/resource/info'],
    departmentId: campus.history,
  });
  wordId = await insertWord(test, 'draft');
});
afterAll(() => test.close());

const white = () =>
  sharp({ create: { width: 100, height: 100, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer();
const store = (content: Buffer) => test.container.services.fileStore.write(Readable.from([content]));

async function makePicture(): Promise<MadeResource> {
  const made = await makeResource(test, { kind: 'image', state: 'published', owner: editor });
  const { storeKey, sizeBytes, sha256 } = await store(await white());
  const values = { store_key: storeKey, size_bytes: sizeBytes, sha256 };
  await test.db.updateTable('files').set(values).where('id', '=', made.fileId).execute();
  return made;
}

async function addPage({ versionId }: MadeResource, page: number, kind = 'page'): Promise<string> {
  const [id, fileId] = [newId(), newId()];
  const stored = await store(await white());
  const file = { ...stored, id: fileId, name: `${kind}-${page}.png`, contentType: 'image/png', createdBy: null };
  await insertFile(test.db, file);
  await test.db.insertInto('renditions').values({ id, version_id: versionId, kind, page, file_id: fileId }).execute();
  return id;
}

async function mask(id: string): Promise<void> {
  await scanned(test, id, { opened: 1 });
  const { version } = await reviewOf(test, id);
  const body = { decision: 'mask', reason: 'personal', note: '', version } as const;
  expect((await test.call(decideReview, { params: { id }, body }, { as: editor })).data.review.state).toBe('masked');
}

/** Runs the masking job the way a worker does. */
async function work(resourceId: string): Promise<void> {
  const handler = makeMasked({
    fileStore: test.container.services.fileStore,
    run: runSandboxed,
    drawAllPages: async () => undefined,
  });
  const tools = { db: test.db, signal: new AbortController().signal } as JobTools;
  const outcome = await handler({ input: { resourceId } } as unknown as RunningJob, tools);
  await test.db.transaction().execute(async (transaction) => outcome.save?.(transaction));
}

async function load(
  as: Identity,
  endpoint: typeof openVersionFile | typeof openRendition,
  ids: Record<string, string>,
) {
  const url = pathOf(endpoint).replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '');
  const response = await test.app.inject({ url, headers: { cookie: cookieHeader(as.cookies) } });
  return { status: response.statusCode, type: response.headers['content-type'], body: response.rawPayload };
}
async function brightness(picture: Buffer, left: number, top: number): Promise<number> {
  const point = sharp(picture).extract({ left, top, width: 1, height: 1 }).greyscale();
  return (await point.raw().toBuffer())[0] ?? -1;
}

describe('a masked resource', () => {
  it('is shown with its box covered, and hidden from others until then', async () => {
    const made = await makePicture();
    const hitId = await insertHit(test, made.id, 'A draft.', { wordId, word: 'draft' });
    await test.db.updateTable('sensitive_hits').set({ source: 'ocr' }).where('id', '=', hitId).execute();
    await test.db
      .updateTable('passages')
      .set({ source: 'ocr' })
      .where('resource_id', '=', made.id)
      .where('source', '=', 'document')
      .execute();
    const open = (as: Identity) => load(as, openVersionFile, { id: made.id, versionId: made.versionId });
    expect((await open(reader)).status).toBe(200);
    await mask(made.id);
    expect([(await open(reader)).status, (await open(editor)).status]).toEqual([404, 200]);
    await work(made.id);
    const [covered, original] = [await open(reader), await open(editor)];
    expect(await Promise.all([brightness(covered.body, 30, 22), brightness(covered.body, 30, 60)])).toEqual([0, 255]);
    expect(await brightness(original.body, 30, 22)).toBe(255);
    expect((await test.call(listNotifications, { query: {} }, { as: reader })).data.rows).toEqual([]);
  });

  it('stays covered while a new version of it is being read, and no longer', async () => {
    const made = await makePicture();
    const hitId = await insertHit(test, made.id, 'A draft of it.', { wordId, word: 'draft' });
    await mask(made.id);
    const job = { id: newId(), kind: 'ocr', state: 'queued', resource_id: made.id, version_id: made.versionId };
    await test.db.insertInto('jobs').values(job).execute();
    await test.db.updateTable('sensitive_hits').set({ state: 'gone' }).where('id', '=', hitId).execute();
    const open = () => load(reader, openVersionFile, { id: made.id, versionId: made.versionId });
    await scanned(test, made.id, { vanished: 1 });
    expect((await open()).status).toBe(404);
    await test.db.updateTable('jobs').set({ state: 'done' }).where('id', '=', job.id).execute();
    await scanned(test, made.id, { vanished: 1 });
    expect((await open()).status).toBe(200);
  });

  it('can be copied only by people who see all of it, and is no column’s cover', async () => {
    const made = await makePicture();
    await insertHit(test, made.id, 'A draft again.', { wordId, word: 'draft' });
    const body = { parentId: null, name: 'Covers' };
    const { id: columnId } = (await test.call(createColumn, { body }, { as: test.admin })).data;
    await sql`update columns set cover_file_id = ${made.fileId} where id = ${columnId}`.execute(test.db);
    const [cover, any] = [() => findCover(test.db, columnId), sql`true`];
    expect([(await cover())?.id, (await findCoverFile(test.db, made.id, any))?.fileId]).toEqual([
      made.fileId,
      made.fileId,
    ]);
    await mask(made.id);
    expect([await cover(), (await findCoverFile(test.db, made.id, any))?.fileId]).toEqual([undefined, null]);
    const copy = test.container.services.actions.find((one) => one.list === 'resource' && one.id === 'copy');
    const copied = async (as: Identity) => {
      const actor = await test.context(as);
      const input = { libraryId: schoolLibraryId, folderId: null };
      return test.db
        .transaction()
        .execute(async (transaction) => copy?.apply(transaction, made.id, input, actor, undefined));
    };
    expect(await copied(reader)).toMatchObject({ state: 'skipped', reason: expect.stringContaining('masked') });
    expect(await copied(editor)).toMatchObject({ state: 'done' });
  });

  it('is a document with the page’s box covered and ■ in its text', async () => {
    const made = await makeResource(test, { state: 'published', owner: editor });
    const pages = [await addPage(made, 1), await addPage(made, 2)];
    await insertHit(test, made.id, 'A draft here.', { wordId, word: 'draft', page: 2 });
    const readingId = newId();
    const reading = { id: readingId, resource_id: made.id, version_id: made.versionId, source: 'document', number: 1 };
    await test.db
      .insertInto('readings')
      .values({
        ...reading,
        origin: 'machine',
        current: true,
        characters: 13,
        parts: 1,
        source_sha256: Buffer.from('x'),
      })
      .execute();
    const lines = ['A draft', 'here.'].map((text) => ({ text, confidence: null }));
    const content = JSON.stringify({ number: 2, width: 1, height: 1, rotation: null, lines });
    await test.db.insertInto('reading_parts').values({ reading_id: readingId, number: 2, content }).execute();
    await mask(made.id);
    const file = (as: Identity) => load(as, openVersionFile, { id: made.id, versionId: made.versionId });
    const page = (as: Identity, renditionId = '') => load(as, openRendition, { id: made.id, renditionId });
    expect([(await file(reader)).status, (await page(reader, pages[1])).status]).toEqual([404, 404]);
    await work(made.id);
    const pdf = await file(reader);
    expect([
      pdf.type,
      pdf.body.subarray(0, 8).toString(),
      (pdf.body.toString('latin1').match(/\/DCTDecode/g) ?? []).length,
    ]).toEqual(['application/pdf', '%PDF-1.4', 2]);
    const shown = await Promise.all([page(reader, pages[0]), page(reader, pages[1]), page(editor, pages[1])]);
    expect(await Promise.all(shown.map(({ body }) => brightness(body, 30, 22)))).toEqual([255, 0, 255]);
    const text = async (as: Identity) => {
      const answer = await test.call(getReading, { params: { id: made.id, source: 'document' }, query: {} }, { as });
      return answer.data.parts.flatMap((part) => part.lines.map((line) => line.text));
    };
    expect(await text(reader)).toEqual(['A ■■■■■', 'here.']);
    expect(await text(editor)).toEqual(['A draft', 'here.']);
    const exported = (format: string) =>
      test.app.inject({
        url: `${pathOf(exportReading).replace(':id', made.id).replace(':source', 'document')}?format=${format}`,
        headers: { cookie: cookieHeader(editor.cookies) },
      });
    // Exports are redacted even for reviewers.
    for (const format of ['txt', 'json', 'hocr']) {
      const { body } = await exported(format);
      expect([format, body.includes('■■■■■'), body.includes('draft')]).toEqual([format, true, false]);
    }
    const picture = await findPagePicture(test.db, made.versionId, 2);
    const { stream } = await test.container.services.fileStore.open(picture?.storeKey ?? '');
    expect(await brightness(await buffer(stream), 30, 22)).toBe(0);
    await test.db.updateTable('resources').set({ state: 'blocked' }).where('id', '=', made.id).execute();
    expect((await exported('txt')).json()).toMatchObject({ status: 409 });
  });

  it('is covered in thumbnails of pages, documents and images too', async () => {
    const document = await makeResource(test, { state: 'published', owner: editor });
    const shown = [
      await addPage(document, 0, 'thumbnail'),
      await addPage(document, 1, 'pageThumbnail'),
      await addPage(document, 2, 'pageThumbnail'),
    ];
    for (const page of [1, 2]) await addPage(document, page);
    await insertHit(test, document.id, 'A draft first.', { wordId, word: 'draft' });
    const picture = await makePicture();
    const small = await addPage(picture, 0, 'thumbnail');
    await insertHit(test, picture.id, 'A small draft.', { wordId, word: 'draft' });
    for (const { id } of [document, picture]) await mask(id);
    const open = (as: Identity) =>
      Promise.all([
        ...shown.map((renditionId) => load(as, openRendition, { id: document.id, renditionId })),
        load(as, openRendition, { id: picture.id, renditionId: small }),
      ]);
    expect((await open(reader)).map(({ status }) => status)).toEqual([404, 404, 200, 404]);
    for (const { id } of [document, picture]) await work(id);
    const seen = async (as: Identity) => Promise.all((await open(as)).map(({ body }) => brightness(body, 30, 22)));
    expect([await seen(reader), await seen(stranger)]).toEqual([
      [0, 0, 255, 0],
      [0, 0, 255, 0],
    ]);
    expect(await seen(editor)).toEqual([255, 255, 255, 255]);
  });

  it('in a video keeps stills for spoken words and hides those for written ones', async () => {
    const film = await makeResource(test, { kind: 'video', state: 'published', owner: editor });
    const stills = [
      await addPage(film, 0, 'poster'),
      await addPage(film, 0, 'sprite'),
      await addPage(film, 0, 'thumbnail'),
    ];
    const hitId = await insertHit(test, film.id, 'A draft, spoken.', { wordId, word: 'draft' });
    const statuses = () =>
      Promise.all(
        stills.map(async (renditionId) => (await load(reader, openRendition, { id: film.id, renditionId })).status),
      );
    await test.db.updateTable('sensitive_hits').set({ source: 'speech' }).where('id', '=', hitId).execute();
    await test.db
      .updateTable('passages')
      .set({ source: 'speech' })
      .where('resource_id', '=', film.id)
      .where('source', '=', 'document')
      .execute();
    await mask(film.id);
    expect(await statuses()).toEqual([200, 200, 200]);
    await test.db.updateTable('sensitive_masks').set({ source: 'ocr' }).where('hit_id', '=', hitId).execute();
    expect(await statuses()).toEqual([404, 404, 404]);
  });
});
