export { findPublishedSummary } from './summary-view.service.ts';
