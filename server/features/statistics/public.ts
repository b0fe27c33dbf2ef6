export type { AccessEventService } from './event/access-event.service.ts';
export type { AccessStatService } from './figures/access-stat.service.ts';
export { countMeasures } from './figures/count-figures.ts';
export { periodsOf, readCounted, untilCounted } from './figures/figure-period.ts';
export { hasEvents, listKeyNames } from './figures/key.repository.ts';
export type { Selection } from './figures/selection.ts';
export { listTopResources, viewedThings } from './figures/sums.repository.ts';
export { sumChecks } from './rollup/rebuild.ts';
