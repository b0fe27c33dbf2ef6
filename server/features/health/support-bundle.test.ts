import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import {
  getHealthReport,
  getHealthState,
  listSupportBundles,
  makeSupportBundle,
} from '@lectern/contract/features/health.ts';
import { listNotifications } from '@lectern/contract/features/notification.ts';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newId } from '../../platform/new-id.ts';
import { eventually } from '../../testing/eventually.ts';
import { untilState } from '../../testing/queue-rig.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

vi.setConfig({ testTimeout: 120_000 });

let app: TestApp;
let reader: Identity;
beforeAll(async () => {
  app = await startTestApp();
  await app.container.worker.start();
  reader = await app.identity({ roleId: 4, pages: ['/app/system/health'] });
});
afterAll(async () => {
  await app.container.worker.stop();
  await app.close();
});

async function make(as = app.admin): Promise<string> {
  const { http, data } = await app.call(makeSupportBundle, {}, { as });
  expect(http).toBe(202);
  await untilState(app.db, data.id, 'done');
  return data.id;
}

function download(id: string, as: Identity | null, headers: Record<string, string> = {}) {
  return app.app.inject({ url: `/api/system/health/bundles/${id}/file`, cookies: as?.cookies ?? {}, headers });
}

async function storedFiles(): Promise<string[]> {
  const entries = await readdir(path.join(app.dataDir, 'files'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe('a support bundle', () => {
  test('is made by the worker, listed, announced and downloaded', async () => {
    const id = await make();
    const { data } = await app.call(listSupportBundles, {}, { as: reader });
    const bundle = data.find((row) => row.id === id);
    expect(bundle).toMatchObject({ job: { state: 'done', progress: 100, kind: 'supportBundle' } });
    const answer = await download(id, app.admin);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(bundle?.file?.sizeBytes),
      'content-disposition': `attachment; filename="${bundle?.file?.name}"`,
      'x-content-type-options': 'nosniff',
      etag: `"${bundle?.file?.sha256}"`,
    });
    expect(answer.rawPayload.length).toBe(bundle?.file?.sizeBytes);
    expect(answer.json()).toMatchObject({
      versions: { schema: expect.any(String) },
      health: { database: { state: 'up' } },
      rowCounts: { users: expect.any(Number), activities: expect.any(Number) },
    });
    const { rows } = (await app.call(listNotifications, {}, { as: app.admin })).data;
    expect(rows).toContainEqual(expect.objectContaining({ kind: 'jobDone', link: '/app/system/health' }));
  });

  test('isn’t sent again if unchanged', async () => {
    const id = await make();
    const { etag } = (await download(id, app.admin)).headers;
    const again = await download(id, app.admin, { 'if-none-match': String(etag) });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });

  test('holds no account, name, address, token or secret', async () => {
    const person = await app.identity({ roleId: 4, name: 'Xanthippe Distinctive' });
    const id = await make();
    const { body } = await download(id, app.admin);
    expect(body).toContain('"latestActions"');
    for (const secret of [
      person.account,
      'Xanthippe',
      person.token,
      app.admin.token,
      '127.0.0.1:5432',
      'password_hash',
    ]) {
      expect(body).not.toContain(secret);
    }
    expect(body).not.toContain(app.databaseUrl);
  });

  test('that is delivered a second time makes no second file', async () => {
    const id = await make();
    const before = await storedFiles();
    const boss = new PgBoss({ connectionString: app.databaseUrl, supervise: false, schedule: false });
    await boss.start();
    await boss.send('supportBundle', { jobId: id });
    await sql`update pgboss.job set state = 'created', started_on = null, completed_on = null where id = ${id}`.execute(
      app.db,
    );
    await make();
    await eventually(async () => {
      const { rows } =
        await sql`select id from pgboss.job where state <> 'completed' and name = 'supportBundle'`.execute(app.db);
      expect(rows).toEqual([]);
    });
    await boss.stop({ graceful: false });
    expect(await storedFiles()).toHaveLength(before.length + 1);
    const { data } = await app.call(listSupportBundles, {}, { as: app.admin });
    expect(data.find((row) => row.id === id)).toMatchObject({ job: { tries: 1 } });
  });

  test('asked for twice with one idempotency key is made once', async () => {
    const headers = { 'idempotency-key': newId() };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => app.call(makeSupportBundle, {}, { as: app.admin, headers })),
    );
    expect(new Set(answers.map((answer) => answer.data.id)).size).toBe(1);
    await untilState(app.db, answers[0]?.data.id ?? '', 'done');
  });

  test('leaves a record of who asked for it and who took it', async () => {
    const id = await make();
    await download(id, app.admin);
    const activities = await app.db
      .selectFrom('activities')
      .select(['action', 'actor_id'])
      .where('object_id', '=', id)
      .orderBy('id')
      .execute();
    expect(activities).toEqual([
      { action: 'health.supportBundleAsked', actor_id: app.admin.userId },
      { action: 'health.supportBundleDownloaded', actor_id: app.admin.userId },
    ]);
  });

  test('is neither made nor taken by a person without the ability', async () => {
    const id = await make();
    expect((await app.call(makeSupportBundle, {}, { as: reader })).http).toBe(403);
    expect((await download(id, reader)).statusCode).toBe(403);
    expect((await download(id, null)).statusCode).toBe(401);
  });

  test('that does not exist, is no bundle, or lost its file is not found', async () => {
    expect((await download(newId(), app.admin)).statusCode).toBe(404);
    expect((await download('..%2f..%2fetc%2fpasswd', app.admin)).statusCode).toBe(422);
    const other = newId();
    await app.db.insertInto('jobs').values({ id: other, kind: 'maintenance', state: 'done' }).execute();
    expect((await download(other, app.admin)).statusCode).toBe(404);
    const id = await make();
    const { store_key: storeKey } = await app.db
      .selectFrom('files')
      .innerJoin('jobs', 'jobs.file_id', 'files.id')
      .select('store_key')
      .where('jobs.id', '=', id)
      .executeTakeFirstOrThrow();
    await rm(path.join(app.dataDir, 'files', storeKey));
    expect((await download(id, app.admin)).statusCode).toBe(404);
  });
});

describe('health over HTTP', () => {
  test('says one word to everybody', async () => {
    await eventually(async () => {
      const answer = await app.call(getHealthState);
      expect(answer.http).toBe(200);
      expect(answer.data).toEqual({ state: 'ok' });
    });
  });

  test('shows everything to people with the page', async () => {
    const { http, data } = await app.call(getHealthReport, { query: { fresh: 'true' } }, { as: reader });
    expect(http).toBe(200);
    expect(data.queue?.workers).toHaveLength(1);
    expect(data.engines.length).toBeGreaterThan(5);
    const stranger = await app.identity({ roleId: 4 });
    expect((await app.call(getHealthReport, {}, { as: stranger })).http).toBe(403);
  });
});
