import type { MailingTime, SavedReport } from '@lectern/contract/features/saved-report.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';

export type ReportRecord = {
  id: string;
  owner_id: string;
  owner_name: string;
  page: SavedReport['page'];
  name: string;
  address: string;
  shared: boolean;
  mailed: SavedReport['mailed'];
  mailed_on: MailingTime;
  last_mailed_at: Date | null;
  next_mailed_at: Date | null;
  version: number;
};
type ReportValues = Pick<SavedReport, 'name' | 'address' | 'shared' | 'mailed' | 'mailedOn'> & {
  nextMailedAt: Date | null;
};

/** When it is sent, as one value. */
export const mailedOn = sql`json_build_object('weekday', mailed_weekday, 'monthDay', mailed_month_day, 'hour', mailed_hour,
  'timeZone', mailed_time_zone)`;

const columns = sql`saved_reports.id, saved_reports.owner_id, users.name as owner_name, saved_reports.page,
  saved_reports.name, saved_reports.address, saved_reports.shared, saved_reports.mailed, ${mailedOn} as mailed_on,
  saved_reports.last_mailed_at, saved_reports.next_mailed_at, saved_reports.version`;

/** One's own first, then those of others that they share. */
export async function listReports(db: Executor, userId: string, page: SavedReport['page']): Promise<ReportRecord[]> {
  const { rows } = await sql<ReportRecord>`select ${columns} from saved_reports
    join users on users.id = saved_reports.owner_id
    where saved_reports.page = ${page} and (saved_reports.owner_id = ${userId} or saved_reports.shared)
    order by saved_reports.owner_id <> ${userId}, lower(saved_reports.name), saved_reports.id limit 500`.execute(db);
  return rows;
}

export async function findOwnReport(db: Executor, id: string, userId: string): Promise<ReportRecord | undefined> {
  const { rows } = await sql<ReportRecord>`select ${columns} from saved_reports
    join users on users.id = saved_reports.owner_id
    where saved_reports.id = ${id} and saved_reports.owner_id = ${userId}`.execute(db);
  return rows[0];
}

export async function countOwnReports(db: Executor, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from saved_reports where owner_id = ${userId}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function insertReport(
  db: Executor,
  { id, ownerId, page, ...values }: ReportValues & { id: string; ownerId: string; page: string },
): Promise<void> {
  const { name, address, shared, mailed, mailedOn: on, nextMailedAt } = values;
  await sql`insert into saved_reports (id, owner_id, page, name, address, shared, mailed, mailed_weekday,
      mailed_month_day, mailed_hour, mailed_time_zone, next_mailed_at)
    values (${id}, ${ownerId}, ${page}, ${name}, ${address}, ${shared}, ${mailed}, ${on.weekday}, ${on.monthDay},
      ${on.hour}, ${on.timeZone}, ${nextMailedAt})`.execute(db);
}

/** Answers whether it still was as whoever changes it saw it. */
export async function updateReport(db: Executor, id: string, version: number, values: ReportValues): Promise<boolean> {
  const { name, address, shared, mailed, mailedOn: on, nextMailedAt } = values;
  const { numAffectedRows } =
    await sql`update saved_reports set name = ${name}, address = ${address}, shared = ${shared},
    mailed = ${mailed}, mailed_weekday = ${on.weekday}, mailed_month_day = ${on.monthDay}, mailed_hour = ${on.hour},
    mailed_time_zone = ${on.timeZone}, next_mailed_at = ${nextMailedAt}, version = version + 1, updated_at = now()
    where id = ${id} and version = ${version}`.execute(db);
  return Number(numAffectedRows ?? 0) === 1;
}

export async function deleteReport(db: Executor, id: string, userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from saved_reports where id = ${id} and owner_id = ${userId}`.execute(db);
  return Number(numAffectedRows ?? 0) === 1;
}
