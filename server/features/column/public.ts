export type { ColumnService, HeldItem } from './column.service.ts';
export { ColumnAudienceService } from './column-audience.service.ts';
export { shownInColumn } from './column-content.service.ts';
export { publishableColumn } from './column-publishable.ts';
export { columnUses } from './column-references.ts';
