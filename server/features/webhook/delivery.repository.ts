import { storedFailure } from '@lectern/contract/features/webhook.ts';
import { sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';

export type ObjectType = 'resource' | 'course' | 'homePage';
export type NewDelivery = {
  id: string;
  webhookId: string;
  kind: string;
  objectType: ObjectType;
  objectId: string | null;
  payload: Record<string, unknown>;
};

export async function insertDeliveries(db: Executor, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  await db
    .insertInto('webhook_deliveries')
    .values(
      deliveries.map((each) => ({
        id: each.id,
        webhook_id: each.webhookId,
        kind: each.kind,
        object_type: each.objectType,
        object_id: each.objectId,
        payload: JSON.stringify(each.payload),
      })),
    )
    .execute();
}

export type DueDelivery = {
  id: string;
  webhook_id: string;
  kind: string;
  payload: Record<string, unknown>;
  tries: number;
  url: string;
  secret_sealed: Buffer;
};

/** Reserves deliveries for two minutes; if this process dies, another one retries them. */
export const isAnyDeliveryDue = sql<boolean>`exists (
  select from webhook_deliveries due join webhooks own on own.id = due.webhook_id
  where due.state in ('waiting', 'sending') and due.next_at <= now() and own.paused_at is null)`;

export async function takeDue(db: Executor, limit: number): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    update webhook_deliveries delivery set state = 'sending', tries = tries + 1, next_at = now() + interval '2 minutes'
    from webhooks hook
    where hook.id = delivery.webhook_id and delivery.id in (
      select due.id from webhook_deliveries due join webhooks own on own.id = due.webhook_id
      where due.state in ('waiting', 'sending') and due.next_at <= now() and own.paused_at is null
      order by due.next_at, due.id limit ${limit} for update of due skip locked)
    returning delivery.id, delivery.webhook_id, delivery.kind, delivery.payload, delivery.tries, hook.url, hook.secret_sealed`.execute(
    db,
  );
  return rows;
}

export async function settleDelivered(db: Executor, id: string, status: number | null): Promise<void> {
  await sql`update webhook_deliveries set state = 'delivered', http_status = ${status}, error = null, next_at = null,
    settled_at = now() where id = ${id}`.execute(db);
}

/** `waitMs` is null when the delivery is not retried automatically. */
export async function settleFailed(
  db: Executor,
  id: string,
  { status, error, waitMs }: { status: number | null; error: string; waitMs: number | null },
): Promise<void> {
  await sql`update webhook_deliveries set state = ${waitMs === null ? 'failed' : 'waiting'}, http_status = ${status},
      error = ${error}, settled_at = ${waitMs === null ? sql`now()` : null},
      next_at = ${waitMs === null ? null : sql`now() + ${waitMs} * interval '1 millisecond'`}
    where id = ${id}`.execute(db);
}

/** Pauses a webhook if a delivery has been failing for this many days and none has succeeded since. */
export async function pauseFailing(db: Executor, webhookId: string, days: number): Promise<boolean> {
  const { rows } = await sql`
    update webhooks hook set paused_at = now(), pause_reason = ${storedFailure('nothingDelivered', days)},
      version = version + 1, updated_at = now()
    where id = ${webhookId} and paused_at is null
      and exists (select from webhook_deliveries failed where failed.webhook_id = hook.id and failed.tries > 0
        and failed.state in ('waiting', 'sending', 'failed') and failed.created_at < now() - make_interval(days => ${days})
        and not exists (select from webhook_deliveries since where since.webhook_id = hook.id
          and since.state = 'delivered' and since.settled_at > failed.created_at))
    returning id`.execute(db);
  return rows.length > 0;
}

export type StoredDelivery = {
  id: string;
  kind: string;
  object_type: ObjectType;
  object_id: string | null;
  object_name: string | null;
  state: 'waiting' | 'sending' | 'delivered' | 'failed';
  tries: number;
  next_at: Date | null;
  http_status: number | null;
  error: string | null;
  created_at: Date;
  settled_at: Date | null;
};

const shown = sql`delivery.id, delivery.kind, delivery.object_type, delivery.object_id,
  case delivery.object_type when 'resource' then (select title from resources where id = delivery.object_id)
    when 'course' then (select name from courses where id = delivery.object_id) end as object_name,
  delivery.state, delivery.tries, delivery.next_at, delivery.http_status, delivery.error, delivery.created_at,
  delivery.settled_at`;

export async function listDeliveries(
  db: Executor,
  webhookId: string,
  { before, state, limit }: { before: string | undefined; state: string | undefined; limit: number },
): Promise<StoredDelivery[]> {
  const { rows } = await sql<StoredDelivery>`
    select ${shown} from webhook_deliveries delivery
    where delivery.webhook_id = ${webhookId} ${state ? sql`and delivery.state = ${state}` : sql``}
      ${before ? sql`and (delivery.created_at, delivery.id) < (select created_at, id from webhook_deliveries where id = ${before})` : sql``}
    order by delivery.created_at desc, delivery.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function getDelivery(db: Executor, webhookId: string, id: string): Promise<StoredDelivery> {
  const { rows } = await sql<StoredDelivery>`
    select ${shown} from webhook_deliveries delivery
    where delivery.id = ${id} and delivery.webhook_id = ${webhookId}`.execute(db);
  if (!rows[0]) throw new AppError('notFound');
  return rows[0];
}

/** Starts over with the full number of tries. */
export async function redeliver(db: Executor, id: string): Promise<void> {
  await sql`update webhook_deliveries set state = 'waiting', tries = 0, next_at = now(), settled_at = null
    where id = ${id} and state <> 'sending'`.execute(db);
}

/** Deletes a batch of deliveries finished more than this many days ago. */
export async function deleteOldDeliveries(db: Executor, days: number): Promise<number> {
  const { rows } = await sql`delete from webhook_deliveries where id in (select id from webhook_deliveries
    where settled_at < now() - make_interval(days => ${days}) limit 10000) returning id`.execute(db);
  return rows.length;
}
