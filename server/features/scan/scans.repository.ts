import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

/** The later a scan begins the greater its number. */
export async function nextScanNumber(db: Executor): Promise<number> {
  const { rows } = await sql<{ number: number }>`select nextval('sensitive_scan_numbers') as number`.execute(db);
  return Number(rows[0]?.number ?? 0);
}

export type LastScan = { number: number; dictionaryVersion: number; textsHash: Buffer };

export async function findLastScan(db: Executor, resourceId: string): Promise<LastScan | undefined> {
  const { rows } = await sql<{ number: number; dictionary_version: number; texts_hash: Buffer }>`
    select number, dictionary_version, texts_hash from sensitive_scans where resource_id = ${resourceId}`.execute(db);
  const [row] = rows;
  return row && { number: row.number, dictionaryVersion: row.dictionary_version, textsHash: row.texts_hash };
}

export async function saveScan(transaction: Executor, resourceId: string, scan: LastScan): Promise<void> {
  const { number, dictionaryVersion, textsHash } = scan;
  await sql`
    insert into sensitive_scans (resource_id, number, dictionary_version, texts_hash)
    values (${resourceId}, ${number}, ${dictionaryVersion}, ${textsHash})
    on conflict (resource_id) do update set number = excluded.number,
      dictionary_version = excluded.dictionary_version, texts_hash = excluded.texts_hash, scanned_at = now()`.execute(
    transaction,
  );
}

export async function findDictionaryVersion(db: Executor): Promise<number> {
  const { rows } = await sql<{ version: number }>`select version from sensitive_dictionary`.execute(db);
  return Number(rows[0]?.version ?? 0);
}

/** Where the resource was before it was blocked, for whoever decides. */
export async function noteStateBefore(transaction: Executor, resourceId: string, state: string): Promise<void> {
  await sql`update sensitive_reviews set resource_state_before = ${state} where resource_id = ${resourceId}`.execute(
    transaction,
  );
}

export type OpenBlock = { source: string; page: number | null; start_ms: number | null };

/** Where words of the severity that blocks stand, and nobody has decided yet. */
export async function listOpenBlocks(db: Executor, resourceId: string): Promise<OpenBlock[]> {
  const { rows } = await sql<OpenBlock>`
    select source, page, start_ms from sensitive_hits
    where resource_id = ${resourceId} and state = 'open' and severity = 'block'
    order by position, start_offset`.execute(db);
  return rows;
}

const savesLock = 7214990042;

/** Scans hold this together while they are saved. */
export async function holdSaves(transaction: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${sql.lit(savesLock)})`.execute(transaction);
}

/**
 * After this every scan that did not know of words changed before is there to be found, and every later one knows of
 * them, or asks for another scan.
 */
export async function awaitSaves(transaction: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(savesLock)})`.execute(transaction);
}
