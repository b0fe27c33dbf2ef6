import type { JobState } from '@lectern/contract/features/job.ts';
import type { JobCause } from '@lectern/contract/features/job-cause.ts';
import type { burnedIn } from '@lectern/contract/features/subtitle.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Executor } from '../../platform/db/database.ts';
import type { TrackRecord } from './subtitle.presenter.ts';

type JobRecord = {
  id: string;
  state: JobState;
  progress: number;
  cause: string | null;
  cause_code: JobCause | null;
  input: Record<string, unknown>;
};

/** The latest job of a kind for a track. */
async function findJob(db: Executor, kind: string, subtitleId: string): Promise<JobRecord | undefined> {
  const { rows } = await sql<JobRecord>`
    select id, state, progress, cause, cause_code, input from jobs
    where kind = ${kind} and input ->> 'subtitleId' = ${subtitleId} order by created_at desc limit 1`.execute(db);
  return rows[0];
}

export async function findBurnedIn(db: Executor, track: TrackRecord): Promise<z.output<typeof burnedIn> | null> {
  const job = await findJob(db, 'burnIn', track.id);
  if (!job) return null;
  const { rows } = await sql<{ id: string }>`
    select renditions.id from renditions join resources on resources.version_id = renditions.version_id
    where resources.id = ${track.resource_id} and renditions.kind = 'burned'
      and renditions.facts ->> 'subtitleId' = ${track.id}`.execute(db);
  const [made] = rows;
  const { id: jobId, state, progress, cause, input } = job;
  const url = made ? `/resources/${track.resource_id}/renditions/${made.id}` : null;
  return { jobId, state, progress, cause, number: Number(input.number ?? 0), url };
}

/** The latest translation job unless it succeeded; then its result is a track. */
export async function findTranslation(db: Executor, subtitleId: string) {
  const job = await findJob(db, 'translateSubtitle', subtitleId);
  if (!job || job.state === 'done') return null;
  const { id: jobId, state, progress, cause, cause_code: causeCode } = job;
  return { jobId, state, progress, cause, causeCode };
}

/** Whether such a job is already queued or running. */
export async function findOpenJob(
  db: Executor,
  kind: 'burnIn' | 'translateSubtitle',
  input: Record<string, unknown>,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from jobs where kind = ${kind} and state in ('queued', 'running')
      and input @> ${JSON.stringify(input)}::jsonb limit 1`.execute(db);
  return rows[0]?.id;
}

type Film = { versionId: string; name: string; storeKey: string; durationSeconds: number | null };

/** The video as people see it: the browser copy if there is one, otherwise the original file. */
export async function findFilm(db: Executor, resourceId: string): Promise<Film | undefined> {
  const { rows } = await sql<Film>`
    select version.id as "versionId", version.file_name as name, files.store_key as "storeKey",
      version.duration_seconds as "durationSeconds"
    from resources join resource_versions version on version.id = resources.version_id
      left join renditions copy on copy.version_id = version.id and copy.kind = 'video'
      join files on files.id = coalesce(copy.file_id, version.file_id)
    where resources.id = ${resourceId} and resources.kind = 'video' and resources.state not in ('trashed', 'purged')`.execute(
    db,
  );
  return rows[0];
}

export async function lockVideo(transaction: Executor, subtitleId: string): Promise<void> {
  await sql`
    select from resources where id = (select resource_id from subtitles where id = ${subtitleId})
    for no key update`.execute(transaction);
}
