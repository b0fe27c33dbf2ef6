import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { insertFile, type NewFile } from '../../../platform/storage/file-rows.ts';
import { releaseFiles } from '../../resource/public.ts';

export type ExportRecord = {
  id: string;
  owner_id: string;
  job_id: string | null;
  format: 'csv' | 'xlsx';
  columns: string[];
  matching: string;
  upper_seq: number;
  language: 'en' | 'zh';
  total: number | null;
  rows: number;
  cursor: string | null;
  created_at: Date;
  expires_at: Date;
  state: string | null;
  progress: number | null;
  cause: string | null;
  finished_at: Date | null;
  size_bytes: number;
};

const columns = sql`record_exports.*, jobs.state, jobs.progress, jobs.cause, jobs.finished_at,
  (select coalesce(sum(files.size_bytes), 0)::bigint from record_export_parts part join files on files.id = part.file_id
    where part.export_id = record_exports.id) as size_bytes`;
const from = sql`record_exports left join jobs on jobs.id = record_exports.job_id`;

export async function listExports(db: Executor, ownerId: string): Promise<ExportRecord[]> {
  const { rows } = await sql<ExportRecord>`select ${columns} from ${from} where record_exports.owner_id = ${ownerId}
    order by record_exports.created_at desc, record_exports.id limit 50`.execute(db);
  return rows;
}

export async function findExport(db: Executor, id: string): Promise<ExportRecord | undefined> {
  const { rows } = await sql<ExportRecord>`select ${columns} from ${from} where record_exports.id = ${id}`.execute(db);
  return rows[0];
}

export async function countUnfinished(db: Executor, ownerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${from}
    where record_exports.owner_id = ${ownerId} and jobs.state in ('queued', 'running')`.execute(db);
  return rows[0]?.count ?? 0;
}

type NewExport = Pick<ExportRecord, 'id' | 'owner_id' | 'format' | 'columns' | 'matching' | 'upper_seq' | 'language'>;

export async function insertExport(transaction: Executor, wanted: NewExport, days: number): Promise<void> {
  await sql`insert into record_exports (id, owner_id, format, columns, matching, upper_seq, language, expires_at)
    values (${wanted.id}, ${wanted.owner_id}, ${wanted.format}, ${wanted.columns}::text[], ${wanted.matching},
      ${wanted.upper_seq}, ${wanted.language}, now() + ${days} * interval '1 day')`.execute(transaction);
}

export async function saveJob(transaction: Executor, id: string, jobId: string): Promise<void> {
  await sql`update record_exports set job_id = ${jobId} where id = ${id}`.execute(transaction);
}

export async function saveTotal(db: Executor, id: string, total: number): Promise<void> {
  await sql`update record_exports set total = ${total} where id = ${id}`.execute(db);
}

/** Together with where it ended: a part is there once. Answers whether the file is still wanted. */
export async function addPart(
  transaction: Executor,
  id: string,
  { file, before, rows, cursor }: { file: NewFile; before: number; rows: number; cursor: string | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`update record_exports set rows = rows + ${rows}, cursor = ${cursor}
    where id = ${id} and rows = ${before}`.execute(transaction);
  if (Number(numAffectedRows ?? 0) !== 1) return false;
  await insertFile(transaction, file);
  await sql`insert into record_export_parts (export_id, number, file_id)
    select ${id}::uuid, coalesce(max(number), 0) + 1, ${file.id}::uuid from record_export_parts
    where export_id = ${id}`.execute(transaction);
  return true;
}

export async function listParts(db: Executor, id: string): Promise<string[]> {
  const { rows } = await sql<{ store_key: string }>`select files.store_key from record_export_parts part
    join files on files.id = part.file_id where part.export_id = ${id} order by part.number`.execute(db);
  return rows.map((row) => row.store_key);
}

export async function deleteExport(transaction: Executor, id: string): Promise<void> {
  await sql`delete from record_exports where id = ${id}`.execute(transaction);
  await releaseParts(transaction);
}

/** Takes away what had its time, and parts whose file nobody has any more. */
export async function deleteExpired(transaction: Executor): Promise<number> {
  const { numAffectedRows } = await sql`delete from record_exports where expires_at < now()`.execute(transaction);
  await releaseParts(transaction);
  return Number(numAffectedRows ?? 0);
}

async function releaseParts(transaction: Executor): Promise<void> {
  const { rows } = await sql<{ file_id: string }>`delete from record_export_parts part
    where not exists (select from record_exports where record_exports.id = part.export_id)
    returning file_id`.execute(transaction);
  await releaseFiles(
    transaction,
    rows.map((row) => row.file_id),
  );
}
