import type { Logger } from 'pino';
import { BackgroundLoop, type ItemRun } from '../../platform/background-loop/background-loop.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import { type DirtyMark, isAnyMarkDue, postponeMarks, takeDue, takeMarks, takeWoken } from './rounds.repository.ts';
import type { RuleBook } from './rules/rule-book.ts';
import type { RuleSync, Synced } from './rules/rule-sync.ts';
import type { TaskAnnouncer } from './task-announcer.ts';

export type RoundDependencies = { rules: RuleBook; loop: TaskLoop; announcer: TaskAnnouncer };
type Reminder = { take(transaction: Executor): ReturnType<typeof takeDue>; kind: 'taskDue' | 'taskBack' };

const reminders: readonly Reminder[] = [
  { take: takeWoken, kind: 'taskBack' },
  { take: takeDue, kind: 'taskDue' },
];

/** Handles what depends on time: ended snoozes, tasks nearly due and dated states. */
export async function makeRounds(
  db: Db,
  dependencies: RoundDependencies,
  options: { everything: boolean; signal: AbortSignal },
) {
  const timed = dependencies.rules.all().filter((rule) => rule.timed || options.everything);
  await dependencies.loop.drain();
  const synced = await dependencies.loop.reconcile(timed.map((rule) => rule.kind));
  let reminded = 0;
  for (const { take, kind } of reminders) {
    if (options.signal.aborted) break;
    reminded += await db.transaction().execute(async (transaction) => {
      const tasks = await take(transaction);
      for (const task of tasks) await dependencies.announcer.reminds(transaction, task, kind);
      return tasks.length;
    });
  }
  return { ...synced, reminded };
}

type Dependencies = { db: Db; rules: RuleBook; sync: RuleSync; logger: Logger };

const lookEveryMs = 1_000;
const marksAtOnce = 100;

/** Evaluates changed states soon after they change. Every worker runs one; they never take the same marks. */
export class TaskLoop {
  readonly #dependencies: Dependencies;
  readonly #loop: BackgroundLoop;
  #failure: unknown;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    const { db, logger } = dependencies;
    this.#loop = new BackgroundLoop({
      ...{ name: 'tasks', everyMs: lookEveryMs, db, logger, run: () => this.#look() },
      due: () => isAnyMarkDue,
    });
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Runs until no mark is due; returns the number of evaluated marks. */
  async drain(): Promise<number> {
    for (let done = 0; ; ) {
      if (this.#loop.ended) return done;
      const { taken, failure } = await this.#judgeSome();
      if (failure === undefined) done += taken;
      else this.#failure = failure;
      if (taken === 0) return done;
    }
  }

  /** Compares all tasks with the states, to catch lost dirty marks. */
  async reconcile(kinds: readonly string[] = this.#dependencies.rules.all().map((rule) => rule.kind)): Promise<Synced> {
    const { db, sync } = this.#dependencies;
    const sum: Synced = { opened: 0, closed: 0, renewed: 0 };
    for (const kind of kinds) {
      for (let more = true; more && !this.#loop.ended; ) {
        const synced = await db.transaction().execute((transaction) => sync.sync(transaction, kind));
        for (const what of ['opened', 'closed', 'renewed'] as const) sum[what] += synced[what];
        more = synced.more;
      }
    }
    return sum;
  }

  async #judgeSome(): Promise<{ taken: number; failure?: unknown }> {
    const { db, sync, logger } = this.#dependencies;
    let taken: DirtyMark[] = [];
    try {
      await db.transaction().execute(async (transaction) => {
        taken = await takeMarks(transaction, marksAtOnce);
        const objects = Map.groupBy(taken, (mark) => mark.kind);
        for (const [kind, marks] of objects) {
          await sync.sync(transaction, kind, [...new Set(marks.map((mark) => mark.object_id))]);
        }
      });
    } catch (error) {
      logger.warn({ err: error }, 'could not apply task rules');
      await postponeMarks(
        db,
        taken.map((mark) => mark.id),
      );
      return { taken: taken.length, failure: error };
    }
    return { taken: taken.length };
  }

  async #look(): Promise<ItemRun> {
    this.#failure = undefined;
    return { done: await this.drain(), failure: this.#failure };
  }
}
