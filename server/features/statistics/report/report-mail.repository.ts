import type { MailingTime } from '@lectern/contract/features/saved-report.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { mailedOn, type ReportRecord } from './saved-report.repository.ts';

export type DueReport = Pick<ReportRecord, 'id' | 'owner_id' | 'page' | 'name' | 'address' | 'mailed'> & {
  mailed_on: MailingTime;
  next_mailed_at: Date;
};

/** Those that waited longest first. */
export async function listDueReports(db: Executor, limit: number): Promise<DueReport[]> {
  const { rows } = await sql<DueReport>`select id, owner_id, page, name, address, mailed, ${mailedOn} as mailed_on,
    next_mailed_at from saved_reports where next_mailed_at <= now() order by next_mailed_at, id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** When it comes next. Answers whether it still was due: neither sent by another nor changed meanwhile. */
export async function noteNext(
  db: Executor,
  report: Pick<DueReport, 'id' | 'next_mailed_at'>,
  { next, sent }: { next: Date | null; sent: boolean },
): Promise<boolean> {
  const { numAffectedRows } = await sql`update saved_reports set next_mailed_at = ${next},
    last_mailed_at = case when ${sent} then now() else last_mailed_at end
    where id = ${report.id} and next_mailed_at = ${report.next_mailed_at}`.execute(db);
  return Number(numAffectedRows ?? 0) === 1;
}
