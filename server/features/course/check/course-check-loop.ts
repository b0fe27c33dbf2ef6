import type { Logger } from 'pino';
import type { Db } from '../../../platform/db/database.ts';
import type { PublicRule } from '../../../platform/publication/public-condition.ts';
import type { CourseAnnouncer } from '../course-announcer.ts';
import { listDue, recount, removeDue } from './course-check.repository.ts';

type Parts = { db: Db; rule: PublicRule; announcer: CourseAnnouncer; logger: Logger };

const lookEveryMs = 1_000;
const coursesAtOnce = 50;

/**
 * Counts courses anew of which something changed. Every worker has one; should two take the same course, both come to
 * the same result.
 */
export class CourseCheckLoop {
  readonly #parts: Parts;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> | undefined;
  #stopping = new AbortController();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(): void {
    this.#stopping = new AbortController();
    this.#timer = setInterval(() => {
      this.#running ??= this.drain()
        // The database may be away; the next look comes soon.
        .catch((error: unknown) => this.#parts.logger.debug({ err: error }, 'courses could not be counted anew'))
        .finally(() => {
          this.#running = undefined;
        });
    }, lookEveryMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#running;
  }

  /** Until nothing is due; answers how many courses were counted. */
  async drain(): Promise<number> {
    const { db, rule, announcer } = this.#parts;
    for (let done = 0; ; ) {
      const due = this.#stopping.signal.aborted ? [] : await listDue(db, coursesAtOnce);
      if (due.length === 0) return done;
      for (const { courseId, upTo } of due) {
        await db.transaction().execute(async (transaction) => {
          // The notes go first: what is noted from here on is counted by the next one.
          await removeDue(transaction, courseId, upTo);
          if (await recount(transaction, courseId, rule)) await announcer.changed(transaction, courseId);
        });
        done += 1;
      }
    }
  }
}
