import { insertActivity } from '../../platform/activity/record-activity.ts';
import type { Db } from '../../platform/db/database.ts';
import { isClockSteady } from '../resource/public.ts';
import { deleteCourse, listTrashedFor } from './course.repository.ts';

const rowsAtOnce = 100;

/** What was in the trash for longer than the setting says goes for good; answers how many. */
async function purgeOldCourses(db: Db, days: number, signal: AbortSignal): Promise<number> {
  for (let purged = 0; ; ) {
    const courses = await listTrashedFor(db, days, rowsAtOnce);
    for (const { id, ...before } of courses) {
      signal.throwIfAborted();
      await db.transaction().execute(async (transaction) => {
        await insertActivity(transaction, {
          ...{ action: 'course.purged', objectType: 'course', objectId: id, before },
          ...{ actorId: null, ip: null, requestId: null },
        });
        await deleteCourse(transaction, id);
      });
      purged += 1;
    }
    if (courses.length < rowsAtOnce) return purged;
  }
}

/** Not after a leap of the clock: it would make everything in the trash look old. */
export async function purgeOldCoursesBySteadyClock(db: Db, days: number, signal: AbortSignal): Promise<number> {
  return (await isClockSteady(db)) ? purgeOldCourses(db, days, signal) : 0;
}
