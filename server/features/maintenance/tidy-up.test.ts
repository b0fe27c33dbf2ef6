import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '../../platform/new-id.ts';
import { DiskFileStore } from '../../platform/storage/disk-file-store.ts';
import { insertFile } from '../../platform/storage/file-rows.ts';
import type { StoredFile } from '../../platform/storage/file-store.ts';
import { definitionsOf, insertUser, openQueueRig, type QueueRig } from '../../testing/queue-rig.ts';
import { sessionMaintenance } from '../auth/session.repository.ts';
import { editLockMaintenance } from '../edit-lock/edit-lock.repository.ts';
import { importMaintenance } from '../import/import.repository.ts';
import { maintenanceJob } from './maintenance.jobs.ts';

vi.setConfig({ testTimeout: 120_000 });

const steps = [...sessionMaintenance, ...editLockMaintenance, ...importMaintenance];
const dayMs = 24 * 3_600_000;
const ago = (days: number) => new Date(Date.now() - days * dayMs);
let rig: QueueRig;
let root: string;
let store: DiskFileStore;
let userId: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'lectern-tidy-'));
  store = new DiskFileStore(root, { floorBytes: () => 0 });
  rig = await openQueueRig({});
  userId = await insertUser(rig.db);
});
afterEach(async () => {
  await rig.close();
  await rm(root, { recursive: true, force: true });
});

/** Runs the maintenance job that a starting worker queues. */
async function tidy(fileStore = store) {
  const definitions = definitionsOf({}).map((definition) =>
    definition.kind === 'maintenance' ? maintenanceJob({ fileStore, steps: () => steps }) : definition,
  );
  await rig.startWorker(definitions);
  const { id } = await rig.db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', 'maintenance')
    .where('created_at', '>', ago(1))
    .executeTakeFirstOrThrow();
  return rig.untilState(id, 'done');
}

async function insertSession(ended: Date | null, expires: Date): Promise<string> {
  const id = newId();
  await rig.db
    .insertInto('sessions')
    .values({ id, user_id: userId, user_agent: '', ip: '', expires_at: expires, ended_at: ended })
    .execute();
  return id;
}

async function insertToken(sessionId: string, kind: string, expires: Date): Promise<void> {
  const hash = randomBytes(32);
  await rig.db
    .insertInto('session_tokens')
    .values({ hash, session_id: sessionId, kind, expires_at: expires })
    .execute();
}

async function storeWithAge(days: number): Promise<StoredFile> {
  const stored = await store.write(Readable.from(['content']));
  await utimes(path.join(root, stored.storeKey), ago(days), ago(days));
  return stored;
}

async function insertBundle(days: number): Promise<{ jobId: string; storeKey: string }> {
  const stored = await storeWithAge(days);
  const file = { ...stored, id: newId(), name: 'b.json', contentType: 'application/json', createdBy: null };
  await insertFile(rig.db, file);
  const jobId = newId();
  await rig.db
    .insertInto('jobs')
    .values({ id: jobId, kind: 'supportBundle', state: 'done', file_id: file.id, created_at: ago(days) })
    .execute();
  return { jobId, storeKey: stored.storeKey };
}

describe('maintenance', () => {
  test('removes sessions 30 days after their end and tokens a day after theirs, and keeps the rest', async () => {
    const old = await insertSession(ago(31), ago(31));
    await insertToken(old, 'refresh', ago(31));
    const expired = await insertSession(null, ago(31));
    const recent = await insertSession(ago(29), ago(29));
    const live = await insertSession(null, ago(-7));
    await insertToken(live, 'refresh', ago(2));
    await insertToken(live, 'access', ago(2));
    await insertToken(live, 'cookie', ago(2));
    await insertToken(live, 'access', ago(0.5));
    await tidy();
    const sessions = await rig.db.selectFrom('sessions').select('id').execute();
    expect(sessions.map((row) => row.id).sort()).toEqual([recent, live].sort());
    expect(sessions.map((row) => row.id)).not.toContain(expired);
    const tokens = await rig.db.selectFrom('session_tokens').select('kind').orderBy('kind').execute();
    expect(tokens.map((row) => row.kind)).toEqual(['access', 'refresh']);
  });

  test('removes limits, keys, events and workers whose time is over, and no others', async () => {
    await rig.db
      .insertInto('rate_limits')
      .values([
        { key: 'over', count: 1, window_ends_at: ago(0.01) },
        { key: 'running', count: 1, window_ends_at: ago(-1) },
      ])
      .execute();
    const key = { user_id: userId, endpoint_id: 'x', request_hash: randomBytes(32) };
    await rig.db
      .insertInto('idempotency_keys')
      .values([
        { ...key, key: 'old', started_at: ago(3) },
        { ...key, key: 'new', started_at: ago(1) },
      ])
      .execute();
    await rig.db
      .insertInto('events')
      .values([
        { payload: '{"topic":"settings"}', created_at: ago(2) },
        { payload: '{"topic":"permissions"}', created_at: ago(0.5) },
      ])
      .execute();
    await rig.db
      .insertInto('workers')
      .values({ id: newId(), name: 'gone', last_seen_at: ago(2) })
      .execute();
    const job = await tidy();
    expect(await rig.db.selectFrom('rate_limits').select('key').execute()).toEqual([{ key: 'running' }]);
    expect(await rig.db.selectFrom('idempotency_keys').select('key').execute()).toEqual([{ key: 'new' }]);
    const events = await rig.db.selectFrom('events').select('payload').execute();
    expect(events).toEqual([{ payload: { topic: 'permissions' } }]);
    const workers = await rig.db.selectFrom('workers').select('name').execute();
    expect(workers.map((row) => row.name)).not.toContain('gone');
    expect(job.log).toContain('Removed 1 idempotency keys older than 2 days.');
    expect(job.log).not.toContain(' 0 ');
    expect(job.result).toMatchObject({ 'live events older than a day': 1 });
  });

  test('removes lapsed edit locks, and imported files with their lines after 30 days', async () => {
    const lock = (expires: Date) => ({
      object_type: 'user',
      object_id: newId(),
      user_id: userId,
      window_id: newId(),
      expires_at: expires,
    });
    await rig.db
      .insertInto('edit_locks')
      .values([lock(ago(0.1)), lock(ago(-0.1))])
      .execute();
    const file = (id: string, days: number) => ({
      id,
      list: 'user',
      owner_id: userId,
      file_name: `${days}.csv`,
      format: 'csv',
      detail: 'UTF-8',
      columns: '[]',
      line_count: 1,
      mapping: '{}',
      created_at: ago(days),
    });
    const [old, young] = [newId(), newId()];
    await rig.db
      .insertInto('imports')
      .values([file(old, 31), file(young, 29)])
      .execute();
    await rig.db
      .insertInto('import_lines')
      .values([old, young].map((import_id) => ({ import_id, line: 2, cells: '["a"]' })))
      .execute();
    await tidy();
    expect(await rig.db.selectFrom('edit_locks').select('user_id').execute()).toHaveLength(1);
    expect(await rig.db.selectFrom('imports').select('id').execute()).toEqual([{ id: young }]);
    expect(await rig.db.selectFrom('import_lines').select('import_id').execute()).toEqual([{ import_id: young }]);
  });

  test('removes more rows than fit in one batch', async () => {
    const values = Array.from({ length: 12_001 }, (_, index) => ({
      key: `k${index}`,
      count: 1,
      window_ends_at: ago(1),
    }));
    for (let start = 0; start < values.length; start += 4_000) {
      await rig.db
        .insertInto('rate_limits')
        .values(values.slice(start, start + 4_000))
        .execute();
    }
    const job = await tidy();
    expect(await rig.db.selectFrom('rate_limits').select('key').execute()).toEqual([]);
    expect(job.result).toMatchObject({ 'expired rate limits': 12_001 });
  });

  test('puts the differences of counts together', async () => {
    const differences = [3, -1, 2].map((delta) => ({ list: 'other', tab: 'all', delta }));
    await rig.db.insertInto('list_counts').values(differences).execute();
    await tidy();
    const counts = await rig.db.selectFrom('list_counts').select('delta').where('list', '=', 'other').execute();
    expect(counts).toEqual([{ delta: 4 }]);
  });

  test('removes files that no row names after a day, and never one that a row names', async () => {
    const orphan = await storeWithAge(2);
    const young = await storeWithAge(0.5);
    const { storeKey } = await insertBundle(3);
    await mkdir(path.join(root, 'unfinished'), { recursive: true });
    await writeFile(path.join(root, 'unfinished/half'), 'half');
    await utimes(path.join(root, 'unfinished/half'), ago(2), ago(2));
    await tidy();
    expect(await store.sizeOf(orphan.storeKey)).toBeNull();
    expect(await store.sizeOf(young.storeKey)).toBe(7);
    expect(await store.sizeOf(storeKey)).toBe(7);
    expect(await readdir(path.join(root, 'unfinished'))).toEqual([]);
  });

  test('removes support bundles after 30 days with their files', async () => {
    const old = await insertBundle(31);
    const recent = await insertBundle(29);
    await tidy();
    const jobs = await rig.db.selectFrom('jobs').select('id').where('kind', '=', 'supportBundle').execute();
    expect(jobs).toEqual([{ id: recent.jobId }]);
    expect(await rig.db.selectFrom('files').select('store_key').execute()).toEqual([{ store_key: recent.storeKey }]);
    expect(await store.sizeOf(old.storeKey)).toBeNull();
    expect(await store.sizeOf(recent.storeKey)).toBe(7);
  });

  test('does the rest when one step fails, says which, and succeeds when the cause is gone', async () => {
    await storeWithAge(2);
    let broken = true;
    class Breaking extends DiskFileStore {
      override async removeAbandonedWrites(before: Date): Promise<number> {
        if (broken) {
          broken = false;
          throw new Error('the disk does not answer');
        }
        return super.removeAbandonedWrites(before);
      }
    }
    const job = await tidy(new Breaking(root, { floorBytes: () => 0 }));
    expect(job).toMatchObject({ tries: 2 });
    expect(job.log).toContain('Couldn’t remove interrupted writes (the disk does not answer)');
    expect(job.log.match(/Removed 1 orphaned files\./g)).toHaveLength(1);
  });

  test('does not run again when it ran within the day', async () => {
    await rig.db
      .insertInto('jobs')
      .values({ id: newId(), kind: 'maintenance', state: 'done', created_at: ago(0.9) })
      .execute();
    await rig.startWorker(
      definitionsOf({}).map((definition) =>
        definition.kind === 'maintenance' ? maintenanceJob({ fileStore: store, steps: () => steps }) : definition,
      ),
    );
    const jobs = await rig.db.selectFrom('jobs').select('state').where('kind', '=', 'maintenance').execute();
    expect(jobs).toHaveLength(1);
  });
});
