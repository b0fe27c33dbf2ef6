export { ArchiveNames } from './archive-names.ts';
export { deliver } from './deliver-file.ts';
export { findRenditionDelivery, findVersionDelivery } from './delivery.repository.ts';
export type { DeliveryService } from './delivery.service.ts';
