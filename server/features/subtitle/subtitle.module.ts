import { undoDays } from '@lectern/contract/features/operation.ts';
import { subtitleDetailEndpoints } from '@lectern/contract/features/subtitle.ts';
import { ModelUnavailable } from '../../engines/language-model/port.ts';
import { runSandboxed } from '../../engines/sandbox/run-sandboxed.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { MaintenanceStep } from '../../platform/maintenance-step.ts';
import { ArchiveNames } from '../delivery/public.ts';
import type { GlossaryService } from '../glossary/public.ts';
import type { LanguageModelService } from '../language-model/public.ts';
import {
  asJobEnding,
  EngineNames,
  type PipelineService,
  replaceRenditions,
  storeFiles,
} from '../machine-work/public.ts';
import type { NotificationService } from '../notification/public.ts';
import { findHiddenText } from '../review/public.ts';
import type { RequireFree, TextDraftService } from '../text-draft/public.ts';
import { burnInJob, runSubtitles, translateSubtitleJob, withoutMaskedWords } from './subtitle.jobs.ts';
import { deleteRemovedTracks } from './subtitle.repository.ts';
import { registerSubtitles } from './subtitle.routes.ts';
import { subtitleStep } from './subtitle.step.ts';
import { subtitleActions } from './subtitle-actions.ts';
import { SubtitleAnnouncer } from './subtitle-announcer.ts';
import { SubtitleChangeService } from './subtitle-change.service.ts';
import { SubtitleCommandService } from './subtitle-command.service.ts';
import { SubtitleDraftService } from './subtitle-draft.service.ts';
import { SubtitleFileService } from './subtitle-file.service.ts';
import { listChosenVideos, subtitleDetailSource, subtitleListSource } from './subtitle-list.source.ts';
import { copySubtitles, renewPassages } from './subtitle-passages.ts';
import { type RequireFreeTrack, SubtitleReplaceService } from './subtitle-replace.service.ts';
import { SubtitleRequestService } from './subtitle-request.service.ts';
import {
  mayChangeSubtitles,
  requireEditable,
  requireReadable,
  requireUncovered,
  requireUncoveredSpeech,
} from './subtitle-rights.ts';
import { SubtitleUpdateService } from './subtitle-update.service.ts';
import { SubtitleViewService } from './subtitle-view.service.ts';

type Dependencies = {
  notifications: NotificationService;
  drafts: TextDraftService;
  glossary: GlossaryService;
  requireFree: RequireFree;
  models: LanguageModelService;
  /** Scans a resource for sensitive words. */
  scan(resourceId: string, signal: AbortSignal): Promise<void>;
  /** A function, because the pipeline is built later from this module's step. */
  pipeline: () => PipelineService;
};

export function subtitleModule(platform: Platform, dependencies: Dependencies) {
  const { config, db, publisher, queue, fileStore, reader } = platform;
  const { notifications, drafts, glossary, models, scan, pipeline } = dependencies;
  const changes = new SubtitleChangeService(new SubtitleAnnouncer({ publisher, notifications }));
  const settle = (transaction: Executor, resourceId: string) => updates.settle(transaction, resourceId);
  const commands = new SubtitleCommandService({
    db,
    changes,
    drafts,
    glossary,
    settle,
    requireEditable,
    requireUncovered,
  });
  const requireFree: RequireFreeTrack = (executor, context, { id, resource_id: resourceId }) =>
    dependencies.requireFree(executor, context, { type: 'subtitle', id, resourceId });
  const replacing = new SubtitleReplaceService({ changes, commands, settle, requireUncovered, requireFree });
  const updates = new SubtitleUpdateService({
    db,
    changes,
    commands,
    glossary,
    requireUncovered,
    requireFree,
    requireUncoveredSpeech,
  });
  const views = new SubtitleViewService({ db, requireReadable, hidden: findHiddenText });
  const maintenance: MaintenanceStep[] = [
    { what: 'subtitles past their time to be restored', run: (run) => deleteRemovedTracks(run, undoDays) },
  ];
  return {
    changes,
    replacing,
    mayChange: mayChangeSubtitles,
    /** Called after a transcript change: updates which tracks are out of date and the passages for search and scans. */
    transcriptChanged: async (transaction: Executor, resourceId: string) => {
      await settle(transaction, resourceId);
      await renewPassages(transaction, resourceId);
    },
    steps: [subtitleStep(changes, glossary)],
    texts: {
      copy: copySubtitles,
      retract: { subtitle: (transaction: Executor, resourceId: string) => changes.retract(transaction, resourceId) },
    },
    maintenance,
    lists: [subtitleListSource],
    actions: subtitleActions({ changes, take: requireEditable, run: runSubtitles(pipeline) }),
    jobs: [
      burnInJob({
        fileStore,
        run: runSandboxed,
        requireEngine: (name) => new EngineNames().require(name),
        storeFiles,
        replaceRenditions,
        asJobEnding,
      }),
      translateSubtitleJob({
        changes,
        glossary,
        withoutMasked: withoutMaskedWords(scan),
        modelFor: (asking) => (request) => models.complete({ ...asking, purpose: 'translation' }, request),
        refusalOf: (error) => (error instanceof ModelUnavailable ? error.message : undefined),
      }),
    ],
    details: [{ endpoints: subtitleDetailEndpoints, source: subtitleDetailSource({ requireReadable }) }],
    register(registry: EndpointRegistry): void {
      registerSubtitles(registry, {
        views,
        commands,
        updates,
        drafts: new SubtitleDraftService({ db, commands, requireUncovered, drafts, views }),
        requests: new SubtitleRequestService({
          db,
          commands,
          requireUncovered,
          queue,
          hasModel: () => models.isConfigured,
        }),
        files: new SubtitleFileService({
          db,
          requireReadable,
          views,
          resolve: listChosenVideos(db, config.timeZone),
        }),
        reader,
        freshNames: () => new ArchiveNames(),
      });
    },
  };
}
