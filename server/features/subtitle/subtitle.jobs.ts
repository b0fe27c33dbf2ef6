import type { JobDefinition } from '../../platform/queue/job-definition.ts';
import { findWorkOf, type PipelineService, priorities } from '../machine-work/public.ts';
import { findMaskedText } from '../review/public.ts';
import type { BurnDependencies } from './burn-in.job.ts';
import { coverCues } from './subtitle.policy.ts';
import type { subtitleActions } from './subtitle-actions.ts';
import { lockVideo } from './subtitle-jobs.repository.ts';
import type { TranslateDependencies } from './translate.job.ts';

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
    load: async () => (await import('./burn-in.job.ts')).burnIn(dependencies),
  };
}

export function translateSubtitleJob(dependencies: TranslateDependencies): JobDefinition {
  return {
    ...common,
    kind: 'translateSubtitle',
    limitSeconds: 2 * 3600,
    load: async () => (await import('./translate.job.ts')).translateSubtitle(dependencies),
  };
}

type RunSubtitles = Parameters<typeof subtitleActions>[0]['run'];
type TranslationPorts = Parameters<typeof translateSubtitleJob>[0];

const open = new Set(['pending', 'queued', 'running']);

/** Queues the subtitle step of a video, unless it is open already. */
export function runSubtitles(pipeline: () => PipelineService): RunSubtitles {
  return async ({ transaction, actor, resource }) => {
    await pipeline().plan(transaction, resource.version_id);
    const work = await findWorkOf(transaction, resource.id, 'subtitle');
    if (!work || open.has(work.state)) return 'inWork';
    const version = { resourceId: resource.id, versionId: resource.version_id };
    const how = { priority: priorities.catchingUp, requestedBy: actor.principal.userId };
    await pipeline().run(transaction, version, 'subtitle', how);
    return 'asked';
  };
}

/** Keeps masked words out of translations: text changed since its last scan is scanned first. */
export function withoutMaskedWords(
  scan: (resourceId: string, signal: AbortSignal) => Promise<void>,
): TranslationPorts['withoutMasked'] {
  return async (executor, resourceId, cues, signal) => {
    const before = await findMaskedText(executor, { resourceId, source: 'subtitle' });
    if (before.whole) await scan(resourceId, signal);
    const hidden = before.whole ? await findMaskedText(executor, { resourceId, source: 'subtitle' }) : before;
    return coverCues(cues, hidden).cues;
  };
}
