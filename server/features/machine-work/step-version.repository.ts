import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { StepVersion } from './step.ts';

type InputRecord = {
  id: string;
  resource_id: string;
  number: number;
  kind: ResourceKind;
  format: string;
  content_type: string;
  file_name: string;
  size_bytes: number;
  sha256: Buffer;
  store_key: string;
  language: string | null;
  default_language: string | null;
  duration_seconds: number | null;
  page_count: number | null;
  width: number | null;
  height: number | null;
  facts: Record<string, unknown>;
  state: string;
  options: Record<string, unknown>;
};

type StepInput = { version: StepVersion; options: Record<string, unknown>; isTrashed: boolean };

/** What a step's job is about, as it is now; undefined when the version is gone. */
export async function findStepInput(db: Executor, jobId: string): Promise<StepInput | undefined> {
  const { rows } = await sql<InputRecord>`
    select version.id, version.resource_id, version.number, resource.kind, version.format, version.content_type,
      version.file_name, version.size_bytes, version.sha256, files.store_key,
      resource.language, library.default_language, version.duration_seconds, version.page_count,
      version.width, version.height, version.facts, resource.state, jobs.options
    from jobs join resource_versions version on version.id = jobs.version_id
      join resources resource on resource.id = version.resource_id
      join libraries library on library.id = resource.library_id
      join files on files.id = version.file_id
    where jobs.id = ${jobId}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  return {
    isTrashed: row.state === 'trashed' || row.state === 'purged',
    options: row.options,
    version: {
      id: row.id,
      resourceId: row.resource_id,
      number: row.number,
      kind: row.kind,
      format: row.format,
      contentType: row.content_type,
      fileName: row.file_name,
      sizeBytes: row.size_bytes,
      sha256: row.sha256,
      storeKey: row.store_key,
      language: row.language,
      spokenLanguage: row.language ?? row.default_language,
      durationSeconds: row.duration_seconds,
      pageCount: row.page_count,
      width: row.width,
      height: row.height,
      facts: row.facts,
    },
  };
}

/** Everybody who changes a resource or its work takes the resource first, so that nobody waits in a circle. */
export async function lockResourceRow(transaction: Executor, resourceId: string): Promise<void> {
  await sql`select from resources where id = ${resourceId} for no key update`.execute(transaction);
}
