import type { Db } from '../db/database.ts';
import type { EventPublisher } from '../events/event-publisher.ts';
import type { RunningJob } from './job-definition.ts';
import { updateClaimed } from './job-rows.ts';
import { publishJob } from './publish-job.ts';

const writeEveryMs = 500;
/** Slower for work on resources, because these events go to everyone. */
const tellEverybodyEveryMs = 1_000;
const longestLine = 1_000;
const mostLinesAtOnce = 500;

/** Buffers progress and log lines and writes them periodically, so a brief database outage loses no line. */
export class JobProgress {
  readonly #db: Db;
  readonly #publisher: EventPublisher;
  readonly #job: RunningJob;
  readonly #onLost: () => void;
  #percent: number | undefined;
  #written = 0;
  #lines: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #ended = false;

  constructor(db: Db, publisher: EventPublisher, job: RunningJob, onLost: () => void) {
    this.#db = db;
    this.#publisher = publisher;
    this.#job = job;
    this.#onLost = onLost;
  }

  report(percent: number): void {
    const whole = Math.max(0, Math.min(100, Math.floor(percent)));
    if (!Number.isFinite(whole) || whole === this.#written) return;
    this.#percent = whole;
    this.#schedule();
  }

  log(line: string): void {
    if (this.#lines.length >= mostLinesAtOnce) return;
    this.#lines.push(line.replace(/\s+/g, ' ').trim().slice(0, longestLine));
    this.#schedule();
  }

  /** Stops the periodic writes; returns the lines not yet written, for the job's last write. */
  async end(): Promise<string[]> {
    this.#ended = true;
    clearTimeout(this.#timer);
    await this.#writing;
    return this.#lines.splice(0);
  }

  #schedule(): void {
    if (this.#ended) return;
    const pauseMs = this.#job.resourceId ? tellEverybodyEveryMs : writeEveryMs;
    this.#timer ??= setTimeout(() => {
      this.#writing = this.#write();
    }, pauseMs);
  }

  async #write(): Promise<void> {
    const percent = this.#percent;
    const lines = this.#lines.splice(0);
    this.#percent = undefined;
    try {
      const held = await this.#db.transaction().execute(async (transaction) => {
        const change = { log: lines, ...(percent !== undefined && { progress: percent }) };
        if (!(await updateClaimed(transaction, this.#job, change))) return false;
        if (percent !== undefined) await publishJob(transaction, this.#publisher, this.#job);
        return true;
      });
      if (percent !== undefined) this.#written = percent;
      if (!held) this.#onLost();
    } catch {
      this.#lines.unshift(...lines);
      this.#percent ??= percent;
    } finally {
      this.#timer = undefined;
      if (this.#percent !== undefined || this.#lines.length > 0) this.#schedule();
    }
  }
}
