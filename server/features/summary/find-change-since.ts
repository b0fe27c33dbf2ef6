import type { SummaryChange } from '@lectern/contract/features/summary.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { VersionRecord } from './summary-version.repository.ts';

type Change = { source: SummaryChange['source']; at: Date; by: string | null };

/** What made a summary out of date: the newest file, or else the newest text that is not older than the summary. */
export async function findChangeSince(db: Executor, summary: VersionRecord): Promise<SummaryChange> {
  const { rows: files } = await sql<{ number: number; at: Date; by: string | null }>`
    select version.number, version.created_at as at, users.name as by
    from resources join resource_versions version on version.id = resources.version_id
      left join users on users.id = version.created_by
    where resources.id = ${summary.resource_id}`.execute(db);
  const file = files[0];
  const toVersion = file?.number ?? summary.version_number;
  const change: Change | undefined =
    file && toVersion !== summary.version_number
      ? { source: 'file', at: file.at, by: file.by }
      : await findNewestReading(db, summary);
  return {
    source: change?.source ?? 'unknown',
    at: change?.at.toISOString() ?? null,
    by: change?.by ?? null,
    fromVersion: summary.version_number,
    toVersion,
  };
}

async function findNewestReading(db: Executor, summary: VersionRecord): Promise<Change | undefined> {
  const { rows } = await sql<Change>`
    select readings.source, readings.created_at as at, users.name as by
    from readings left join users on users.id = readings.created_by
    where readings.resource_id = ${summary.resource_id} and readings.current
      and readings.source in ('document', 'ocr', 'speech') and readings.created_at > ${summary.created_at}
    order by readings.created_at desc limit 1`.execute(db);
  return rows[0];
}
