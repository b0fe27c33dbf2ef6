export { findPublishedSummary } from './published-summary.ts';
