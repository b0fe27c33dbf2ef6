import type { JobState, StepKind } from '@lectern/contract/features/job.ts';
import type { JobCause } from '@lectern/contract/features/job-cause.ts';
import type { WorkRow } from '@lectern/contract/features/machine-work.ts';
import { sql } from 'kysely';

/** A row of a list of machine work, as the database gives it. */
export type WorkListRecord = {
  id: string;
  kind: StepKind;
  state: JobState;
  progress: number;
  cause: string | null;
  cause_code: JobCause | null;
  tries: number;
  priority: number;
  engine: string | null;
  options: WorkRow['options'];
  resource_id: string;
  title: string;
  resource_kind: WorkRow['resource']['kind'];
  format: string;
  thumbnail_id: string | null;
  owner_id: string;
  owner_name: string;
  version_number: number;
  current: boolean;
  check_state: 'needs_check' | 'checked' | null;
  confidence: number | null;
  language: string | null;
  queued_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  wait_seconds: number | null;
  run_seconds: number | null;
};

export const workJoins = sql`
  join resources on resources.id = jobs.resource_id
  join resource_versions version on version.id = jobs.version_id
  join users owner on owner.id = resources.owner_id`;

/** How long it waited and ran; what has not ended counts up to now. */
export const workColumns = sql`jobs.id, jobs.kind, jobs.state, jobs.progress, jobs.cause, jobs.cause_code, jobs.tries,
  jobs.priority, jobs.engine, jobs.options, jobs.resource_id, resources.title, resources.kind as resource_kind,
  version.format, resources.thumbnail_id, resources.owner_id, owner.name as owner_name, version.number as version_number,
  jobs.current, jobs.check_state, jobs.confidence, jobs.language, jobs.queued_at, jobs.started_at, jobs.finished_at,
  case when jobs.state <> 'none' then greatest(0, extract(epoch from
    coalesce(jobs.started_at, jobs.finished_at, now()) - jobs.queued_at))::float8 end as wait_seconds,
  greatest(0, extract(epoch from
    (case when jobs.state = 'running' then now() else jobs.finished_at end) - jobs.started_at))::float8 as run_seconds`;

export function presentWork(row: WorkListRecord): WorkRow {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    progress: row.progress,
    cause: row.cause,
    causeCode: row.cause_code,
    tries: row.tries,
    priority: row.priority,
    engine: row.engine,
    options: row.options,
    resource: {
      id: row.resource_id,
      title: row.title,
      kind: row.resource_kind,
      format: row.format,
      thumbnail: row.thumbnail_id && `/resources/${row.resource_id}/renditions/${row.thumbnail_id}`,
      owner: { id: row.owner_id, name: row.owner_name },
    },
    versionNumber: row.version_number,
    current: row.current,
    check: row.check_state === 'needs_check' ? 'needsCheck' : row.check_state,
    confidence: row.confidence,
    language: row.language,
    queuedAt: row.queued_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    waitSeconds: row.wait_seconds,
    runSeconds: row.run_seconds,
  };
}
