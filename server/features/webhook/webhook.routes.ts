import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  redeliverWebhook,
  rotateWebhook,
  testWebhook,
  updateWebhook,
} from '@lectern/contract/features/webhook.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { WebhookService } from './webhook.service.ts';

export function registerWebhooks(registry: EndpointRegistry, hooks: WebhookService): void {
  registry.handle(listWebhooks, () => hooks.list());
  registry.handle(createWebhook, ({ body }, context) => hooks.create(context, body));
  registry.handle(updateWebhook, ({ params, body }, context) => hooks.update(context, params.id, body));
  registry.handle(rotateWebhook, ({ params, body }, context) => hooks.rotate(context, params.id, body.version));
  registry.handle(deleteWebhook, async ({ params, body }, context) => {
    await hooks.delete(context, params.id, body.version);
    return null;
  });
  registry.handle(listWebhookDeliveries, ({ params, query }) => hooks.deliveries(params.id, query));
  registry.handle(redeliverWebhook, ({ params }, context) => hooks.redeliver(context, params.id, params.deliveryId));
  registry.handle(testWebhook, ({ params }, context) => hooks.test(context, params.id));
}
