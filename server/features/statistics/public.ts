export { viewedThings } from './figures/key.repository.ts';
export type { AccessEventService } from './record/access-event.service.ts';
export { sumChecks } from './rollup/rebuild.ts';
