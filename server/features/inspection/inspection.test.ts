import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { editImage, openRendition } from '@lectern/contract/features/resource-detail.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import yazl from 'yazl';
import { readExif } from '../../engines/image/exif.ts';
import { eventually } from '../../testing/eventually.ts';
import { cookieHeader, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { UploadClient } from '../../testing/upload-client.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

let test: TestApp;
let client: UploadClient;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-samples-'));
  // The later steps are tested separately.
  test = await startTestApp({}, { steps: (own) => own.filter((step) => step.kind === 'inspect') });
  client = new UploadClient(test);
  await test.container.worker.start();
});
afterAll(async () => {
  await test.container.worker.stop();
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

async function bySight(name: string, bytes: Buffer) {
  const sent = await client.upload(name, bytes);
  expect(sent).toMatchObject({ http: 204, state: 'done' });
  const { resource_id: id } = await test.db
    .selectFrom('uploads')
    .select('resource_id')
    .where('id', '=', sent.id)
    .executeTakeFirstOrThrow();
  return untilReady(String(id));
}

async function untilReady(id: string, versionNumber = 1) {
  return eventually(async () => {
    const resource = await test.db.selectFrom('resources').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect([resource.state, resource.version_number]).toEqual(['ready', versionNumber]);
    const version = await test.db
      .selectFrom('resource_versions')
      .innerJoin('files', 'files.id', 'resource_versions.file_id')
      .select(['resource_versions.facts', 'resource_versions.note', 'files.store_key'])
      .where('resource_versions.id', '=', String(resource.version_id))
      .executeTakeFirstOrThrow();
    return { ...resource, ...version, facts: version.facts as Record<string, unknown> };
  });
}

async function contentOf(storeKey: string): Promise<Buffer> {
  return buffer((await test.container.services.fileStore.open(storeKey)).stream);
}

function made(name: string, ...args: string[]): Promise<Buffer> {
  const file = path.join(folder, name);
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args, file]);
  return readFile(file);
}

/** A photo whose EXIF location is Paris. */
async function photo(): Promise<Buffer> {
  const pixels = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#356' } })
    .composite([
      {
        input: await sharp({ create: { width: 90, height: 60, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
        left: 0,
        top: 0,
      },
    ])
    .withExif({
      IFD0: { Make: 'Lectern', Model: 'One', ImageDescription: '<script>alert(1)</script>' },
      IFD2: { DateTimeOriginal: '2026:05:04 03:02:01', FNumber: '28/10' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '48/1 51/1 24/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '2/1 21/1 3/1',
      },
    })
    .jpeg()
    .toBuffer();
  return pixels;
}

const pdf = Buffer.from(
  `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>endobj
4 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>endobj
trailer<</Root 1 0 R>>
`,
);

describe('the inspection of a new file', () => {
  it('finds length, size, codecs and a small picture of a video', async () => {
    const bytes = await made(
      'v.mp4',
      '-f',
      'lavfi',
      '-i',
      'testsrc=s=640x360:d=3',
      '-f',
      'lavfi',
      '-i',
      'sine=d=3',
      '-c:v',
      'libx264',
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
    );
    const seen = await bySight('lesson.mp4', bytes);
    expect(seen).toMatchObject({ kind: 'video', width: 640, height: 360, work_failed: false });
    expect(seen.duration_seconds).toBeCloseTo(3, 0);
    expect(seen.facts).toMatchObject({ video: { codec: 'h264', frameRate: 25 }, audio: { codec: 'aac', channels: 1 } });
    const response = await test.app.inject({
      url: `/api${openRendition.path.replace('{id}', seen.id).replace('{renditionId}', String(seen.thumbnail_id))}`,
      headers: { cookie: cookieHeader(test.admin.cookies) },
    });
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ width: 320, height: 180, format: 'webp' });
  });

  it('finds the length of a sound', async () => {
    const seen = await bySight(
      'sound.mp3',
      await made('s.mp3', '-f', 'lavfi', '-i', 'sine=d=2', '-metadata', 'title=Hum'),
    );
    expect(seen).toMatchObject({ kind: 'audio', work_failed: false, thumbnail_id: null });
    expect(seen.facts).toMatchObject({ audio: { codec: 'mp3' }, tags: { title: 'Hum' } });
  });

  it('counts the pages of a PDF and draws the first', async () => {
    const seen = await bySight('paper.pdf', pdf);
    expect(seen).toMatchObject({ kind: 'document', page_count: 2, work_failed: false });
    expect(seen.thumbnail_id).not.toBeNull();
    expect(seen.facts).toMatchObject({ pagePoints: { width: 300, height: 400 } });
  });

  it('reads what a camera noted, and where', async () => {
    const seen = await bySight('photo.jpg', await photo());
    expect(seen).toMatchObject({ kind: 'image', width: 900, height: 600 });
    expect(seen.facts).toMatchObject({
      exif: {
        camera: 'Lectern One',
        takenAt: '2026-05-04T03:02:01',
        aperture: 2.8,
        description: '<script>alert(1)</script>',
        gps: { latitude: 48.856667, longitude: 2.350833 },
      },
    });
  });

  it.each(['png', 'webp', 'gif', 'tiff', 'bmp'] as const)('looks at %s', async (format) => {
    const bytes = await made(
      `p.${format}`,
      '-f',
      'lavfi',
      '-i',
      `testsrc=s=64x48:d=1`,
      '-frames:v',
      '1',
      '-update',
      '1',
    );
    const seen = await bySight(`picture.${format}`, bytes);
    expect(seen).toMatchObject({ kind: 'image', format, width: 64, height: 48, work_failed: false });
    expect(seen.thumbnail_id).not.toBeNull();
  });

  it('draws the pictures of phones', async () => {
    const seen = await bySight('phone.heic', await heic());
    expect(seen).toMatchObject({ kind: 'image', format: 'heic', width: 96, height: 64, work_failed: false });
    expect(seen.facts.exif).toMatchObject({ camera: 'Lectern Test' });
    const { store_key: storeKey } = await test.db
      .selectFrom('renditions')
      .innerJoin('files', 'files.id', 'renditions.file_id')
      .select('files.store_key')
      .where('renditions.id', '=', String(seen.thumbnail_id))
      .executeTakeFirstOrThrow();
    const picture = await contentOf(storeKey);
    expect(await colourAt(picture, 20, 30)).toBe('red');
    expect(await colourAt(picture, 70, 30)).toBe('green');
  });

  it('accepts genuine documents', async () => {
    expect(await bySight('plain.docx', await wordWith(''))).toMatchObject({ format: 'docx', work_failed: false });
  });

  it.each([
    ['outside.docx', () => wordWith('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>'), /external files/],
    ['cut.heic', async () => (await heic()).subarray(0, 380), /damaged/],
    ['cut.mp4', () => Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0', 'latin1'), /damaged|incomplete|no picture/],
    ['header.pdf', () => Buffer.from('%PDF-1.7\n'), /damaged/],
    ['broken.jpg', () => Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF broken', 'latin1'), /damaged/],
  ] as const)('of %s ends once, with a cause, and keeps the file', async (name, make, cause) => {
    const bytes = await make();
    const seen = await bySight(name, bytes);
    expect(seen.work_failed).toBe(true);
    expect(String(seen.facts.failed)).toMatch(cause);
    expect(await contentOf(seen.store_key)).toEqual(bytes);
    const jobs = await test.db.selectFrom('jobs').selectAll().where('kind', '=', 'inspect').execute();
    const job = jobs.find((one) => one.version_id === seen.version_id);
    expect(job).toMatchObject({ state: 'failed', tries: 1, cause: expect.stringMatching(cause) });
  });

  it('refuses unmaintained codecs', async () => {
    const bytes = await made('m.avi', '-f', 'lavfi', '-i', 'testsrc=s=64x48:d=1', '-c:v', 'magicyuv');
    expect(String((await bySight('rare.avi', bytes)).facts.failed)).toContain('magicyuv');
  });
});

describe('an edit of a picture', () => {
  type Edits = {
    rotate?: 0 | 90 | 180 | 270;
    crop?: { left: number; top: number; width: number; height: number };
    stripGps?: boolean;
  };

  async function edit(id: string, version: number, edits: Edits) {
    return test.call(editImage, { params: { id }, body: { ...edits, version } }, { as: test.admin });
  }

  it('takes the place out and leaves every pixel and every other note as it was', async () => {
    const original = await photo();
    const seen = await bySight('trip.jpg', Buffer.concat([original, Buffer.from('a')]));
    const answer = await edit(seen.id, seen.version, { stripGps: true });
    expect(answer.http).toBe(202);
    const after = await untilReady(seen.id, 2);
    expect(after.note).toBe('Location removed');
    expect(after.facts.exif).toMatchObject({ camera: 'Lectern One', gps: null });
    const bytes = await contentOf(after.store_key);
    expect(bytes.length).toBe(original.length + 1);
    expect(await pixels(bytes)).toBe(await pixels(original));
    const { exif } = await sharp(bytes).metadata();
    expect(exif && readExif(exif)).toMatchObject({ gps: null, takenAt: '2026-05-04T03:02:01' });
    const changed = bytes.filter((byte, at) => byte !== original[at] && at < original.length).length;
    expect(changed).toBeLessThan(300);
    expect(await contentOf(seen.store_key)).toEqual(Buffer.concat([original, Buffer.from('a')]));
  });

  it('turns, then cuts, as the person saw it', async () => {
    const seen = await bySight('turn.jpg', Buffer.concat([await photo(), Buffer.from('b')]));
    const crop = { left: 400, top: 0, width: 200, height: 300 };
    await edit(seen.id, seen.version, { rotate: 90, crop, stripGps: true });
    const after = await untilReady(seen.id, 2);
    expect(after).toMatchObject({ width: 200, height: 300, format: 'jpg' });
    expect(after.facts.exif).toMatchObject({ camera: 'Lectern One', gps: null });
    // The red corner has moved from the upper left to the upper right.
    const { data } = await sharp(await contentOf(after.store_key))
      .extract({ left: 190, top: 5, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeGreaterThan(200);
  });

  it('of a phone picture is a JPEG with its EXIF data', async () => {
    const seen = await bySight('Phone 2.HEIC', Buffer.concat([await heic(), Buffer.alloc(8)]));
    await edit(seen.id, seen.version, { crop: { left: 48, top: 0, width: 40, height: 60 } });
    const after = await untilReady(seen.id, 2);
    expect(after).toMatchObject({ width: 40, height: 60, format: 'jpg', file_name: 'Phone 2.jpg', work_failed: false });
    expect(after.facts.exif).toMatchObject({ camera: 'Lectern Test' });
    expect(await colourAt(await contentOf(after.store_key), 20, 30)).toBe('green');
  });

  it('is refused for other files, old versions and people with view access', async () => {
    const document = await bySight('no-picture.txt', Buffer.from('words'));
    expect((await edit(document.id, document.version, { rotate: 90 })).failure.code).toBe('notAPicture');
    const seen = await bySight('stale.jpg', Buffer.concat([await photo(), Buffer.from('c')]));
    expect((await edit(seen.id, seen.version - 1, { rotate: 90 })).http).toBe(409);
    await test.db.updateTable('resources').set({ state: 'published' }).where('id', '=', seen.id).execute();
    const reader = await test.identity({ roleId: 4, pages: ['/app/home/my'] });
    const body = { rotate: 90 as const, version: seen.version };
    const answer = await test.call(editImage, { params: { id: seen.id }, body }, { as: reader });
    expect(answer.http).toBe(403);
  });
});

/** A minimal Word document with `declared` before its root element. */
function wordWith(declared: string): Promise<Buffer> {
  const types = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  const zip = new yazl.ZipFile();
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(`<?xml version="1.0"?>${text}`), name);
  add('[Content_Types].xml', `<Types><Override PartName="/word/document.xml" ContentType="${types}"/></Types>`);
  add('_rels/.rels', '<Relationships/>');
  add('word/document.xml', `${declared}<w:document>${randomUUID()}</w:document>`);
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream);
}

/** Red on the left and green on the right, in the HEIC format of phones. */
function heic(): Promise<Buffer> {
  return readFile(path.join(import.meta.dirname, '../../engines/image/fixtures/two-colours.heic'));
}

async function colourAt(picture: Buffer, left: number, top: number): Promise<string> {
  const pixel = await sharp(picture).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  const [red = 0, green = 0] = pixel;
  return red > green ? 'red' : 'green';
}

async function pixels(bytes: Buffer): Promise<string> {
  return createHash('sha256')
    .update(await sharp(bytes).raw().toBuffer())
    .digest('hex');
}
