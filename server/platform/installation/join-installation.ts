import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Db, Executor } from '../db/database.ts';
import { newId } from '../new-id.ts';
import { SealedBox, sealingKeySource } from '../sealing/sealed-box.ts';
import { keepOnce, readIfThere } from '../storage/keep-once.ts';
import { StartProblem } from '../supervisor/start-problem.ts';

type JoinConfig = Pick<Config, 'dataDir' | 's3' | 'embeddedDatabase' | 'sealingKey'>;

/**
 * Registers this data directory with the database before anything is served. Refuses setups that would lose files or
 * secrets later: a second machine with files on its own disk, or with a different sealing key.
 */
export async function joinInstallation(db: Db, config: JoinConfig): Promise<void> {
  const id = await dataDirectoryId(config.dataDir);
  const storage = config.s3 ? 's3' : 'disk';
  await db.transaction().execute(async (transaction) => {
    await requireSealingKey(transaction, config);
    // Only this machine can reach an embedded database, so any other directories come from a restored backup.
    if (config.embeddedDatabase) await transaction.deleteFrom('data_directories').where('id', '!=', id).execute();
    else await requireSharedStorage(transaction, id, storage);
    const place = { host: os.hostname(), path: config.dataDir, storage };
    await transaction
      .insertInto('data_directories')
      .values({ id, ...place })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...place, last_started_at: sql`now()` }))
      .execute();
  });
}

export function listDataDirectories(db: Executor) {
  return db.selectFrom('data_directories').selectAll().orderBy('last_started_at', 'desc').execute();
}

/** False when no directory has that id. */
export async function deleteDataDirectory(db: Executor, id: string): Promise<boolean> {
  const deleted = await db.deleteFrom('data_directories').where('id', '=', id).returning('id').executeTakeFirst();
  return deleted !== undefined;
}

/** For a lost key: anything sealed with the old key stays unreadable. */
export async function acceptSealingKey(db: Executor, config: JoinConfig): Promise<void> {
  const fingerprint = await fingerprintOfKey(config);
  await db.updateTable('installation').set({ sealing_key_fingerprint: fingerprint }).execute();
}

async function dataDirectoryId(dataDir: string): Promise<string> {
  return (await keepOnce(path.join(dataDir, 'data-directory-id'), newId)).toString().trim();
}

function fingerprintOfKey(config: JoinConfig): Promise<Buffer> {
  return new SealedBox(sealingKeySource(config)).fingerprint('sealing key', 'installation');
}

/** Locks the row, so of two machines starting at once the second sees what the first registered. */
async function requireSealingKey(transaction: Executor, config: JoinConfig): Promise<void> {
  const { sealing_key_fingerprint: expected } = await transaction
    .selectFrom('installation')
    .select('sealing_key_fingerprint')
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { given, file } = sealingKeySource(config);
  if (expected && !given && !(await readIfThere(file))) {
    throw new StartProblem(
      `This machine has no sealing key, so it can’t read the secrets in the database. ${remedyFor(file)}`,
    );
  }
  const fingerprint = await fingerprintOfKey(config);
  if (!expected) {
    await transaction.updateTable('installation').set({ sealing_key_fingerprint: fingerprint }).execute();
  } else if (!expected.equals(fingerprint)) {
    const where = given ? 'in LECTERN_SEALING_KEY' : `in ${file}`;
    throw new StartProblem(`The sealing key ${where} doesn’t match the secrets in this database. ${remedyFor(file)}`);
  }
}

function remedyFor(file: string): string {
  return (
    `Copy the file sealing-key from a working machine’s data directory to ${file}, or set LECTERN_SEALING_KEY to the ` +
    'same value on every machine. If the key is lost, run "npm run machines -- --accept-sealing-key". Two-factor ' +
    'authentication and other stored secrets must then be set up again.'
  );
}

async function requireSharedStorage(transaction: Executor, id: string, storage: 'disk' | 's3'): Promise<void> {
  const others = (await listDataDirectories(transaction)).filter((directory) => directory.id !== id);
  const [other] = others.filter((directory) => storage === 'disk' || directory.storage === 'disk');
  if (!other) return;
  const theirs = other.storage === 'disk' ? 'stores files on its own disk' : 'stores files in an S3 bucket';
  throw new StartProblem(
    `Another machine uses this database and ${theirs}: ${other.path} on ${other.host}, last started ` +
      `${other.last_started_at.toISOString()}. Machines can’t read each other’s disks. Set STORAGE=s3 and the ` +
      'same bucket on every machine. If that machine is gone and you’ve moved its files here or to the bucket, run ' +
      `"npm run machines -- --forget ${other.id}".`,
  );
}
