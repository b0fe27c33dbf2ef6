import { listApiKeys } from './features/api-key.ts';
import { listWebhooks } from './features/webhook.ts';
import type { PageDataCall } from './page-data-call.ts';

/** First data of the page of keys: of the tab that is open. */
export function apiKeyData({ searchParams }: URL): PageDataCall[] {
  const tab = searchParams.get('tab') ?? 'keys';
  if (tab === 'keys') return [{ endpoint: listApiKeys, quiet: true }];
  return tab === 'webhooks' ? [{ endpoint: listWebhooks, quiet: true }] : [];
}
