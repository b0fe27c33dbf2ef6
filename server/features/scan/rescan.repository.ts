import type { RescanRow } from '@lectern/contract/features/scan.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { newId } from '../../platform/new-id.ts';

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

/** What runs and waits, then the latest that ended. */
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

/** Whoever begins, ends or plans one holds this until the transaction ends. */
export async function lockRescans(transaction: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(7214990041)`.execute(transaction);
}

type Coverage = {
  /** Of the words as they are. */
  version: number;
  /** Up to which one was asked for, whatever became of it; and up to which one nothing is left to be looked at. */
  asked: number;
  settled: number;
};

export async function findCoverage(db: Executor): Promise<Coverage> {
  const { rows } = await sql<Coverage>`
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

/** Who changed words last, up to a version. */
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

/** Who asked for it, and the administrators: they can have everything looked at again. */
export async function listRescanKeepers(db: Executor, requestedBy: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users where access = 0 and (role_id <= 2 or id = ${requestedBy}) order by role_id desc, id
    limit 50`.execute(db);
  return rows.map(({ id }) => id);
}
