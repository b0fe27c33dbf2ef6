import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { listSelected, readable } from '../resource/public.ts';
import { seesOriginal } from '../review/public.ts';
import { downloadMaintenance } from './delivery.repository.ts';
import { registerDelivery } from './delivery.routes.ts';
import { campusReach, DeliveryService, ownReach } from './delivery.service.ts';
import { DownloadService } from './download.service.ts';

type Dependencies = {
  noteDownloads(context: SignedInContext, resourceIds: readonly string[]): Promise<void>;
  /** Renders a page of a long document that has no image yet. */
  drawPage(versionId: string, page: number): Promise<void>;
};

export function deliveryModule(platform: Platform, { noteDownloads, drawPage }: Dependencies) {
  const { config, db, fileStore } = platform;
  const { timeZone } = config;
  const deliveries = new DeliveryService({ db, ...ownReach });
  const downloads = new DownloadService({
    db,
    fileStore,
    readable,
    original: seesOriginal,
    resolve: (executor, principal, selected, limit) => listSelected(executor, principal, selected, { limit, timeZone }),
  });
  return {
    maintenance: downloadMaintenance,
    campusDeliveries: new DeliveryService({ db, ...campusReach(timeZone) }),
    register: (registry: EndpointRegistry) =>
      registerDelivery(registry, { deliveries, downloads, fileStore, noteDownloads, drawPage }),
  };
}
