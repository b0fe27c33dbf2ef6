import type { Audience } from '@lectern/contract/audience.ts';
import type { WebhookKind } from '@lectern/contract/features/webhook.ts';
import { sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';

export type StoredWebhook = {
  id: string;
  name: string;
  url: string;
  kinds: WebhookKind[];
  audience: Audience;
  paused_at: Date | null;
  pause_reason: string | null;
  version: number;
  created_at: Date;
  created_by_name: string | null;
  waiting: number;
  last_delivered_at: Date | null;
  last_error: string | null;
  failing: boolean;
};

const shown = sql`hook.id, hook.name, hook.url, hook.kinds, hook.audience, hook.paused_at, hook.pause_reason, hook.version,
  hook.created_at, maker.name as created_by_name,
  (select count(*) from webhook_deliveries where webhook_id = hook.id and state in ('waiting', 'sending')) as waiting,
  (select max(settled_at) from webhook_deliveries where webhook_id = hook.id and state = 'delivered') as last_delivered_at,
  latest.error as last_error, coalesce(latest.error is not null, false) as failing`;
const from = sql`webhooks hook left join users maker on maker.id = hook.created_by
  left join lateral (select error from webhook_deliveries
    where webhook_id = hook.id and tries > 0 and state <> 'sending' order by created_at desc, id desc limit 1) latest on true`;

export async function listHooks(db: Executor): Promise<StoredWebhook[]> {
  const { rows } =
    await sql<StoredWebhook>`select ${shown} from ${from} order by lower(hook.name), hook.id limit 500`.execute(db);
  return rows;
}

export async function getHook(db: Executor, id: string): Promise<StoredWebhook> {
  const { rows } = await sql<StoredWebhook>`select ${shown} from ${from} where hook.id = ${id}`.execute(db);
  if (!rows[0]) throw new AppError('notFound');
  return rows[0];
}

/** Locks the row; throws if someone changed it since. */
export async function lockHook(transaction: Executor, id: string, version: number): Promise<StoredWebhook> {
  await sql`select from webhooks where id = ${id} for update`.execute(transaction);
  const hook = await getHook(transaction, id);
  if (hook.version !== version) throw new AppError('changedMeanwhile');
  return hook;
}

type HookColumns = {
  name: string;
  url: string;
  kinds: string[];
  audience: string;
  secret_sealed: Buffer;
  paused_at: Date | null;
  pause_reason: string | null;
};

export async function insertHook(
  transaction: Executor,
  hook: Omit<HookColumns, 'paused_at' | 'pause_reason'> & { id: string; created_by: string },
): Promise<void> {
  await transaction.insertInto('webhooks').values(hook).execute();
}

export async function updateHook(transaction: Executor, id: string, change: Partial<HookColumns>): Promise<void> {
  await transaction
    .updateTable('webhooks')
    .set({ ...change, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function deleteHook(transaction: Executor, id: string): Promise<void> {
  await transaction.deleteFrom('webhooks').where('id', '=', id).execute();
}

export type HookTarget = Pick<StoredWebhook, 'id' | 'kinds' | 'audience'>;

/** Includes paused webhooks; their deliveries wait until they resume. */
export async function listTargets(db: Executor): Promise<HookTarget[]> {
  const { rows } = await sql<HookTarget>`select id, kinds, audience from webhooks`.execute(db);
  return rows;
}
