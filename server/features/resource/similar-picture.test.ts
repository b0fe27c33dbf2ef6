import { Readable } from 'node:stream';
import { listSimilarPictures, restoreVersion } from '@lectern/contract/features/resource-detail.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hashPicture } from '../../engines/image/hash-picture.ts';
import { runSandboxed } from '../../engines/sandbox/run-sandboxed.ts';
import { newId } from '../../platform/new-id.ts';
import { insertFile } from '../../platform/storage/file-rows.ts';
import { buildCampus } from '../../testing/campus.ts';
import { eventually } from '../../testing/eventually.ts';
import { makeResource, makeStaff, type ResourceWish, type Staff, versionOf } from '../../testing/resource-rig.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { UploadClient } from '../../testing/upload-client.ts';
import { hashOldPictures } from '../inspection/hash-old-pictures.ts';
import { versionRenditions } from '../machine-work/public.ts';
import { saveInspection } from './resource-intake.service.ts';
import { insertPictureHash } from './similar-picture.repository.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

let test: TestApp;
let staff: Staff;

beforeAll(async () => {
  test = await startTestApp();
  staff = await makeStaff(test, await buildCampus(test));
});
afterAll(() => test.close());

const similar = (id: string, as: Identity = test.admin) => test.call(listSimilarPictures, { params: { id } }, { as });
const titles = async (id: string, as?: Identity) => (await similar(id, as)).data.map((picture) => picture.title);

async function picture(title: string, hash: string | null, wish: ResourceWish = {}) {
  const made = await makeResource(test, { kind: 'image', title, ...wish });
  if (hash) await insertPictureHash(test.db, made.versionId, hash);
  return made;
}

/** Draws the same shapes for the same seed. */
async function scene(seed: number): Promise<Buffer> {
  const shapes = Array.from({ length: 14 }, (_, at) => {
    const pick = (range: number, salt: number) => ((seed * 7919 + at * 104_729 + salt * 1_299_709) >> 3) % range;
    return `<circle cx="${pick(1200, 1)}" cy="${pick(800, 2)}" r="${60 + pick(200, 3)}" fill="hsl(${pick(360, 4)} 70% ${20 + pick(60, 5)}%)"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><rect width="1200" height="800" fill="#ccd"/>${shapes.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

describe('similar images', () => {
  it('are those with the same file first, then those with the nearest hash, up to 10 bits away', async () => {
    const { id } = await picture('One', 'f0e1d2c3b4a59687', { content: 'the same bytes' });
    await picture('Ten bits away', 'f3e1d2c3b4a59678', { content: 'b' });
    await picture('Eleven bits away', '0fe1d2c3b4a59680');
    await picture('A bit away', 'f0e1d2c3b4a59686');
    await picture('The same look', 'f0e1d2c3b4a59687');
    await picture('The same file, never hashed', null, { content: 'the same bytes' });
    await picture('Nothing alike', '0f1e2d3c4b5a6978');
    await makeResource(test, { kind: 'document', title: 'No picture', content: 'the same bytes' });
    const { data } = await similar(id);
    expect(data.map(({ title, sameFile, distance }) => [title, sameFile, distance])).toEqual([
      ['The same file, never hashed', true, 0],
      ['The same look', false, 0],
      ['A bit away', false, 1],
      ['Ten bits away', false, 10],
    ]);
    expect(data[0]).toMatchObject({ state: 'ready', thumbnail: null, owner: { id: test.admin.userId } });
  });

  it('are limited to readable ones outside Trash', async () => {
    const hash = '1234123412341234';
    const { id } = await picture('Seen by all', hash, { state: 'published', owner: staff.owner });
    await picture('Published by others', hash, { state: 'published', owner: staff.otherEditor });
    const draft = await picture('Draft of others', hash, { state: 'draft', owner: staff.otherEditor });
    await picture('My draft', hash, { state: 'draft', owner: staff.owner });
    await picture('In the trash', hash, { state: 'trashed', owner: staff.owner });
    expect((await titles(id, staff.owner)).toSorted()).toEqual(['My draft', 'Published by others']);
    expect(await titles(id, staff.stranger)).toEqual(['Published by others']);
    expect((await titles(id)).toSorted()).toEqual(['Draft of others', 'My draft', 'Published by others']);
    expect((await similar(draft.id, staff.stranger)).status).toBe(404);
    const nobody = await test.identity({ roleId: 4, pages: ['/app/sensitive/word'] });
    expect((await similar(id, nobody)).status).toBe(403);
    const collector = await test.identity({ roleId: 4, pages: ['/app/home/collect'] });
    expect(await titles(id, collector)).toEqual(['Published by others']);
  });

  it('exclude images that are merely plain in the same places', async () => {
    const { id } = await picture('A dot', '0000000000000003');
    await picture('Another dot', '0000000000030000');
    await picture('Plain', '0000000000000000');
    expect(await titles(id)).toEqual([]);
    const plain = await picture('Plain as well', '0000000000000000');
    expect(await titles(plain.id)).toEqual([]);
  });

  it('are twelve at most', async () => {
    const hash = '8888777766665555';
    for (let at = 0; at < 13; at += 1) await picture(`Copy ${at}`, hash);
    const { id } = await picture('Original', hash, { content: 'twelve' });
    await picture('Same file', null, { content: 'twelve' });
    const { data } = await similar(id);
    expect(data).toHaveLength(12);
    expect(data[0]?.title).toBe('Same file');
  });

  it('are found by the current version, also when that is an earlier one restored', async () => {
    const { id: other } = await picture('Stays', '00ff00ff00ff0f0f');
    const first = await picture('Changes', '00ff00ff00ff0f0f');
    expect(await titles(other)).toEqual(['Changes']);
    const second = await picture('Lends its file', 'ff00ff00ff00f0f0');
    const { id } = first;
    const changed = { resource_id: id, number: 2 };
    await test.db.updateTable('resource_versions').set(changed).where('id', '=', second.versionId).execute();
    await test.db.updateTable('resources').set({ version_id: second.versionId }).where('id', '=', id).execute();
    expect(await titles(other)).toEqual([]);
    const restored = { params: { id, versionId: first.versionId }, body: { version: await versionOf(test, id) } };
    expect((await test.call(restoreVersion, restored, { as: test.admin })).status).toBe(201);
    expect(await titles(other)).toEqual(['Changes']);
  });
});

describe('the hash of a picture', () => {
  it('comes with its inspection: a smaller, recompressed, turned-and-marked copy is alike, another picture is not', async () => {
    await test.container.worker.start();
    try {
      const client = new UploadClient(test);
      const original = await scene(3);
      const turned = await sharp(original).rotate(90).jpeg({ quality: 80 }).withMetadata({ orientation: 8 }).toBuffer();
      const files = {
        'original.png': original,
        'small.jpg': await sharp(original).resize(420).jpeg({ quality: 35 }).toBuffer(),
        'turned.jpg': turned,
        'other.png': await scene(11),
      };
      for (const [name, bytes] of Object.entries(files)) await client.upload(name, bytes);
      const ready = await eventually(async () => {
        const rows = await test.db
          .selectFrom('resources')
          .select(['id', 'file_name'])
          .where('file_name', 'in', Object.keys(files))
          .where('state', '=', 'ready')
          .execute();
        expect(rows).toHaveLength(4);
        return new Map(rows.map((row) => [row.file_name, row.id]));
      });
      expect((await titles(String(ready.get('original.png')))).toSorted()).toEqual(['Small', 'Turned']);
      expect(await titles(String(ready.get('other.png')))).toEqual([]);
    } finally {
      await test.container.worker.stop();
    }
  });

  it('ignores plain areas, however they are compressed', async () => {
    const create = { width: 320, height: 200, channels: 3, background: '#789' } as const;
    expect(await hashPicture(await sharp({ create }).jpeg({ quality: 20 }).toBuffer())).toBe('0000000000000000');
  });

  it('is taken from the thumbnail where the picture was inspected before, and one that is lost keeps none back', async () => {
    const { fileStore } = test.container.services;
    const thumbnail = await sharp(await scene(5))
      .resize(320)
      .webp()
      .toBuffer();
    const seen = async (title: string) => {
      const made = await picture(title, null);
      const stored = await fileStore.write(Readable.from([thumbnail]));
      const file = { ...stored, id: newId(), name: 'thumbnail.webp', contentType: 'image/webp', createdBy: null };
      await insertFile(test.db, file);
      await saveInspection(test.db, versionRenditions, made.versionId, { facts: {}, thumbnailFileId: file.id });
      return { ...made, thumbnailKey: stored.storeKey };
    };
    const [first, lost, second] = [await seen('First'), await seen('Lost'), await seen('Second')];
    await fileStore.remove(lost.thumbnailKey);
    expect(await titles(first.id)).toEqual([]);
    const parts = { fileStore, run: runSandboxed };
    expect(await hashOldPictures(parts, test.db, AbortSignal.timeout(60_000))).toBe(2);
    expect(await titles(first.id)).toEqual(['Second']);
    expect(await titles(second.id)).toEqual(['First']);
    expect(await hashOldPictures(parts, test.db, AbortSignal.timeout(60_000))).toBe(0);
  });
});
