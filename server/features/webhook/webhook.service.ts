import type { BodyOf, OutputOf, QueryOf } from '@lectern/contract/endpoint.ts';
import type {
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  updateWebhook,
  Webhook,
  WebhookDelivery,
} from '@lectern/contract/features/webhook.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import type { SealedBox } from '../../platform/sealing/sealed-box.ts';
import { newSecretToken } from '../../platform/secret-token.ts';
import { getDelivery, insertDeliveries, listDeliveries, redeliver } from './delivery.repository.ts';
import { hookValues, presentDelivery, presentHook } from './webhook.presenter.ts';
import {
  deleteHook,
  getHook,
  insertHook,
  listHooks,
  lockHook,
  type StoredWebhook,
  updateHook,
} from './webhook.repository.ts';

type Dependencies = {
  db: Db;
  box: Pick<SealedBox, 'seal'>;
  /** Allowed targets as host:port, from the configuration. */
  hosts: readonly string[];
  /** host:port of a URL; undefined if webhooks can't be sent to such a URL. */
  hostOf(url: string): string | undefined;
};
type ShownOnce = OutputOf<typeof createWebhook>;
type ChangedValues = { before?: Record<string, unknown>; after?: Record<string, unknown> };

const deliveriesAtOnce = 50;

/** Manages webhooks, which call a site when something is published. */
export class WebhookService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async list(): Promise<OutputOf<typeof listWebhooks>> {
    const hooks = await listHooks(this.#dependencies.db);
    return { webhooks: hooks.map((hook) => this.#present(hook)), allowedHosts: [...this.#dependencies.hosts] };
  }

  async create(context: SignedInContext, wanted: BodyOf<typeof createWebhook>): Promise<ShownOnce> {
    this.#requireAllowed(wanted.url);
    const id = newId();
    const { secret, sealed } = await this.#newSecret(id);
    const hook = await this.#dependencies.db.transaction().execute(async (transaction) => {
      await insertHook(transaction, { ...wanted, id, secret_sealed: sealed, created_by: context.principal.userId });
      const made = await getHook(transaction, id);
      await note(transaction, context, made, 'created', { after: hookValues(made) });
      return made;
    });
    return { webhook: this.#present(hook), secret };
  }

  async update(context: SignedInContext, id: string, change: BodyOf<typeof updateWebhook>): Promise<Webhook> {
    const { version, paused, ...same } = change;
    if (same.url !== undefined) this.#requireAllowed(same.url);
    return this.#change(context, { id, version }, 'updated', async (transaction, before) => {
      const pausing = paused === undefined || paused === (before.paused_at !== null);
      await updateHook(transaction, id, {
        ...same,
        ...(!pausing && { paused_at: paused ? new Date() : null, pause_reason: null }),
      });
    });
  }

  async rotate(context: SignedInContext, id: string, version: number): Promise<ShownOnce> {
    const { secret, sealed } = await this.#newSecret(id);
    const webhook = await this.#change(context, { id, version }, 'rotated', (transaction) =>
      updateHook(transaction, id, { secret_sealed: sealed }),
    );
    return { webhook, secret };
  }

  async delete(context: SignedInContext, id: string, version: number): Promise<void> {
    await this.#dependencies.db.transaction().execute(async (transaction) => {
      const hook = await lockHook(transaction, id, version);
      await deleteHook(transaction, id);
      await note(transaction, context, hook, 'deleted', { before: hookValues(hook) });
    });
  }

  async deliveries(
    id: string,
    { before, state }: QueryOf<typeof listWebhookDeliveries>,
  ): Promise<OutputOf<typeof listWebhookDeliveries>> {
    const { db } = this.#dependencies;
    await getHook(db, id);
    const rows = await listDeliveries(db, id, { before, state, limit: deliveriesAtOnce + 1 });
    return { deliveries: rows.slice(0, deliveriesAtOnce).map(presentDelivery), more: rows.length > deliveriesAtOnce };
  }

  async redeliver(context: SignedInContext, id: string, deliveryId: string): Promise<WebhookDelivery> {
    return this.#dependencies.db.transaction().execute(async (transaction) => {
      const hook = await getHook(transaction, id);
      await getDelivery(transaction, id, deliveryId);
      await redeliver(transaction, deliveryId);
      await note(transaction, context, hook, 'redelivered', { after: { delivery: deliveryId } });
      return presentDelivery(await getDelivery(transaction, id, deliveryId));
    });
  }

  /** Delivered like any other event. */
  async test(context: SignedInContext, id: string): Promise<WebhookDelivery> {
    return this.#dependencies.db.transaction().execute(async (transaction) => {
      const hook = await getHook(transaction, id);
      if (hook.paused_at) throw invalidField('paused', 'paused');
      const deliveryId = newId();
      const object = { type: 'homePage' as const, id: null };
      const payload = { id: deliveryId, event: 'test', at: new Date().toISOString(), object };
      await insertDeliveries(transaction, [
        { id: deliveryId, webhookId: id, kind: 'test', objectType: 'homePage', objectId: null, payload },
      ]);
      await note(transaction, context, hook, 'tested', {});
      return presentDelivery(await getDelivery(transaction, id, deliveryId));
    });
  }

  async #change(
    context: SignedInContext,
    wanted: { id: string; version: number },
    verb: string,
    change: (transaction: Executor, before: StoredWebhook) => Promise<void>,
  ): Promise<Webhook> {
    const hook = await this.#dependencies.db.transaction().execute(async (transaction) => {
      const before = await lockHook(transaction, wanted.id, wanted.version);
      await change(transaction, before);
      const after = await getHook(transaction, wanted.id);
      await note(transaction, context, after, verb, { before: hookValues(before), after: hookValues(after) });
      return after;
    });
    return this.#present(hook);
  }

  #requireAllowed(url: string): void {
    const host = this.#dependencies.hostOf(url);
    if (!host) throw invalidField('url', 'plainAddress');
    if (!this.#dependencies.hosts.includes(host)) throw new AppError('webhookHostNotAllowed', { params: { host } });
  }

  async #newSecret(id: string): Promise<{ secret: string; sealed: Buffer }> {
    const secret = `lkwh_${newSecretToken()}`;
    return { secret, sealed: await this.#dependencies.box.seal(Buffer.from(secret), `webhook ${id}`) };
  }

  #present(hook: StoredWebhook): Webhook {
    const host = this.#dependencies.hostOf(hook.url);
    return presentHook(hook, host !== undefined && this.#dependencies.hosts.includes(host));
  }
}

async function note(
  transaction: Executor,
  context: SignedInContext,
  hook: StoredWebhook,
  verb: string,
  values: ChangedValues,
) {
  await recordActivity(transaction, context, {
    action: `webhook.${verb}`,
    objectType: 'webhook',
    objectId: hook.id,
    ...values,
    after: { name: hook.name, ...values.after },
  });
}
