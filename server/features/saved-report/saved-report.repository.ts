import type { SavedReport } from '@lectern/contract/features/saved-report.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Condition } from '../../platform/list/list-source.ts';

type ReportValues = Pick<SavedReport, 'name' | 'address' | 'shared' | 'mailed' | 'mailedOn'> & {
  nextMailedAt: Date | null;
};
export type ReportRecord = ReportValues &
  Pick<SavedReport, 'id' | 'page' | 'version'> & { ownerId: string; ownerName: string; lastMailedAt: Date | null };

async function listWhere(db: Executor, condition: Condition, order: Condition): Promise<ReportRecord[]> {
  const { rows } = await sql<ReportRecord>`select saved_reports.id, saved_reports.owner_id as "ownerId",
      users.name as "ownerName", saved_reports.page, saved_reports.name, saved_reports.address, saved_reports.shared,
      saved_reports.mailed, json_build_object('weekday', mailed_weekday, 'monthDay', mailed_month_day,
        'hour', mailed_hour, 'timeZone', mailed_time_zone) as "mailedOn",
      last_mailed_at as "lastMailedAt", next_mailed_at as "nextMailedAt", saved_reports.version
    from saved_reports join users on users.id = saved_reports.owner_id
    where ${condition} order by ${order}, saved_reports.id limit 500`.execute(db);
  return rows;
}

/** The person's own reports first, then shared ones. */
export function listReports(db: Executor, userId: string, page: SavedReport['page']): Promise<ReportRecord[]> {
  return listWhere(
    db,
    sql`page = ${page} and (owner_id = ${userId} or shared)`,
    sql`owner_id <> ${userId}, lower(saved_reports.name)`,
  );
}

export async function findOwnReport(db: Executor, id: string, userId: string): Promise<ReportRecord | undefined> {
  const [report] = await listWhere(db, sql`saved_reports.id = ${id} and owner_id = ${userId}`, sql`page`);
  return report;
}

/** The longest overdue first. */
export function listDueReports(db: Executor): Promise<ReportRecord[]> {
  return listWhere(db, sql`next_mailed_at <= now()`, sql`next_mailed_at`);
}

export async function countOwnReports(db: Executor, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from saved_reports where owner_id = ${userId}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function insertReport(
  db: Executor,
  values: ReportValues & { id: string; ownerId: string; page: string },
): Promise<void> {
  const { mailedOn: on } = values;
  await sql`insert into saved_reports (id, owner_id, page, name, address, shared, mailed, mailed_weekday,
      mailed_month_day, mailed_hour, mailed_time_zone, next_mailed_at)
    values (${values.id}, ${values.ownerId}, ${values.page}, ${values.name}, ${values.address}, ${values.shared},
      ${values.mailed}, ${on.weekday}, ${on.monthDay}, ${on.hour}, ${on.timeZone}, ${values.nextMailedAt})`.execute(db);
}

/** Returns false on a version conflict. */
export async function updateReport(db: Executor, id: string, version: number, values: ReportValues): Promise<boolean> {
  const { name, address, shared, mailed, mailedOn: on, nextMailedAt } = values;
  return isChanged(
    await sql`update saved_reports set name = ${name}, address = ${address}, shared = ${shared},
      mailed = ${mailed}, mailed_weekday = ${on.weekday}, mailed_month_day = ${on.monthDay}, mailed_hour = ${on.hour},
      mailed_time_zone = ${on.timeZone}, next_mailed_at = ${nextMailedAt}, version = version + 1, updated_at = now()
      where id = ${id} and version = ${version}`.execute(db),
  );
}

export async function deleteReport(db: Executor, id: string, userId: string): Promise<boolean> {
  return isChanged(await sql`delete from saved_reports where id = ${id} and owner_id = ${userId}`.execute(db));
}

/** Returns false when another worker has sent the report or someone has changed it. */
export async function saveMailing(
  db: Executor,
  { id, nextMailedAt }: ReportRecord,
  { next, isSent }: { next: Date | null; isSent: boolean },
): Promise<boolean> {
  return isChanged(
    await sql`update saved_reports set next_mailed_at = ${next},
      last_mailed_at = case when ${isSent} then now() else last_mailed_at end
      where id = ${id} and next_mailed_at = ${nextMailedAt}`.execute(db),
  );
}

const isChanged = ({ numAffectedRows }: { numAffectedRows?: bigint }) => Number(numAffectedRows ?? 0) === 1;
