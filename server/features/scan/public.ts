export type { CandidateService } from './candidate.service.ts';
export type { Dictionary } from './dictionary.ts';
export { reviewedScans } from './publishable-items.ts';
export type { RescanService } from './rescan.service.ts';
export { scanFollower } from './scans.repository.ts';
export { listTexts } from './texts.repository.ts';
