export { inspectStep } from './inspection.jobs.ts';
