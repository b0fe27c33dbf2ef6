import type { JobHandler } from '../../platform/queue/job-definition.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { removeFiles } from '../../platform/storage/remove-files.ts';
import type { ScheduleService } from './schedule.service.ts';

export function runSchedule({ schedule, fileStore }: { schedule: ScheduleService; fileStore: FileStore }): JobHandler {
  return async (_job, { db, signal }) => {
    const changed = await schedule.run(db, signal);
    const removed = await removeFiles(db, fileStore, signal);
    return { result: { changed, removed } };
  };
}
