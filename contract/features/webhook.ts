import { z } from 'zod';
import { audiences, defaultAudience } from '../audience.ts';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { problem } from '../input-problems.ts';
import { fillText } from '../messages/fill-text.ts';
import { onApiKeys } from './api-key.ts';

/** Events that can be delivered to a site. */
export const webhookKinds = [
  'resource.published',
  'resource.unpublished',
  'resource.changed',
  'course.published',
  'course.unpublished',
  'course.changed',
  'homePage.published',
] as const;
export type WebhookKind = (typeof webhookKinds)[number];

/** `failing`: the last delivery failed and will be retried. */
export const webhookStates = ['active', 'failing', 'paused'] as const;
export const deliveryStates = ['waiting', 'sending', 'delivered', 'failed'] as const;

/** Why a delivery failed or a webhook was paused. Some have a detail: HTTP status, error code or number of days. */
const webhookFailures = [
  'hostNotListed',
  'hostUnknown',
  'networkNotAllowed',
  'redirected',
  'status',
  'timeout',
  'connectionRefused',
  'certificate',
  'connectionFailed',
  'connectionError',
  'secretUnreadable',
  'nothingDelivered',
] as const;
export type WebhookFailure = (typeof webhookFailures)[number];

/** Formats a failure for storage, such as `timeout` or `status 503`. */
export function storedFailure(failure: WebhookFailure, detail?: string | number): string {
  return detail === undefined ? failure : `${failure} ${detail}`;
}

/** Failures stored before codes existed are shown unchanged. */
export function webhookFailureText(stored: string, texts: Readonly<Record<WebhookFailure, string>>): string {
  const [code = '', detail = ''] = stored.split(' ', 2);
  const failure = webhookFailures.find((known) => known === code);
  return failure ? fillText(texts[failure], { detail }) : stored;
}

/** The signature is `sha256=` followed by the hexadecimal HMAC of `{timestamp}.{body}`, keyed with the secret. */
export const webhookHeaders = {
  signature: 'lectern-signature',
  timestamp: 'lectern-timestamp',
  delivery: 'lectern-delivery',
  kind: 'lectern-event',
} as const;

const webhookFields = {
  name: z.string().trim().min(1).max(100),
  url: z
    .string()
    .trim()
    .max(2000)
    .refine((value) => /^https?:\/\//i.test(value) && URL.canParse(value), problem('webAddress')),
  kinds: z
    .array(z.enum(webhookKinds))
    .min(1)
    .refine((kinds) => new Set(kinds).size === kinds.length, { message: problem('repeated') }),
  audience: z.enum(audiences),
};

const webhook = z.strictObject({
  id: z.uuid(),
  ...webhookFields,
  state: z.enum(webhookStates),
  pausedAt: z.iso.datetime().nullable(),
  /** Set if it was paused automatically. */
  pauseReason: z.string().nullable(),
  /** Whether the operator's settings still allow its host. */
  allowed: z.boolean(),
  waiting: z.number().int(),
  lastDeliveredAt: z.iso.datetime().nullable(),
  lastError: z.string().nullable(),
  createdAt: z.iso.datetime(),
  createdBy: z.string().nullable(),
  version: z.int32(),
});
export type Webhook = z.output<typeof webhook>;

export const listWebhooks = defineEndpoint({
  id: 'webhook.list',
  method: 'GET',
  path: '/system/webhook',
  access: onApiKeys,
  summary: 'List webhooks and allowed hosts',
  output: z.strictObject({
    webhooks: z.array(webhook),
    /** host:port entries from the operator's WEBHOOK_HOSTS setting; if empty, webhooks can't be delivered. */
    allowedHosts: z.array(z.string()),
  }),
});

const shownOnce = z.strictObject({ webhook, secret: z.string() });

export const createWebhook = defineEndpoint({
  id: 'webhook.create',
  method: 'POST',
  path: '/system/webhook',
  access: onApiKeys,
  summary: 'Create a webhook; its signing secret is shown once',
  body: z.strictObject({ ...webhookFields, audience: webhookFields.audience.default(defaultAudience) }),
  output: shownOnce,
  successStatus: 201,
  confidential: true,
});

export const updateWebhook = defineEndpoint({
  id: 'webhook.update',
  method: 'PATCH',
  path: '/system/webhook/{id}',
  access: onApiKeys,
  summary: 'Change, pause or resume a webhook; 409 if someone else changed it',
  params: idParams,
  body: z.strictObject(webhookFields).partial().extend({ paused: z.boolean().optional(), version: z.int32() }),
  output: webhook,
});

export const rotateWebhook = defineEndpoint({
  id: 'webhook.rotate',
  method: 'POST',
  path: '/system/webhook/{id}/rotate',
  access: onApiKeys,
  summary: 'Rotate the signing secret, shown once; takes effect at once',
  params: idParams,
  body: z.strictObject({ version: z.int32() }),
  output: shownOnce,
  confidential: true,
});

export const deleteWebhook = defineEndpoint({
  id: 'webhook.delete',
  method: 'POST',
  path: '/system/webhook/{id}/delete',
  access: onApiKeys,
  summary: 'Delete a webhook with its deliveries',
  params: idParams,
  body: z.strictObject({ version: z.int32() }),
  successStatus: 204,
});

const webhookDelivery = z.strictObject({
  id: z.uuid(),
  /** A webhook kind or `test`. */
  kind: z.string(),
  objectType: z.enum(['resource', 'course', 'homePage']),
  objectId: z.uuid().nullable(),
  /** Current name; null if the object no longer exists or has no name. */
  objectName: z.string().nullable(),
  state: z.enum(deliveryStates),
  tries: z.number().int(),
  nextAt: z.iso.datetime().nullable(),
  httpStatus: z.number().int().nullable(),
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
  settledAt: z.iso.datetime().nullable(),
});
export type WebhookDelivery = z.output<typeof webhookDelivery>;

export const listWebhookDeliveries = defineEndpoint({
  id: 'webhook.deliveries',
  method: 'GET',
  path: '/system/webhook/{id}/deliveries',
  access: onApiKeys,
  summary: 'List deliveries, newest first',
  params: idParams,
  query: z.strictObject({ before: z.uuid().optional(), state: z.enum(deliveryStates).optional() }),
  output: z.strictObject({ deliveries: z.array(webhookDelivery), more: z.boolean() }),
});

export const redeliverWebhook = defineEndpoint({
  id: 'webhook.redeliver',
  method: 'POST',
  path: '/system/webhook/{id}/deliveries/{deliveryId}/redeliver',
  access: onApiKeys,
  summary: 'Retry a delivery now',
  params: z.strictObject({ id: z.uuid(), deliveryId: z.uuid() }),
  output: webhookDelivery,
});

export const testWebhook = defineEndpoint({
  id: 'webhook.test',
  method: 'POST',
  path: '/system/webhook/{id}/test',
  access: onApiKeys,
  summary: 'Send a test delivery',
  params: idParams,
  output: webhookDelivery,
  rateLimit: { calls: 10, windowMs: 60_000 },
});
