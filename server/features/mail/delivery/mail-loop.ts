import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { MailEngine } from '../../../engines/mail/port.ts';
import { insertActivity } from '../../../platform/activity/record-activity.ts';
import { BackgroundLoop } from '../../../platform/background-loop/background-loop.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { MailAnnouncer } from '../mail-announcer.ts';
import { findServer, updateServer } from '../mail-server.repository.ts';
import type { MailDeliverer } from './mail-deliverer.ts';
import { pauseAfter } from './mail-delivery.policy.ts';
import { beat, finishMails, isAnyUnderWay, leave, markLost } from './mail-delivery.repository.ts';

type Dependencies = {
  db: Db;
  /** Undefined without a mail server; mails then wait. */
  engine: MailEngine | undefined;
  handlerId: string;
  announcer: MailAnnouncer;
  /** Starts one due mail; returns false when none is due. */
  begin(): Promise<boolean>;
  openDeliverer(): MailDeliverer;
  logger: Logger;
};

const lookEveryMs = 1_000;
const laneCount = 4;
/** A process without a heartbeat for this long is considered dead. */
const aliveMs = 15_000;
/** How long a stop waits for deliveries in progress. */
const stopWithinMs = 4_000;
const idleMs = 10_000;

type Lane = { deliverer: MailDeliverer | undefined; running: Promise<void> | undefined; usedAt: number };

/**
 * Delivers mails continuously in a few parallel lanes. Every worker runs one; claims keep them from taking the same
 * recipients.
 */
export class MailLoop {
  readonly #dependencies: Dependencies;
  readonly #loop: BackgroundLoop;
  readonly #lanes: Lane[] = Array.from({ length: laneCount }, () => ({
    deliverer: undefined,
    running: undefined,
    usedAt: 0,
  }));
  readonly #touched = new Set<string>();
  /** The error that stopped a lane since the last iteration. */
  #laneFailure: unknown;
  #failures = 0;
  #pausedUntil = 0;
  /** The last recorded state of the server. */
  #reachable: boolean | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    const { db, logger } = dependencies;
    this.#loop = new BackgroundLoop({
      ...{ name: 'mail', everyMs: lookEveryMs, db, logger, run: () => this.#look() },
      due: () => (this.#isAtRest() ? isAnyUnderWay : sql<boolean>`true`),
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Waits briefly for deliveries in progress; another process marks unfinished ones as unknown. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    const running = Promise.all(this.#lanes.map((lane) => lane.running));
    await Promise.race([running, sleep(stopWithinMs, undefined, { ref: false })]);
    for (const lane of this.#lanes) lane.deliverer?.close();
    await leave(this.#dependencies.db, this.#dependencies.handlerId).catch(() => undefined);
  }

  async #look(): Promise<undefined> {
    const { db, engine, handlerId, begin } = this.#dependencies;
    await beat(db, handlerId);
    for (const id of await markLost(db, aliveMs)) this.#touched.add(id);
    if (engine && (await this.#isReachable(engine))) {
      while (this.#loop.running && (await begin())) await beat(db, handlerId);
      for (const lane of this.#lanes) this.#run(lane);
    }
    await this.#announce();
    const failure = this.#laneFailure;
    this.#laneFailure = undefined;
    if (failure !== undefined) throw failure;
  }

  #isAtRest(): boolean {
    return (
      this.#failures === 0 &&
      this.#touched.size === 0 &&
      this.#lanes.every(({ deliverer, running }) => !deliverer && !running)
    );
  }

  /** After a failure, tests the connection before sending. */
  async #isReachable(engine: MailEngine): Promise<boolean> {
    if (this.#failures === 0) return true;
    if (Date.now() < this.#pausedUntil) return false;
    const problem = await engine.check();
    if (problem === undefined) await this.#answered();
    else await this.#failed(problem);
    return problem === undefined;
  }

  #run(lane: Lane): void {
    if (lane.running || !this.#loop.running) return;
    lane.running = this.#drain(lane)
      .catch((error: unknown) => {
        this.#laneFailure = error;
        this.#dependencies.logger.warn({ err: error }, 'could not send an email');
      })
      .finally(() => {
        lane.running = undefined;
      });
  }

  async #drain(lane: Lane): Promise<void> {
    lane.deliverer ??= this.#dependencies.openDeliverer();
    while (this.#loop.running && this.#failures === 0) {
      const delivery = await lane.deliverer.next();
      if (!delivery) {
        if (Date.now() - lane.usedAt > idleMs) {
          lane.deliverer.close();
          lane.deliverer = undefined;
        }
        return;
      }
      lane.usedAt = Date.now();
      this.#touched.add(delivery.mailId);
      if (delivery.problem !== null) await this.#failed(delivery.problem);
      else if (this.#reachable !== true) await this.#answered();
    }
  }

  async #failed(problem: string): Promise<void> {
    this.#failures += 1;
    this.#reachable = false;
    this.#pausedUntil = Date.now() + pauseAfter(this.#failures);
    if (this.#failures === 1) this.#dependencies.logger.warn({ problem }, 'mail server unreachable');
    await updateServer(this.#dependencies.db, problem, new Date(this.#pausedUntil));
  }

  async #answered(): Promise<void> {
    this.#failures = 0;
    this.#reachable = true;
    const known = await findServer(this.#dependencies.db);
    if (!known?.reachable) await updateServer(this.#dependencies.db, null, null);
  }

  /** Finishes mails, and publishes changes at most once a second. */
  async #announce(): Promise<void> {
    const { db, announcer } = this.#dependencies;
    const touched = [...this.#touched];
    this.#touched.clear();
    await db.transaction().execute(async (transaction) => {
      const finished = await finishMails(transaction);
      for (const mail of finished) {
        const { id, kind, state } = mail;
        if (kind === 'system' || kind === 'test') continue;
        await announcer.finished(transaction, mail);
        const by = { actorId: null, ip: null, requestId: null };
        const after = { state };
        await insertActivity(transaction, { action: 'mail.finished', objectType: 'mail', objectId: id, after, ...by });
      }
      const changed = new Set([...touched, ...finished.map(({ id }) => id)]);
      for (const id of changed) await announcer.changed(transaction, id);
    });
  }
}
