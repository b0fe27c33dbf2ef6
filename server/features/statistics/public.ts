export { viewedThings } from './figures/viewed-things.ts';
export type { AccessEventService } from './record/access-event.service.ts';
export { sumChecks } from './rollup/rebuild.ts';
