import { hostAndPortOf, webhookPoster } from '../../engines/webhook/send-webhook.ts';
import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { MaintenanceStep } from '../../platform/maintenance-step.ts';
import { deleteOldDeliveries } from './delivery.repository.ts';
import { registerWebhooks } from './webhook.routes.ts';
import { WebhookService } from './webhook.service.ts';
import { WebhookLoop } from './webhook-loop.ts';

/** Finished deliveries stay visible this long. */
const deliveryDays = 30;

export function webhookModule({ config, db, box, logger }: Platform) {
  const { timeZone, webhookHosts: hosts } = config;
  const hooks = new WebhookService({ db, box, hosts, hostOf: hostAndPortOf });
  const loop = new WebhookLoop({ db, box, post: webhookPoster({ hosts }), timeZone, logger });
  const maintenance: MaintenanceStep[] = [
    { what: 'old webhook deliveries', run: () => deleteOldDeliveries(db, deliveryDays) },
  ];
  return {
    loop,
    maintenance,
    loops: [loop],
    register: (registry: EndpointRegistry) => registerWebhooks(registry, hooks),
  };
}
