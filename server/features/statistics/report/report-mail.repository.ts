import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { ReportRecord } from './saved-report.repository.ts';

export type DueReport = Pick<ReportRecord, 'id' | 'owner_id' | 'page' | 'name' | 'address'>;

/** The day, week or month that a rhythm is in has had none yet. */
function isDue(today: string, timeZone: string): RawBuilder<unknown> {
  const since = (unit: string) => sql`date_trunc(${sql.lit(unit)}, ${today}::date::timestamp) at time zone ${timeZone}`;
  return sql`mailed <> 'none' and (last_mailed_at is null or last_mailed_at < case mailed
    when 'daily' then ${since('day')} when 'weekly' then ${since('week')} else ${since('month')} end)`;
}

export async function listDueReports(db: Executor, today: string, timeZone: string): Promise<DueReport[]> {
  const { rows } = await sql<DueReport>`select id, owner_id, page, name, address from saved_reports
    where ${isDue(today, timeZone)} order by id`.execute(db);
  return rows;
}

/** Answers whether it still was due. */
export async function noteMailed(transaction: Executor, id: string, today: string, timeZone: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update saved_reports set last_mailed_at = now()
    where id = ${id} and ${isDue(today, timeZone)}`.execute(transaction);
  return Number(numAffectedRows ?? 0) === 1;
}
