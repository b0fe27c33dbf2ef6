import { listResourceWork } from '@lectern/contract/features/machine-work.ts';
import { listRenditions } from '@lectern/contract/features/reading.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { makeMedia } from '../../testing/media-rig.ts';
import { type SwiftServer, startSwift } from '../../testing/swift-server.ts';
import { cookieHeader, openTestApplication, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { UploadClient } from '../../testing/upload-client.ts';
import { readConfig } from '../config/config.ts';
import { joinInstallation } from './join-installation.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let swift: SwiftServer;
let first: TestApp;
let second: Awaited<ReturnType<typeof openTestApplication>>;
let env: Record<string, string>;
beforeAll(async () => {
  swift = await startSwift();
  const { endpoint, bucket, accessKey, secretKey } = swift.settings;
  env = {
    STORAGE: 's3',
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
    LECTERN_SEALING_KEY: Buffer.alloc(32, 5).toString('base64'),
  };
  const steps: NonNullable<Parameters<typeof startTestApp>[1]>['steps'] = (own) =>
    own.filter(({ kind }) => kind === 'inspect' || kind === 'convert');
  first = await startTestApp(env, { steps });
  second = await openTestApplication(first.databaseUrl, env, { steps });
});
afterAll(async () => {
  await second?.container.worker.stop();
  await second?.close();
  await first?.close();
  await swift?.stop();
});

it('a file uploaded on one machine is converted on the other and played from the first', async () => {
  for (const { dataDir } of [first, second]) {
    await joinInstallation(
      first.db,
      readConfig({ ...env, LECTERN_DATA_DIR: dataDir, DATABASE_URL: first.databaseUrl }),
    );
  }
  const { id: uploadId } = await new UploadClient(first).upload('tone.flac', await makeMedia('tone.flac', 1));
  const { resource_id } = await first.db
    .selectFrom('uploads')
    .select('resource_id')
    .where('id', '=', uploadId)
    .executeTakeFirstOrThrow();
  const id = String(resource_id);

  // Only the second machine runs a worker, so it must process the file uploaded on the first.
  await second.container.worker.start();
  await eventually(async () => {
    const { data } = await first.call(listResourceWork, { params: { id } }, { as: first.admin });
    const states = Object.fromEntries(data.map(({ work }) => [work.kind, work.state]));
    expect(states).toMatchObject({ inspect: 'done', convert: 'done' });
  });

  const { data: renditions } = await first.call(listRenditions, { params: { id } }, { as: first.admin });
  expect(renditions.length).toBeGreaterThan(0);
  for (const rendition of renditions) {
    const url = `/api/resources/${id}/renditions/${rendition.id}`;
    const response = await first.app.inject({ url, headers: { cookie: cookieHeader(first.admin.cookies) } });
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.length).toBeGreaterThan(0);
  }
});
