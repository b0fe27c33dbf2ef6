import type { JobDefinition } from '../../platform/queue/job-definition.ts';
import type { BurnDependencies } from './jobs/burn-in.job.ts';
import { lockVideo } from './jobs/film.repository.ts';
import type { TranslateDependencies } from './jobs/translate.job.ts';

const common: Pick<JobDefinition, 'concurrency' | 'link' | 'holdFirst'> = {
  concurrency: 1,
  link: '/app/handle/subtitle',
  holdFirst: (transaction, job) => lockVideo(transaction, String(job.input.subtitleId)),
};

export function burnInJob(dependencies: BurnDependencies): JobDefinition {
  return {
    ...common,
    kind: 'burnIn',
    limitSeconds: 12 * 3600,
    load: async () => (await import('./jobs/burn-in.job.ts')).burnIn(dependencies),
  };
}

export function translateSubtitleJob(dependencies: TranslateDependencies): JobDefinition {
  return {
    ...common,
    kind: 'translateSubtitle',
    limitSeconds: 2 * 3600,
    load: async () => (await import('./jobs/translate.job.ts')).translateSubtitle(dependencies),
  };
}
