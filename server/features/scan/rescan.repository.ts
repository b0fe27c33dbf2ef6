import type { RescanRow } from '@lectern/contract/features/scan.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { newId } from '../../platform/new-id.ts';
import type { SavedScan } from './scan.service.ts';

export type RescanKind = RescanRow['kind'];
export type RescanRecord = {
  id: string;
  kind: RescanKind;
  from_version: number;
  to_version: number;
  state: RescanRow['state'];
  total: number | null;
  done: number;
  flagged: number;
  cleared: number;
  cause: string | null;
  job_id: string | null;
  requested_by: string | null;
  requested_by_id: string | null;
  changes: number;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
};

const columns = sql`rescan.id, rescan.kind, from_version, to_version, rescan.state, total, done, flagged, cleared,
  rescan.cause, job_id, users.name as requested_by, users.id as requested_by_id, rescan.created_at, rescan.started_at, rescan.finished_at,
  (select count(distinct coalesce(word_id, pack_id))::int from sensitive_word_changes
    where version > from_version and version <= to_version) as changes`;
const joined = sql`sensitive_rescans rescan left join users on users.id = rescan.requested_by`;

/** Running and queued re-scans first, then the most recent. */
export async function listRescans(db: Executor, most: number): Promise<RescanRecord[]> {
  const { rows } = await sql<RescanRecord>`
    select ${columns} from ${joined}
    order by rescan.state = 'running' desc, rescan.state = 'queued' desc, rescan.created_at desc, rescan.id
    limit ${most}`.execute(db);
  return rows;
}

export async function findRescan(db: Executor, id: string): Promise<RescanRecord | undefined> {
  const { rows } = await sql<RescanRecord>`select ${columns} from ${joined} where rescan.id = ${id}`.execute(db);
  return rows[0];
}

export async function findRescanOf(
  db: Executor,
  kind: RescanKind,
  state: 'queued' | 'running',
): Promise<RescanRecord | undefined> {
  const { rows } = await sql<RescanRecord>`
    select ${columns} from ${joined} where rescan.kind = ${kind} and rescan.state = ${state}`.execute(db);
  return rows[0];
}

/** Held until the end of the transaction by everything that starts, ends or queues a re-scan. */
export async function lockRescans(transaction: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(7214990041)`.execute(transaction);
}

type RescannedVersions = {
  /** Current dictionary version. */
  version: number;
  /**
   * `asked`: the highest version any re-scan covers, whatever its outcome. `settled`: the highest one covered by a
   * re-scan that did not fail.
   */
  asked: number;
  settled: number;
};

/** The dictionary has changed since the last re-scan was requested. */
export const isRescanDue = sql<boolean>`(select version from sensitive_dictionary)
  > coalesce((select max(to_version) from sensitive_rescans), 0)`;

export async function findRescannedVersions(db: Executor): Promise<RescannedVersions> {
  const { rows } = await sql<RescannedVersions>`
    select version, coalesce((select max(to_version) from sensitive_rescans), 0) as asked,
      coalesce((select max(to_version) from sensitive_rescans where state <> 'failed'), 0) as settled
    from sensitive_dictionary`.execute(db);
  return rows[0] ?? { version: 0, asked: 0, settled: 0 };
}

export async function insertRescan(
  transaction: Executor,
  given: { kind: RescanKind; from: number; to: number; requestedBy: string | null },
): Promise<string> {
  const id = newId();
  await sql`
    insert into sensitive_rescans (id, kind, from_version, to_version, requested_by)
    values (${id}, ${given.kind}, ${given.from}, ${given.to}, ${given.requestedBy})`.execute(transaction);
  return id;
}

/** The queued re-scan of changed words also covers the versions of one that failed. */
export async function extendQueued(transaction: Executor, failed: RescanRecord): Promise<void> {
  await transaction
    .updateTable('sensitive_rescans')
    .set({ from_version: sql<number>`least(from_version, ${failed.from_version})` })
    .where('kind', '=', 'changed')
    .where('state', '=', 'queued')
    .execute();
}

/** The last person who changed a word, up to a dictionary version. */
export async function findLastChanger(db: Executor, version: number): Promise<string | null> {
  const { rows } = await sql<{ by: string | null }>`
    select by from sensitive_word_changes where version <= ${version} order by version desc, id desc limit 1`.execute(
    db,
  );
  return rows[0]?.by ?? null;
}

type RescanChange = {
  state?: RescanRow['state'];
  to?: number;
  jobId?: string;
  total?: number;
  cause?: string | null;
};

export async function updateRescan(transaction: Executor, id: string, change: RescanChange): Promise<void> {
  const { state, to, jobId, total, cause } = change;
  const isOver = state !== undefined && !['queued', 'running'].includes(state);
  await transaction
    .updateTable('sensitive_rescans')
    .set({
      ...(state && { state }),
      ...(state === 'running' && { started_at: sql<Date>`coalesce(started_at, now())` }),
      ...(isOver && { finished_at: sql<Date>`now()` }),
      ...(to !== undefined && { to_version: to }),
      ...(jobId && { job_id: jobId }),
      ...(total !== undefined && { total }),
      ...(cause !== undefined && { cause }),
    })
    .where('id', '=', id)
    .execute();
}

/** The requester and the administrators, who can start a full re-scan. */
export async function listRescanKeepers(db: Executor, requestedBy: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users where access = 0 and (role_id <= 2 or id = ${requestedBy}) order by role_id desc, id
    limit 50`.execute(db);
  return rows.map(({ id }) => id);
}

/** Applies to resources and other items alike. */
const live = sql`item.state not in ('trashed', 'purged')`;

export async function insertAllItems(db: Executor, rescanId: string): Promise<void> {
  await sql`
    insert into sensitive_rescan_items (rescan_id, resource_id) select ${rescanId}, id from reviewed_items item where ${live}
    on conflict do nothing`.execute(db);
}

/** Items with matches of changed words, which may no longer match. */
export async function insertItemsWithMatches(
  db: Executor,
  rescanId: string,
  wordIds: readonly string[],
): Promise<void> {
  await sql`
    insert into sensitive_rescan_items (rescan_id, resource_id)
    select distinct ${rescanId}::uuid, item.id from sensitive_hits match join reviewed_items item on item.id = match.resource_id
    where match.word_id = any (${wordIds}::uuid[]) and match.state <> 'gone' and ${live}
    on conflict do nothing`.execute(db);
}

export async function insertItems(db: Executor, rescanId: string, resourceIds: readonly string[]): Promise<void> {
  await sql`
    insert into sensitive_rescan_items (rescan_id, resource_id)
    select ${rescanId}, id from reviewed_items item where id = any (${resourceIds}::uuid[]) and ${live}
    on conflict do nothing`.execute(db);
}

export async function countItems(db: Executor, rescanId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from sensitive_rescan_items where rescan_id = ${rescanId}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function listItemsLeft(db: Executor, rescanId: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ resource_id: string }>`
    select resource_id from sensitive_rescan_items where rescan_id = ${rescanId} and not done
    order by resource_id limit ${most}`.execute(db);
  return rows.map((row) => row.resource_id);
}

/**
 * Call it in the transaction that saves the scan, so no item is counted twice. False when the re-scan no longer runs.
 */
export async function noteItemDone(
  transaction: Executor,
  {
    rescanId,
    resourceId,
    flagged,
    cleared,
  }: Pick<SavedScan, 'flagged' | 'cleared'> & {
    rescanId: string;
    resourceId: string;
  },
): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`
    with item as (
      update sensitive_rescan_items set done = true, flagged = ${flagged}
      where rescan_id = ${rescanId} and resource_id = ${resourceId} and not done returning 1
    )
    update sensitive_rescans set done = done + (select count(*) from item),
      flagged = flagged + case when ${flagged} then (select count(*) from item) else 0 end,
      cleared = cleared + case when ${cleared} then (select count(*) from item) else 0 end
    where id = ${rescanId} and state = 'running' returning state`.execute(transaction);
  return rows.length > 0;
}

/** The item list is only needed while the re-scan runs. */
export async function deleteItems(transaction: Executor, rescanId: string): Promise<void> {
  await sql`delete from sensitive_rescan_items where rescan_id = ${rescanId}`.execute(transaction);
}
