import { findWorkOf, type PipelineService, priorities } from '../machine-work/public.ts';
import { findMaskedText } from '../review/public.ts';
import type { subtitleActions } from './actions/subtitle-actions.ts';
import { coverCues } from './cover-cues.ts';
import type { translateSubtitleJob } from './subtitle.jobs.ts';

type RunSubtitles = Parameters<typeof subtitleActions>[0]['run'];
type TranslationPorts = Parameters<typeof translateSubtitleJob>[0];

const open = new Set(['pending', 'queued', 'running']);

/** Asks the machine for subtitles of a video; work that is open already is left alone. */
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

/** Translations never see masked words: text that was changed since its last scan is scanned first. */
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
