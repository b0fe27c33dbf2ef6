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
  created_at: Date;
  expires_at: Date;
  state: string | null;
  progress: number | null;
  cause: string | null;
  finished_at: Date | null;
  size_bytes: number | null;
  store_key: string | null;
};

async function listWhere(db: Executor, condition: ReturnType<typeof sql>): Promise<ExportRecord[]> {
  const { rows } = await sql<ExportRecord>`
    select record_exports.*, jobs.state, jobs.progress, jobs.cause, jobs.finished_at, files.size_bytes, files.store_key
    from record_exports left join jobs on jobs.id = record_exports.job_id
      left join record_export_files written on written.export_id = record_exports.id
      left join files on files.id = written.file_id
    where ${condition} order by record_exports.created_at desc, record_exports.id limit 50`.execute(db);
  return rows;
}

export function listExports(db: Executor, ownerId: string): Promise<ExportRecord[]> {
  return listWhere(db, sql`record_exports.owner_id = ${ownerId}`);
}

export async function findExport(db: Executor, id: string): Promise<ExportRecord | undefined> {
  const [found] = await listWhere(db, sql`record_exports.id = ${id}`);
  return found;
}

type NewExport = Pick<
  ExportRecord,
  'id' | 'owner_id' | 'job_id' | 'format' | 'columns' | 'matching' | 'upper_seq' | 'language'
>;

export async function insertExport(transaction: Executor, values: NewExport, days: number): Promise<void> {
  await sql`insert into record_exports (id, owner_id, job_id, format, columns, matching, upper_seq, language, expires_at)
    values (${values.id}, ${values.owner_id}, ${values.job_id}, ${values.format}, ${values.columns}::text[],
      ${values.matching}, ${values.upper_seq}, ${values.language}, now() + ${days} * interval '1 day')`.execute(
    transaction,
  );
}

export async function saveTotal(db: Executor, id: string, total: number): Promise<void> {
  await sql`update record_exports set total = ${total} where id = ${id}`.execute(db);
}

/** False if the export is gone or already has a file. */
export async function saveFile(transaction: Executor, id: string, file: NewFile, rows: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update record_exports set rows = ${rows} where id = ${id}
    and not exists (select from record_export_files where export_id = ${id})`.execute(transaction);
  if (Number(numAffectedRows ?? 0) !== 1) return false;
  await insertFile(transaction, file);
  await sql`insert into record_export_files (export_id, file_id) values (${id}, ${file.id})`.execute(transaction);
  return true;
}

export async function deleteExport(transaction: Executor, id: string): Promise<void> {
  await sql`delete from record_exports where id = ${id}`.execute(transaction);
  await deleteLooseFiles(transaction);
}

export async function deleteExpired(transaction: Executor): Promise<number> {
  const { numAffectedRows } = await sql`delete from record_exports where expires_at < now()`.execute(transaction);
  await deleteLooseFiles(transaction);
  return Number(numAffectedRows ?? 0);
}

/** Deletes files whose export is gone, including exports deleted with their owner. */
async function deleteLooseFiles(transaction: Executor): Promise<void> {
  const { rows } = await sql<{ file_id: string }>`delete from record_export_files written
    where not exists (select from record_exports where record_exports.id = written.export_id)
    returning file_id`.execute(transaction);
  const ids = rows.map((row) => row.file_id);
  await releaseFiles(transaction, ids);
}
