import type { JobDefinition } from '../../platform/queue/job-definition.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { removeFiles } from '../../platform/storage/remove-files.ts';
import type { ScheduleService } from './schedule.service.ts';

type Dependencies = { schedule: ScheduleService; fileStore: FileStore };

/** Runs every minute: publishes and takes offline what is due, and removes files whose rows are deleted. */
export function resourceScheduleJob({ schedule, fileStore }: Dependencies): JobDefinition {
  return {
    kind: 'resourceSchedule',
    concurrency: 1,
    limitSeconds: 1800,
    schedule: '* * * * *',
    // An overdue run starts as soon as a worker starts.
    overdueMinutes: 1,
    load:
      async () =>
      async (_job, { db, signal }) => {
        const changed = await schedule.run(db, signal);
        const removed = await removeFiles(db, fileStore, signal);
        return { result: { changed, removed } };
      },
  };
}
