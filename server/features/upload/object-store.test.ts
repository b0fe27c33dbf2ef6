import { createHash, randomBytes } from 'node:crypto';
import { openVersionFile } from '@lectern/contract/features/resource-detail.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { S3FileStore } from '../../platform/storage/s3-file-store.ts';
import { eventually } from '../../testing/eventually.ts';
import { isSwiftInstalled, type SwiftServer, startSwift } from '../../testing/swift-server.ts';
import { cookieHeader, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { UploadClient } from '../../testing/upload-client.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

// Skipped when the object store's packages are missing; `npm test` installs them where it can.
const stores = isSwiftInstalled() ? ['an object store'] : [];

describe.each(stores)('with files in %s', () => {
  let swift: SwiftServer;
  let test: TestApp;
  let client: UploadClient;
  beforeAll(async () => {
    swift = await startSwift();
    test = await startTestApp(
      {},
      { fileStore: new S3FileStore(swift.settings), steps: (own) => own.filter((step) => step.kind === 'inspect') },
    );
    client = new UploadClient(test);
    await test.container.worker.start();
  });
  afterAll(async () => {
    await test.container.worker.stop();
    await test.close();
    await swift.stop();
  });

  async function resourceOf(uploadId: string) {
    return test.db
      .selectFrom('uploads')
      .innerJoin('resources', 'resources.id', 'uploads.resource_id')
      .selectAll('resources')
      .where('uploads.id', '=', uploadId)
      .executeTakeFirstOrThrow();
  }

  it('an upload in chunks becomes a resource, is inspected and served by range', async () => {
    const noise = randomBytes(1_500 * 1_500 * 3);
    const bytes = await sharp(noise, { raw: { width: 1_500, height: 1_500, channels: 3 } })
      .png()
      .toBuffer();
    const { id } = await client.announce('noise.png', bytes.length);
    for (let offset = 0; offset < bytes.length; offset += 3_000_000) {
      expect((await client.offset(id)).offset).toBe(offset);
      expect((await client.patch(id, offset, bytes.subarray(offset, offset + 3_000_000))).http).toBe(204);
    }
    const resource = await resourceOf(id);
    expect(resource.sha256).toEqual(createHash('sha256').update(bytes).digest());
    await eventually(async () => {
      expect(await resourceOf(id)).toMatchObject({ state: 'ready', width: 1_500, work_failed: false });
    });
    expect((await resourceOf(id)).thumbnail_id).not.toBeNull();
    const url = openVersionFile.path.replace('{id}', resource.id).replace('{versionId}', String(resource.version_id));
    const headers = { cookie: cookieHeader(test.admin.cookies), range: 'bytes=1000-1999' };
    const response = await test.app.inject({ url: `/api${url}`, headers });
    expect(response.statusCode).toBe(206);
    expect(response.rawPayload.equals(bytes.subarray(1_000, 2_000))).toBe(true);
  });

  it('refused and cancelled uploads leave nothing', async () => {
    const { fileStore } = test.container.services;
    const count = async () => (await all(fileStore.listStoredBefore(new Date(Date.now() + 86_400_000)))).length;
    const before = await count();
    expect((await client.upload('playlist.mp4', Buffer.from('#EXTM3U\n'))).http).toBe(415);
    const { id } = await client.announce('given-up.mp4', 20_000_000);
    await client.patch(id, 0, randomBytes(9_000_000));
    await client.cancel(id);
    expect(await count()).toBe(before);
    expect(await all(fileStore.listAssembliesBefore(new Date(Date.now() + 86_400_000)))).toEqual([]);
  });
});

async function all<T>(listed: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of listed) found.push(one);
  return found;
}
