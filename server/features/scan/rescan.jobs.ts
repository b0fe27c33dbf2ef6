import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { JobDefinition } from '../../platform/queue/job-definition.ts';
import type { CandidateService } from './candidate.service.ts';
import type { ScanService } from './scan.service.ts';

export type RescanParts = {
  scans: Pick<ScanService, 'scan'>;
  candidates: Pick<CandidateService, 'resourcesOf'>;
  publisher: EventPublisher;
};

export function rescanJob(parts: RescanParts): JobDefinition {
  return {
    kind: 'rescan',
    // One of changed words and one of everything.
    concurrency: 2,
    limitSeconds: 12 * 3600,
    link: '/app/sensitive/word',
    load: async () => (await import('./run-rescan.job.ts')).runRescan(parts),
  };
}
