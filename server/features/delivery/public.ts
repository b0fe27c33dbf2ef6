export { deliver } from './deliver-file.ts';
export { ArchiveNames } from './delivery.policy.ts';
export { findRenditionDelivery, findVersionDelivery } from './delivery.repository.ts';
export type { DeliveryService } from './delivery.service.ts';
