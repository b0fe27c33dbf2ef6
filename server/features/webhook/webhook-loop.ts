import { storedFailure } from '@lectern/contract/features/webhook.ts';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { PostWebhook } from '../../engines/webhook/send-webhook.ts';
import { insertActivity } from '../../platform/activity/record-activity.ts';
import { BackgroundLoop } from '../../platform/background-loop/background-loop.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import { newId } from '../../platform/new-id.ts';
import type { SealedBox } from '../../platform/sealing/sealed-box.ts';
import {
  type DueDelivery,
  insertDeliveries,
  isAnyDeliveryDue,
  type NewDelivery,
  pauseFailing,
  settleDelivered,
  settleFailed,
  takeDue,
} from './delivery.repository.ts';
import {
  isAnyChangeNoted,
  type JudgedChange,
  takeChanges,
  takeDated,
  tryChangesLock,
} from './publication-change.repository.ts';
import { joinChanges, kindFor, signedHeaders, waitAfter } from './webhook.policy.ts';
import { listTargets } from './webhook.repository.ts';

type Dependencies = {
  db: Db;
  box: Pick<SealedBox, 'open'>;
  post: PostWebhook;
  timeZone: string;
  logger: Logger;
};

const lookEveryMs = 2_000;
const checkDatesEveryMs = 20_000;
const atOnce = 8;
const patienceDays = 3;

/** Delivers publication changes to sites. Every worker runs one; they never take the same delivery. */
export class WebhookLoop {
  readonly #dependencies: Dependencies;
  readonly #loop: BackgroundLoop;
  #datesCheckedAt = Number.NEGATIVE_INFINITY;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    const { db, logger } = dependencies;
    this.#loop = new BackgroundLoop({
      ...{ name: 'webhooks', everyMs: lookEveryMs, db, logger, run: () => this.#look() },
      due: () => (this.#areDatesDue() ? sql<boolean>`true` : sql<boolean>`${isAnyChangeNoted} or ${isAnyDeliveryDue}`),
    });
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Runs everything due now, for tests. */
  async runOnce(): Promise<void> {
    await this.#note(true);
    while (await this.#deliver()) if (this.#loop.ended) return;
  }

  async #look(): Promise<undefined> {
    const withDates = this.#areDatesDue();
    await this.#note(withDates);
    if (withDates) this.#datesCheckedAt = performance.now();
    while (this.#loop.running && (await this.#deliver()));
  }

  #areDatesDue(): boolean {
    return performance.now() - this.#datesCheckedAt >= checkDatesEveryMs;
  }

  /** Creates deliveries in the transaction that takes the changes, so each change is delivered once. */
  async #note(withDates: boolean): Promise<void> {
    const { db, timeZone } = this.#dependencies;
    for (let more = true; more && !this.#loop.ended; ) {
      // One snapshot for both queries; later changes follow in the next round.
      const one = db.transaction().setIsolationLevel('repeatable read');
      more = await one.execute(async (transaction) => {
        if (!(await tryChangesLock(transaction))) return false;
        const noted = await takeChanges(transaction, timeZone);
        const dated = withDates && noted.length === 0 ? await takeDated(transaction, timeZone) : [];
        await this.#queueDeliveries(transaction, joinChanges([...noted, ...dated]));
        return noted.length > 0;
      });
    }
  }

  async #queueDeliveries(transaction: Executor, changes: readonly JudgedChange[]): Promise<void> {
    if (changes.length === 0) return;
    const targets = await listTargets(transaction);
    const deliveries = changes.flatMap((change) =>
      targets.flatMap((target): NewDelivery[] => {
        const kind = kindFor(change, target);
        if (!kind || !target.kinds.includes(kind)) return [];
        const id = newId();
        const object = { type: change.object_type, id: change.object_id };
        const payload = { id, event: kind, at: change.at.toISOString(), object };
        return [
          { id, webhookId: target.id, kind, objectType: change.object_type, objectId: change.object_id, payload },
        ];
      }),
    );
    await insertDeliveries(transaction, deliveries);
  }

  async #deliver(): Promise<boolean> {
    const due = await takeDue(this.#dependencies.db, atOnce);
    await Promise.all(due.map((delivery) => this.#send(delivery)));
    return due.length > 0;
  }

  async #send({
    id,
    webhook_id: webhookId,
    kind,
    payload,
    tries,
    url,
    secret_sealed: sealed,
  }: DueDelivery): Promise<void> {
    const { db, box, post } = this.#dependencies;
    const secret = await box.open(sealed, `webhook ${webhookId}`);
    const body = JSON.stringify(payload);
    const answer = secret
      ? await post({ url, body, headers: signedHeaders(secret, { id, kind, body, now: Date.now() }) })
      : { status: null, error: storedFailure('secretUnreadable') };
    if (answer.error === null) return settleDelivered(db, id, answer.status);
    await settleFailed(db, id, { status: answer.status, error: answer.error, waitMs: waitAfter(tries) });
    if (await pauseFailing(db, webhookId, patienceDays)) {
      const by = { actorId: null, ip: null, requestId: null };
      const after = { error: answer.error };
      await insertActivity(db, { action: 'webhook.paused', objectType: 'webhook', objectId: webhookId, after, ...by });
    }
  }
}
