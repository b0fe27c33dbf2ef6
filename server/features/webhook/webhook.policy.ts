import { createHmac } from 'node:crypto';
import { type WebhookKind, webhookHeaders } from '@lectern/contract/features/webhook.ts';
import type { JudgedChange } from './publication-change.repository.ts';
import type { HookTarget } from './webhook.repository.ts';

const minute = 60_000;
/** Delay in ms after each failed try; after the last one the delivery is no longer retried. */
const waits = [1, 5, 15, 60, 180, 360, 720, 1440, 1440].map((minutes) => minutes * minute);

/** null when the delivery is not retried automatically. */
export function waitAfter(tries: number): number | null {
  return waits[tries - 1] ?? null;
}

/**
 * The event for a site, from what its audience saw before and sees now; undefined when the item was and is invisible.
 */
export function kindFor(change: JudgedChange, { audience }: Pick<HookTarget, 'audience'>): WebhookKind | undefined {
  if (change.object_type === 'homePage') return 'homePage.published';
  const was = audience === 'campus' ? change.was_campus : change.was_everyone;
  const is = audience === 'campus' ? change.is_campus : change.is_everyone;
  if (!was && !is) return undefined;
  return `${change.object_type}.${was ? (is ? 'changed' : 'unpublished') : 'published'}`;
}

/** Merges changes of the same item into one, from the state before the first to the state after the last. */
export function joinChanges(changes: readonly JudgedChange[]): JudgedChange[] {
  const joined = new Map<string, JudgedChange>();
  for (const change of changes) {
    const key = `${change.object_type} ${change.object_id}`;
    const first = joined.get(key);
    joined.set(key, first ? { ...change, was_everyone: first.was_everyone, was_campus: first.was_campus } : change);
  }
  return [...joined.values()];
}

/** The receiver computes the same signature over the raw body; an old timestamp indicates a replay. */
export function signedHeaders(
  secret: Buffer,
  { id, kind, body, now }: { id: string; kind: string; body: string; now: number },
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Lectern',
    [webhookHeaders.delivery]: id,
    [webhookHeaders.kind]: kind,
    [webhookHeaders.timestamp]: timestamp,
    [webhookHeaders.signature]: `sha256=${signature}`,
  };
}
