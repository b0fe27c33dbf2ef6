import type { JobDefinition } from '../../platform/queue/job-definition.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import type { ScheduleService } from './schedule.service.ts';

/** Every minute: publishes and takes offline what is due, and removes files whose rows are gone. */
export function resourceScheduleJob(dependencies: { schedule: ScheduleService; fileStore: FileStore }): JobDefinition {
  return {
    kind: 'resourceSchedule',
    concurrency: 1,
    limitSeconds: 1800,
    schedule: '* * * * *',
    // Run at once when a worker starts.
    overdueMinutes: 1,
    load: async () => (await import('./run-schedule.job.ts')).runSchedule(dependencies),
  };
}
