import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/postgres.ts';
import { readConfig } from '../config/config.ts';
import { type Db, openDatabase } from '../db/database.ts';
import { acceptSealingKey, deleteDataDirectory, joinInstallation, listDataDirectories } from './join-installation.ts';

const sealingKey = Buffer.alloc(32, 1).toString('base64');
const s3 = {
  STORAGE: 's3',
  S3_ENDPOINT: 'http://127.0.0.1:1',
  S3_BUCKET: 'lectern',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
};
let db: Db;
let drop: () => Promise<void>;
let folder: string;
beforeEach(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  ({ db } = openDatabase({ databaseUrl: database.databaseUrl, applicationName: 'test', poolSize: 4 }));
  folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-machines-'));
});
afterEach(async () => {
  await db.destroy();
  await drop();
  await rm(folder, { recursive: true, force: true });
});

function machine(name: string, env: Record<string, string> = {}) {
  const dataDir = path.join(folder, name);
  const config = readConfig({ LECTERN_DATA_DIR: dataDir, DATABASE_URL: 'postgres://elsewhere', ...env });
  return { config, dataDir, start: () => joinInstallation(db, config) };
}
const withKey = { LECTERN_SEALING_KEY: sealingKey };

describe('a machine with files on its own disk', () => {
  it('starts alone, and again', async () => {
    const { start, dataDir } = machine('a');
    await start();
    await start();
    expect(await listDataDirectories(db)).toMatchObject([{ path: dataDir, storage: 'disk', host: os.hostname() }]);
  });

  it('is refused beside another machine, with the reason, and starts once that one is forgotten', async () => {
    await machine('a', withKey).start();
    const second = machine('b', withKey);
    const [first] = await listDataDirectories(db);
    await expect(second.start()).rejects.toThrow(
      new RegExp(`${folder}/a on .*STORAGE=s3.*npm run machines -- --forget ${first?.id}`),
    );
    expect(await deleteDataDirectory(db, String(first?.id))).toBe(true);
    await second.start();
    expect((await listDataDirectories(db)).map((directory) => directory.path)).toEqual([second.dataDir]);
  });

  it('is refused beside machines that keep files in a bucket, and the other way round', async () => {
    await machine('a', { ...withKey, ...s3 }).start();
    await expect(machine('b', withKey).start()).rejects.toThrow('stores files in an S3 bucket');
    await db.deleteFrom('data_directories').execute();
    await machine('b', withKey).start();
    await expect(machine('a', { ...withKey, ...s3 }).start()).rejects.toThrow('stores files on its own disk');
  });

  it('is the only one of two that start at once', async () => {
    const outcomes = await Promise.allSettled([machine('a', withKey).start(), machine('b', withKey).start()]);
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('starts with an embedded database that was restored from another machine', async () => {
    await machine('a', withKey).start();
    const restored = machine('b', { ...withKey, LECTERN_SUPERVISED: 'embedded' });
    await restored.start();
    expect((await listDataDirectories(db)).map((directory) => directory.path)).toEqual([restored.dataDir]);
  });
});

describe('machines that share a bucket', () => {
  it('start beside each other with the same sealing key', async () => {
    for (const name of ['a', 'b', 'c']) await machine(name, { ...withKey, ...s3 }).start();
    expect(await listDataDirectories(db)).toHaveLength(3);
  });

  it('are refused without the sealing key, and none is made in its place', async () => {
    await machine('a', s3).start();
    const second = machine('b', s3);
    await expect(second.start()).rejects.toThrow(/no sealing key.*LECTERN_SEALING_KEY/);
    expect(await readdir(second.dataDir)).toEqual(['data-directory-id']);
  });

  it('are refused with another sealing key, until it is accepted because the first is lost', async () => {
    await machine('a', s3).start();
    const second = machine('b', { ...withKey, ...s3 });
    await expect(second.start()).rejects.toThrow(/in LECTERN_SEALING_KEY doesn’t match.*--accept-sealing-key/);
    await acceptSealingKey(db, second.config);
    await second.start();
    await expect(machine('a', s3).start()).rejects.toThrow(`${folder}/a/sealing-key doesn’t match`);
  });
});
