import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { CandidateService } from './candidate.service.ts';
import type { ScanService } from './scan.service.ts';

/** What a rescan is carried out with. */
export type RescanDependencies = {
  scans: Pick<ScanService, 'scan'>;
  candidates: Pick<CandidateService, 'resourcesOf'>;
  publisher: EventPublisher;
};
