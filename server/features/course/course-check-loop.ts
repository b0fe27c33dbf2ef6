import type { Logger } from 'pino';
import { BackgroundLoop } from '../../platform/background-loop/background-loop.ts';
import type { Db } from '../../platform/db/database.ts';
import type { PublicRule } from '../publication/public.ts';
import type { CourseAnnouncer } from './course-change.service.ts';
import { isAnyCourseDue, listDue, recount, removeDue } from './course-check.repository.ts';

type Dependencies = { db: Db; rule: PublicRule; announcer: CourseAnnouncer; logger: Logger };

const lookEveryMs = 1_000;
const coursesAtOnce = 50;

/**
 * Recounts courses with a dirty mark. Every worker runs this loop; two that take the same course write the same
 * counts.
 */
export class CourseCheckLoop {
  readonly #dependencies: Dependencies;
  readonly #loop: BackgroundLoop;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    const { db, logger } = dependencies;
    const run = async () => void (await this.drain());
    this.#loop = new BackgroundLoop({
      ...{ name: 'courseChecks', everyMs: lookEveryMs, db, logger, run },
      due: () => isAnyCourseDue,
    });
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Runs until nothing is due; returns how many courses were recounted. */
  async drain(): Promise<number> {
    const { db, rule, announcer } = this.#dependencies;
    for (let done = 0; ; ) {
      const due = this.#loop.signal.aborted ? [] : await listDue(db, coursesAtOnce);
      if (due.length === 0) return done;
      for (const { courseId, upTo } of due) {
        await db.transaction().execute(async (transaction) => {
          // Delete the marks first, so that changes made from here on leave a new mark.
          await removeDue(transaction, courseId, upTo);
          if (await recount(transaction, courseId, rule)) await announcer.changed(transaction, courseId);
        });
        done += 1;
      }
    }
  }
}
