import type { Logger } from 'pino';
import type { Db } from '../../../platform/db/database.ts';
import type { RuleBook } from './rule-book.ts';
import type { RuleSync, Synced } from './rule-sync.ts';
import { isAnyWishDue, takeWishes, updateWishesLater, type Wish } from './wishes.repository.ts';

type Parts = { db: Db; rules: RuleBook; sync: RuleSync; logger: Logger; besides: () => Promise<unknown> };

const lookEveryMs = 1_000;
const wishesAtOnce = 100;

/** Judges states that changed, soon after they did. Every worker has one; they do not take the same ones. */
export class TaskLoop {
  readonly #parts: Parts;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #stopping = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(): void {
    this.#stopping = false;
    this.#timer = setInterval(() => {
      this.#running ??= this.#look().finally(() => {
        this.#running = undefined;
      });
    }, lookEveryMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping = true;
    await this.#running;
  }

  /** Until nothing is due; answers how many changes were judged. */
  async drain(): Promise<number> {
    for (let done = 0; ; ) {
      const taken = this.#stopping ? 0 : await this.#judgeSome();
      if (taken === 0) return done;
      done += taken;
    }
  }

  /** Everything, whatever was told of it: what was missed is found here. */
  async reconcile(kinds: readonly string[] = this.#parts.rules.all().map((rule) => rule.kind)): Promise<Synced> {
    const { db, sync } = this.#parts;
    const sum: Synced = { opened: 0, closed: 0, renewed: 0 };
    for (const kind of kinds) {
      for (let more = true; more && !this.#stopping; ) {
        const synced = await db.transaction().execute((transaction) => sync.sync(transaction, kind));
        for (const what of ['opened', 'closed', 'renewed'] as const) sum[what] += synced[what];
        more = synced.more;
      }
    }
    return sum;
  }

  async #judgeSome(): Promise<number> {
    const { db, sync, logger } = this.#parts;
    if (!(await isAnyWishDue(db))) return 0;
    let taken: Wish[] = [];
    try {
      await db.transaction().execute(async (transaction) => {
        taken = await takeWishes(transaction, wishesAtOnce);
        const objects = Map.groupBy(taken, (wish) => wish.kind);
        for (const [kind, wishes] of objects) {
          await sync.sync(transaction, kind, [...new Set(wishes.map((wish) => wish.object_id))]);
        }
      });
    } catch (error) {
      logger.warn({ err: error }, 'states that changed could not be judged');
      await updateWishesLater(
        db,
        taken.map((wish) => wish.id),
      );
    }
    return taken.length;
  }

  /** The database may be away; the next look comes soon. */
  async #look(): Promise<void> {
    const { logger, besides } = this.#parts;
    try {
      await this.drain();
      await besides();
    } catch (error) {
      logger.debug({ err: error }, 'to-dos could not be looked at');
    }
  }
}
