import type { JobKind, JobProgress, JobState } from '@lectern/contract/features/job.ts';
import type { Executor } from '../db/database.ts';

type PresentableJob = {
  id: string;
  kind: string;
  state: string;
  progress: number;
  cause: string | null;
  tries: number;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
};

export function presentJob(row: PresentableJob): JobProgress {
  return {
    id: row.id,
    kind: row.kind as JobKind,
    state: row.state as JobState,
    progress: row.progress,
    cause: row.cause,
    tries: row.tries,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

/** Columns that `presentJob` needs; leaves out the large log and input. */
export function selectPresentableJobs(executor: Executor) {
  return executor
    .selectFrom('jobs')
    .select([
      'jobs.id',
      'jobs.kind',
      'jobs.state',
      'jobs.progress',
      'jobs.cause',
      'jobs.tries',
      'jobs.created_at',
      'jobs.started_at',
      'jobs.finished_at',
    ]);
}
