export type { ColumnService, HeldItem } from './column.service.ts';
export { ColumnAudienceService } from './column-audience.service.ts';
export { publishableColumn } from './column-publishable.ts';
export { columnUses } from './column-uses.ts';
export { shownInColumn } from './shown-in-column.ts';
