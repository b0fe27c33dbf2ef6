import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { exportReading, getReading } from '@lectern/contract/features/reading.ts';
import { openRendition, openVersionFile } from '@lectern/contract/features/resource-detail.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { decideReview } from '@lectern/contract/features/review-decision.ts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { pathOf } from '../../../platform/http/mount-endpoints.ts';
import { newId } from '../../../platform/new-id.ts';
import { removeFiles } from '../../../platform/storage/remove-files.ts';
import { buildCampus } from '../../../testing/campus.ts';
import { eventually } from '../../../testing/eventually.ts';
import { loudness, makeMedia, picturesOf } from '../../../testing/media-rig.ts';
import { changeResource, type MadeResource, makeResource } from '../../../testing/resource-rig.ts';
import { reviewOf, reviewPage } from '../../../testing/review-rig.ts';
import { type ScanRig, scanRig } from '../../../testing/scan-rig.ts';
import { cookieHeader, type Identity, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { versionRenditions } from '../../machine-work/public.ts';
import { replaceRenditions } from '../../machine-work/steps/renditions.ts';
import { copyVersion } from '../../resource/version.repository.ts';
import { listUnknownKeys } from '../../upload/public.ts';
import { runChecks } from '../../verify/run-checks.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let test: TestApp;
let rig: ScanRig;
let editor: Identity;
let reader: Identity;

beforeAll(async () => {
  test = await startTestApp();
  rig = scanRig(test);
  const { physics: departmentId } = await buildCampus(test);
  editor = await test.identity({ roleId: 3, pages: [reviewPage, '/app/resource/info'], departmentId });
  reader = await test.identity({ roleId: 4, pages: ['/app/resource/info'], departmentId });
  await rig.addWord('swordfish');
  await test.container.worker.start();
});
afterAll(async () => {
  await test.container.worker.stop();
  await test.close();
});

type UploadedMedia = { bytes: Buffer; format: string; contentType: string };

async function make(kind: ResourceKind, { bytes, format, contentType }: UploadedMedia): Promise<MadeResource> {
  const made = await makeResource(test, { kind, state: 'published', owner: editor, fileName: `it.${format}` });
  const { storeKey, sizeBytes, sha256 } = await test.container.services.fileStore.write(Readable.from([bytes]));
  const values = { store_key: storeKey, size_bytes: sizeBytes, sha256 };
  await test.db.updateTable('files').set(values).where('id', '=', made.fileId).execute();
  const version = { format, content_type: contentType, size_bytes: sizeBytes };
  await test.db.updateTable('resource_versions').set(version).where('id', '=', made.versionId).execute();
  await test.container.services.fileStore.remove(made.storeKey);
  return made;
}

/** Stores a machine transcript in which the word is spoken from 2 to 2.5 s. */
async function hear({ id, versionId }: MadeResource): Promise<void> {
  const word = { startMs: 2_000, endMs: 2_500 };
  const words = [
    { text: 'the', startMs: 1_600, endMs: 2_000, confidence: 1 },
    { text: 'swordfish', confidence: 1, ...word },
  ];
  const lines = [
    { text: 'Good morning', confidence: 1, startMs: 0, endMs: 1_500 },
    { text: 'the swordfish', confidence: 1, startMs: 1_600, endMs: 2_500, words },
  ];
  const reading = { id: newId(), resource_id: id, version_id: versionId, source: 'speech', origin: 'machine' };
  const counts = { number: 1, current: true, characters: 25, parts: 1, source_sha256: Buffer.from('x') };
  await test.db
    .insertInto('readings')
    .values({ ...reading, ...counts })
    .execute();
  const content = JSON.stringify({ number: 1, width: null, height: null, rotation: null, lines });
  await test.db.insertInto('reading_parts').values({ reading_id: reading.id, number: 1, content }).execute();
  await test.db
    .insertInto('passages')
    .values(
      lines.map(({ text, startMs, endMs }, at) => ({
        ...{ resource_id: id, reading_id: reading.id, source: 'speech', position: at + 1, text },
        ...{ start_ms: startMs, end_ms: endMs },
      })),
    )
    .execute();
}

async function mask(id: string): Promise<void> {
  await eventually(async () => expect((await rig.hitsOf(id)).map((hit) => hit.state)).toContain('open'));
  const { version } = await reviewOf(test, id);
  const body = { decision: 'mask', reason: 'personal', note: '', version } as const;
  expect((await test.call(decideReview, { params: { id }, body }, { as: editor })).data.review.state).toBe('masked');
}

async function load(as: Identity, endpoint: { id: string }, ids: Record<string, string>, query = '') {
  const url = pathOf(endpoint as typeof openVersionFile).replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '');
  const response = await test.app.inject({ url: url + query, headers: { cookie: cookieHeader(as.cookies) } });
  return { status: response.statusCode, type: response.headers['content-type'], body: response.rawPayload };
}
const ownFile = (as: Identity, { id, versionId }: MadeResource) => load(as, openVersionFile, { id, versionId });
const untilServed = (look: () => Promise<{ status: number; type: unknown; body: Buffer }>) =>
  eventually(async () => {
    const found = await look();
    expect(found.status).toBe(200);
    return found;
  });

/** Before, during and after the word, in seconds. */
const spans = [
  [0.7, 1.7],
  [1.9, 2.6],
  [2.8, 3.8],
] as const;

/** Stores the same film as the web video, as a conversion does. */
async function convert({ id, versionId }: MadeResource, film: Buffer): Promise<string> {
  const stored = await test.container.services.fileStore.write(Readable.from([film]));
  const made = { kind: 'video', page: 0, name: 'video.mp4', contentType: 'video/mp4', stored } as const;
  return test.db.transaction().execute(async (transaction) => {
    await sql`select from resources where id = ${id} for no key update`.execute(transaction);
    await replaceRenditions(transaction, versionId, ['video'], [made]);
    const row = transaction.selectFrom('renditions').select('id').where('version_id', '=', versionId);
    return (await row.where('kind', '=', 'video').executeTakeFirstOrThrow()).id;
  });
}

describe('masked sound', () => {
  it('is silent at the word and audible around it, except for reviewers', async () => {
    const bytes = await makeMedia('tone.flac', 4);
    const made = await make('audio', { bytes, format: 'flac', contentType: 'audio/flac' });
    await hear(made);
    await mask(made.id);
    const served = await untilServed(() => ownFile(reader, made));
    expect(served.type).toBe('audio/mp4');
    const [before = 0, within = 1, after = 0] = await loudness(served.body, spans);
    const [as = 0] = await loudness(bytes, spans);
    expect(within).toBeLessThan(0.01);
    for (const other of [before, after]) expect(Math.abs(other - as)).toBeLessThan(0.02);
    const original = await ownFile(editor, made);
    expect(original.body.equals(bytes)).toBe(true);
  });

  it('shows ■ in transcript and subtitles, without word times', async () => {
    const made = await make('audio', {
      ...{ bytes: await makeMedia('tone.flac', 1), format: 'flac', contentType: 'audio/flac' },
    });
    await hear(made);
    await mask(made.id);
    const params = { id: made.id, source: 'speech' } as const;
    const lines = async (as: Identity) =>
      (await test.call(getReading, { params, query: { words: 'true' } as never }, { as })).data.parts.flatMap(
        (part) => part.lines,
      );
    expect((await lines(reader)).map((line) => [line.text, line.words?.length])).toEqual([
      ['Good morning', undefined],
      ['the ■■■■■■■■■', undefined],
    ]);
    expect((await lines(editor))[1]).toMatchObject({ text: 'the swordfish', words: [{}, { text: 'swordfish' }] });
    for (const format of ['vtt', 'srt', 'txt', 'json']) {
      const told = async (as: Identity) =>
        (await load(as, exportReading, params, `?format=${format}`)).body.toString().includes('swordfish');
      expect([format, await told(reader), await told(editor)]).toEqual([format, false, false]);
    }
  });
});

describe('a masked film', () => {
  it('keeps its images and loses the word, and is redone for a new rendition and version', async () => {
    const film = await makeMedia('film.mp4', 4);
    const made = await make('video', { bytes: film, format: 'mp4', contentType: 'video/mp4' });
    await hear(made);
    const first = await convert(made, film);
    await mask(made.id);
    const rendition = (renditionId: string, as = reader) => load(as, openRendition, { id: made.id, renditionId });
    const copy = await untilServed(() => rendition(first));
    const own = await ownFile(reader, made);
    for (const { body } of [copy, own]) {
      const [before = 0, within = 1, after = 0] = await loudness(body, spans);
      expect([within < 0.01, before > 0.08, after > 0.08]).toEqual([true, true, true]);
      expect(picturesOf(body)).toBe(picturesOf(film));
    }
    expect((await rendition(first, editor)).body.equals(film)).toBe(true);

    const second = await convert(made, film);
    expect([(await rendition(first)).status, (await rendition(second)).status]).toEqual([404, 404]);
    const again = await untilServed(() => rendition(second));
    expect((await loudness(again.body, spans))[1]).toBeLessThan(0.01);

    const next = newId();
    const by = editor.userId;
    await test.db.transaction().execute(async (transaction) => {
      const to = { id: next, resourceId: made.id, number: 2, by, fromNumber: 1 };
      await copyVersion(transaction, versionRenditions, made.versionId, to);
      await changeResource(transaction, made.id, { version_id: next });
    });
    const newest = await untilServed(() => ownFile(reader, { ...made, versionId: next }));
    expect((await loudness(newest.body, spans))[1]).toBeLessThan(0.01);
    expect((await ownFile(reader, made)).status).toBe(404);
  });
});

describe('a masked picture of a phone', () => {
  it('is a JPEG with its box covered', async () => {
    const fixture = path.join(import.meta.dirname, '../../../engines/image/fixtures/two-colours.heic');
    const made = await make('image', { bytes: await readFile(fixture), format: 'heic', contentType: 'image/heic' });
    const place = { source: 'ocr', position: 1, page: 1, box: [0.4, 0.4, 0.2, 0.2] };
    await test.db
      .insertInto('passages')
      .values({ ...place, resource_id: made.id, text: 'A swordfish' })
      .execute();
    await mask(made.id);
    const { type, body } = await untilServed(() => ownFile(reader, made));
    expect(type).toBe('image/jpeg');
    const { width = 0, height = 0 } = await sharp(body).metadata();
    const at = async (x: number, y: number) => {
      const [left, top] = [Math.floor(x * width), Math.floor(y * height)];
      return [...(await sharp(body).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())];
    };
    expect(Math.max(...(await at(0.5, 0.5)))).toBeLessThan(20);
    expect(Math.max(...(await at(0.05, 0.05)))).toBeGreaterThan(100);
  });
});

it('leaves no file behind, and nothing that a check finds', async () => {
  const { fileStore } = test.container.services;
  await eventually(async () => {
    const open = test.db
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'mask')
      .where('state', 'in', ['queued', 'running']);
    expect(await open.execute()).toEqual([]);
  });
  await removeFiles(test.db, fileStore);
  const keys: string[] = [];
  for await (const key of fileStore.listStoredBefore(new Date(Date.now() + 60_000))) keys.push(key);
  expect(await listUnknownKeys(test.db, keys)).toEqual([]);
  const found = await runChecks(test.db, fileStore, { checksums: true });
  expect(found.filter((check) => check.count > 0 && /files|objects/.test(check.what))).toEqual([]);
});
