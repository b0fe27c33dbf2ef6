export { judgeSummary, summaryFollower } from './summary.repository.ts';
export { findPublishedSummary } from './summary-view.service.ts';
