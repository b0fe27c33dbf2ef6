import type { Severity } from '@lectern/contract/features/scan.ts';
import { sql } from 'kysely';
import type { MatcherWord } from '../../engines/word-matcher/port.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { ReadItem } from '../publication/public.ts';
import type { ResourceFollower } from '../resource/public.ts';
import { deleteReviews, type ReviewedScans, updateReviewPlace } from '../review/public.ts';
import { insertDirtyMark } from './dirty-marks.repository.ts';

/** Scans that begin later get higher numbers. */
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

export type OpenBlock = { source: string; page: number | null; start_ms: number | null };

/** The places of open matches with severity *block*. */
export async function listOpenBlocks(db: Executor, resourceId: string): Promise<OpenBlock[]> {
  const { rows } = await sql<OpenBlock>`
    select source, page, start_ms from sensitive_hits
    where resource_id = ${resourceId} and state = 'open' and severity = 'block'
    order by position, start_offset`.execute(db);
  return rows;
}

const savesLock = 7214990042;

/** Shared lock that every scan holds while it is saved. */
export async function holdSaves(transaction: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${sql.lit(savesLock)})`.execute(transaction);
}

/**
 * Waits for scans being saved. Afterwards, texts scanned with an older dictionary are in the index, and later scans
 * use the new words or request another scan.
 */
export async function awaitSaves(transaction: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(savesLock)})`.execute(transaction);
}

/** Updates what lists and permissions need of an item; returns whether it is withheld. */
export async function updateItem(transaction: Executor, id: string, item: ReadItem): Promise<boolean> {
  const { title, departmentId, ownerId, live } = item;
  const { rows } = await sql<{ withheld: boolean }>`
    update sensitive_items set title = ${title}, department_id = ${departmentId}, owner_id = ${ownerId}, live = ${live}
    where id = ${id} returning withheld`.execute(transaction);
  await updateReviewPlace(transaction, id, item);
  return rows[0]?.withheld ?? false;
}

export async function updateWithheld(transaction: Executor, id: string, withheld: boolean): Promise<void> {
  await sql`update sensitive_items set withheld = ${withheld} where id = ${id}`.execute(transaction);
}

/** Also deletes its scans, matches and reviews. */
export async function deleteItem(transaction: Executor, id: string): Promise<void> {
  await sql`delete from sensitive_items where id = ${id}`.execute(transaction);
  await deleteScans(transaction, [id]);
  await sql`delete from sensitive_rescan_items where resource_id = ${id}`.execute(transaction);
  await deleteReviews(transaction, [id]);
}

export const scanFollower: ResourceFollower = { forget: deleteScans };

async function deleteScans(transaction: Executor, ids: readonly string[]): Promise<void> {
  const these = sql`resource_id = any (${ids}::uuid[])`;
  await sql`delete from sensitive_hits where ${these}`.execute(transaction);
  await sql`delete from sensitive_texts where ${these}`.execute(transaction);
  await sql`delete from sensitive_scans where ${these}`.execute(transaction);
}

/** How reviews change scan data, apart from withholding items. */
export const scanCommands: Omit<ReviewedScans, 'withhold'> = {
  async decide(transaction, state, verdicts) {
    await sql`
      update sensitive_hits match set state = ${state}, decision_id = verdict.decision_id
      from unnest(${verdicts.map(({ matchId }) => matchId)}::uuid[],
        ${verdicts.map(({ decisionId }) => decisionId)}::uuid[]) as verdict (match_id, decision_id)
      where match.id = verdict.match_id`.execute(transaction);
  },
  async revert(transaction, batchId) {
    await sql`
      update sensitive_hits match set decision_id = older.id, state = case older.decision
        when 'clear' then 'cleared' when 'block' then 'confirmed' when 'mask' then 'masked' else 'open' end
      from sensitive_decisions undone left join sensitive_decisions older on older.superseded_by = undone.id
      where undone.batch_id = ${batchId} and match.decision_id = undone.id and match.state <> 'gone'`.execute(
      transaction,
    );
  },
  async request(transaction, resourceId) {
    await sql`update sensitive_scans set texts_hash = '' where resource_id = ${resourceId}`.execute(transaction);
    await insertDirtyMark(transaction, resourceId);
  },
};

type CoverTexts = {
  texts: string[];
  /** Files that are neither read nor queued for reading. */
  unread: string[];
};

export async function readCoverTexts(db: Executor, fileIds: readonly string[]): Promise<CoverTexts> {
  if (fileIds.length === 0) return { texts: [], unread: [] };
  const { rows } = await sql<{ id: string; text: string | null; asked: boolean }>`
    select files.id, cover_texts.text, exists (select from jobs where jobs.kind = 'readCover'
      and jobs.input ->> 'fileId' = files.id::text and jobs.state in ('queued', 'running', 'failed')) as asked
    from files left join cover_texts on cover_texts.file_id = files.id
    where files.id = any (${[...new Set(fileIds)]}::uuid[]) order by files.id`.execute(db);
  return {
    texts: rows.flatMap(({ text }) => (text ? [text] : [])),
    unread: rows.flatMap(({ id, text, asked }) => (text === null && !asked ? [id] : [])),
  };
}

export async function findCoverKey(db: Executor, fileId: string): Promise<string | undefined> {
  const file = await db.selectFrom('files').select('store_key').where('id', '=', fileId).executeTakeFirst();
  return file?.store_key;
}

/** Inserts nothing if the file is gone. */
export async function insertCoverText(transaction: Executor, fileId: string, text: string): Promise<void> {
  await sql`
    insert into cover_texts (file_id, text) select id, ${text} from files where id = ${fileId}
    on conflict do nothing`.execute(transaction);
}

const columns = sql`word.id, word.text, word.mode, word.variants, word.language, word.sources, word.kinds, word.exceptions,
  word.ignore_likely_false as "ignoreLikelyFalse"`;
const active = sql`word.enabled and word.deleted_at is null and coalesce(pack.enabled, true)`;
const joined = sql`sensitive_words word left join sensitive_packs pack on pack.id = word.pack_id`;

const wordsAtOnce = 5_000;

/** Every active word, in batches so that memory stays bounded. */
export async function* walkActiveWords(db: Executor): AsyncGenerator<MatcherWord> {
  for (let after: string | null = null; ; ) {
    const { rows }: { rows: MatcherWord[] } = await sql<MatcherWord>`
      select ${columns} from ${joined} where ${active} and (${after}::uuid is null or word.id > ${after}::uuid)
      order by word.id limit ${wordsAtOnce}`.execute(db);
    yield* rows;
    if (rows.length < wordsAtOnce) return;
    after = rows.at(-1)?.id ?? null;
  }
}

export async function listActiveWords(db: Executor, ids: readonly string[]): Promise<MatcherWord[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<MatcherWord>`
    select ${columns} from ${joined} where ${active} and word.id = any (${ids}::uuid[])`.execute(db);
  return rows;
}

/** Words changed after version `from` and up to `to`, directly or through their pack. */
export async function listChangedWordIds(db: Executor, from: number, to: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with changes as (
      select word_id, pack_id from sensitive_word_changes where version > ${from} and version <= ${to}
    )
    select word_id as id from changes where word_id is not null
    union
    select id from sensitive_words where pack_id in (select pack_id from changes where pack_id is not null)`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

type ScanViewRecord = {
  scanned_at: Date;
  stale: boolean;
  severity: Severity | null;
  open_hits: number;
  review_state: string | null;
  returned_why: string | null;
  returned_at: Date | null;
  masked: boolean;
};

/** Undefined if the resource was never scanned. */
export async function findScanView(db: Executor, resourceId: string): Promise<ScanViewRecord | undefined> {
  const { rows } = await sql<ScanViewRecord>`
    select scan.scanned_at, review.severity, coalesce(review.open_hits, 0) as open_hits, review.state as review_state,
      review.returned_why, review.returned_at,
      exists (select from sensitive_masks where resource_id = scan.resource_id) as masked,
      exists (select from sensitive_scan_wishes where resource_id = scan.resource_id)
        or exists (select from sensitive_rescan_items where resource_id = scan.resource_id and not done) as stale
    from sensitive_scans scan left join sensitive_reviews review on review.resource_id = scan.resource_id
    where scan.resource_id = ${resourceId}`.execute(db);
  return rows[0];
}
