import type { JobState, StepKind } from '@lectern/contract/features/job.ts';
import type { JobCause } from '@lectern/contract/features/job-cause.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { newId } from '../../platform/new-id.ts';
import { insertVersionJobs } from '../../platform/queue/version-jobs.ts';
import type { StepSize, StepVersion } from './step.ts';

export type WorkRecord = {
  id: string;
  kind: StepKind;
  state: JobState;
  cause: string | null;
  cause_code: JobCause | null;
  options: Record<string, unknown>;
  started_at: Date | null;
};

export type Plan = {
  kind: ResourceKind;
  format: string;
  state: string;
  processing: Partial<Record<StepKind, boolean>>;
};

export async function findPlan(db: Executor, versionId: string): Promise<Plan | undefined> {
  const { rows } = await sql<Plan>`
    select resource.kind, version.format, resource.state, library.processing
    from resource_versions version join resources resource on resource.id = version.resource_id
      join libraries library on library.id = resource.library_id
    where version.id = ${versionId}`.execute(db);
  return rows[0];
}

export async function findStepSize(db: Executor, versionId: string): Promise<StepSize | undefined> {
  const { rows } = await sql<StepSize>`
    select resource.kind, version.format, version.size_bytes as "sizeBytes",
      version.duration_seconds as "durationSeconds", version.page_count as "pageCount",
      (select avg((facts ->> 'needsOcr')::boolean::int)::float8 from renditions
        where renditions.version_id = version.id and renditions.kind = 'page') as "scannedShare"
    from resource_versions version join resources resource on resource.id = version.resource_id
    where version.id = ${versionId}`.execute(db);
  return rows[0];
}

type HeardSpeech = {
  version_id: string;
  /** The resource's language, or its library's default. */
  language: string | null;
  /** The language of the current transcript; null when this file has none. */
  heard_in: string | null;
  is_edited: boolean;
};

/** The speech in a resource's current file; undefined for resources in Trash. */
export async function findHeardSpeech(db: Executor, resourceId: string): Promise<HeardSpeech | undefined> {
  const { rows } = await sql<HeardSpeech>`
    select resource.version_id, coalesce(resource.language, library.default_language) as language,
      reading.language as heard_in, coalesce(reading.origin <> 'machine', false) as is_edited
    from resources resource join libraries library on library.id = resource.library_id
      left join readings reading on reading.resource_id = resource.id and reading.source = 'speech' and reading.current
        and reading.version_id = resource.version_id
    where resource.id = ${resourceId} and resource.version_id is not null
      and resource.state not in ('trashed', 'purged')`.execute(db);
  return rows[0];
}

/** Locks the resources of a library whose speech is waiting for a language, in a fixed order. */
export async function lockWithoutLanguage(transaction: Executor, libraryId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select resource.id from resources resource
      join jobs on jobs.version_id = resource.version_id and jobs.kind = 'asr' and jobs.state = 'skipped'
        and jobs.cause_code = 'languageNotDeclared'
    where resource.library_id = ${libraryId} and resource.language is null
      and resource.state not in ('trashed', 'purged')
    order by resource.id for no key update of resource`.execute(transaction);
  return rows.map((row) => row.id);
}

export type Planned = { kind: StepKind; state: 'none' | 'pending' };

const versionColumns = ['resource_id', 'version_id', 'current', 'resource_kind', 'department_id', 'owner_id'] as const;
const resultColumns = [
  ...(['progress', 'cause', 'cause_code', 'log', 'tries', 'options', 'engine', 'check_state'] as const),
  ...(['confidence', 'language', 'queued_at', 'started_at', 'finished_at'] as const),
] as const;

/** Existing steps stay as they are. */
export async function insertWork(db: Executor, versionId: string, planned: readonly Planned[]): Promise<void> {
  if (planned.length === 0) return;
  const rows = planned.map((step) => ({ ...step, id: newId() }));
  const columns = ['id', 'kind', 'state', ...versionColumns] as const;
  const selected = sql`
    select step.id, step.kind, step.state, resource.id, version.id,
      resource.version_id is not distinct from version.id and resource.state not in ('trashed', 'purged'),
      resource.kind, resource.department_id, resource.owner_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as step (id uuid, kind text, state text),
      resource_versions version join resources resource on resource.id = version.resource_id
    where version.id = ${versionId}`;
  await insertVersionJobs(db, columns, selected);
}

/** Copies the work of a version to another one with the same file; unfinished work starts again. */
export async function copyWork(db: Executor, from: string, to: string): Promise<void> {
  const columns = ['id', 'kind', 'state', ...versionColumns, ...resultColumns] as const;
  const selected = sql`
    select gen_random_uuid(), work.kind, case when renewed then 'pending' else work.state end, resource.id, version.id,
      resource.version_id is not distinct from version.id and resource.state not in ('trashed', 'purged'),
      resource.kind, resource.department_id, resource.owner_id, case when renewed then 0 else work.progress end,
      case when not renewed then cause end, case when not renewed then cause_code end,
      case when renewed then '' else work.log end, case when renewed then 0 else work.tries end, work.options,
      case when not renewed then engine end, case when not renewed then check_state end,
      case when not renewed then confidence end, case when not renewed then work.language end,
      case when renewed then now() else work.queued_at end, case when not renewed then work.started_at end,
      case when not renewed then work.finished_at end
    from jobs work
      cross join lateral (select work.state in ('pending', 'queued', 'running')
        or (work.state = 'cancelled' and work.cause is not null) as renewed) begun,
      resource_versions version join resources resource on resource.id = version.resource_id
    where work.version_id = ${from} and version.id = ${to}`;
  await insertVersionJobs(db, columns, selected);
}

export async function listWorkOf(db: Executor, versionId: string): Promise<WorkRecord[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'kind', 'state', 'cause', 'cause_code', 'options', 'started_at'])
    .where('version_id', '=', versionId)
    .execute();
  return rows as unknown as WorkRecord[];
}

/** Open work of the resource's other versions. */
export async function listOpenWorkBesides(
  db: Executor,
  wanted: { resourceId: string; versionId: string },
): Promise<Pick<WorkRecord, 'id' | 'kind' | 'state'>[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'kind', 'state'])
    .where('resource_id', '=', wanted.resourceId)
    .where('version_id', '!=', wanted.versionId)
    .where('state', 'in', ['pending', 'queued', 'running'])
    .execute();
  return rows as Pick<WorkRecord, 'id' | 'kind' | 'state'>[];
}

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

/** The version and options a step's job works on; undefined when the version no longer exists. */
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

/** Every change of a resource or its work takes this lock first, which rules out deadlocks. */
export async function lockResourceRow(transaction: Executor, resourceId: string): Promise<void> {
  await sql`select from resources where id = ${resourceId} for no key update`.execute(transaction);
}
