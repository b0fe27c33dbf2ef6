import type { Webhook, WebhookDelivery } from '@lectern/contract/features/webhook.ts';
import type { StoredDelivery } from './delivery.repository.ts';
import type { StoredWebhook } from './webhook.repository.ts';

export function presentHook(hook: StoredWebhook, allowed: boolean): Webhook {
  return {
    id: hook.id,
    name: hook.name,
    url: hook.url,
    kinds: hook.kinds,
    audience: hook.audience,
    state: hook.paused_at ? 'paused' : hook.failing ? 'failing' : 'active',
    pausedAt: hook.paused_at?.toISOString() ?? null,
    pauseReason: hook.pause_reason,
    allowed,
    waiting: hook.waiting,
    lastDeliveredAt: hook.last_delivered_at?.toISOString() ?? null,
    lastError: hook.last_error,
    createdAt: hook.created_at.toISOString(),
    createdBy: hook.created_by_name,
    version: hook.version,
  };
}

/** The values recorded in activities, without the secret. */
export function hookValues({ name, url, kinds, audience, paused_at }: StoredWebhook): Record<string, unknown> {
  return { name, url, kinds, audience, paused: paused_at !== null };
}

export function presentDelivery(row: StoredDelivery): WebhookDelivery {
  return {
    id: row.id,
    kind: row.kind,
    objectType: row.object_type,
    objectId: row.object_id,
    objectName: row.object_name,
    state: row.state,
    tries: row.tries,
    nextAt: row.next_at?.toISOString() ?? null,
    httpStatus: row.http_status,
    error: row.error,
    createdAt: row.created_at.toISOString(),
    settledAt: row.settled_at?.toISOString() ?? null,
  };
}
