export { DueTask } from './due-task.ts';
export type { MaskService } from './mask/mask.service.ts';
export type { PublicationGate } from './publication-gate.ts';
export type { ReportService } from './report.service.ts';
export type { FoundAnnouncer, ReviewService } from './review.service.ts';
