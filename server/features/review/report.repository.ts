import type { ReportReason } from '@lectern/contract/portal/portal-report.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Condition } from '../../platform/list/list-source.ts';

type NewReport = {
  id: string;
  resourceId: string;
  keyId: string;
  reason: ReportReason;
  note: string;
  reader: string | null;
  page: number | null;
  positionMs: number | null;
};

/** Only content that readers can see may be reported. The row lock keeps it public until the transaction ends. */
export async function lockReported(transaction: Executor, id: string, isPublic: Condition): Promise<boolean> {
  const { rows } = await sql`select from resources where id = ${id} and ${isPublic} for no key update`.execute(
    transaction,
  );
  return rows.length > 0;
}

export async function insertReport(transaction: Executor, report: NewReport): Promise<void> {
  await transaction
    .insertInto('reader_reports')
    .values({
      ...{ id: report.id, resource_id: report.resourceId, key_id: report.keyId, reason: report.reason },
      ...{ note: report.note, reader: report.reader, page: report.page, position_ms: report.positionMs },
    })
    .execute();
}

/** This reader's unsettled report about the resource from the same site, if any. */
export async function findOpenReport(
  db: Executor,
  { resourceId, keyId, reader }: Pick<NewReport, 'resourceId' | 'keyId' | 'reader'>,
): Promise<string | undefined> {
  if (reader === null) return undefined;
  const { rows } = await sql<{ id: string }>`select id from reader_reports
    where resource_id = ${resourceId} and key_id = ${keyId} and reader = ${reader} and settled_at is null`.execute(db);
  return rows[0]?.id;
}

export async function countReportsToday(db: Executor, keyId: string, reader: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from reader_reports
    where key_id = ${keyId} and reader = ${reader} and created_at > now() - interval '1 day'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Creates the review of a resource that has no matches and therefore no review yet. */
export async function ensureReview(transaction: Executor, resourceId: string): Promise<void> {
  await sql`insert into sensitive_reviews (resource_id, state, resource_kind, department_id, owner_id, live)
    select id, 'open', kind, department_id, owner_id, state not in ('trashed', 'purged') from resources
    where id = ${resourceId} on conflict (resource_id) do nothing`.execute(transaction);
}

export async function settleReports(
  transaction: Executor,
  resourceId: string,
  { by, batchId }: { by: string; batchId: string },
): Promise<void> {
  await sql`update reader_reports set settled_at = now(), settled_by = ${by}, settled_batch = ${batchId}
    where resource_id = ${resourceId} and settled_at is null`.execute(transaction);
}

export async function reopenReports(transaction: Executor, batchId: string): Promise<void> {
  await sql`update reader_reports set settled_at = null, settled_by = null, settled_batch = null
    where settled_batch = ${batchId}`.execute(transaction);
}

type StoredReport = {
  id: string;
  reason: ReportReason;
  note: string;
  page: number | null;
  position_ms: number | null;
  site: string | null;
  created_at: Date;
  settled_at: Date | null;
};

const mostShown = 50;

/** Open ones first, newest first. */
export async function listReports(db: Executor, resourceId: string): Promise<StoredReport[]> {
  const { rows } = await sql<StoredReport>`
    select report.id, report.reason, report.note, report.page, report.position_ms, key.name as site, report.created_at,
      report.settled_at
    from reader_reports report left join api_keys key on key.id = report.key_id
    where report.resource_id = ${resourceId}
    order by report.settled_at is not null, report.created_at desc, report.id desc limit ${mostShown}`.execute(db);
  return rows;
}
