import { undoDays } from '@lectern/contract/features/operation.ts';
import { subtitleDetailEndpoints, subtitlePages } from '@lectern/contract/features/subtitle.ts';
import { sql } from 'kysely';
import { runSandboxed } from './engines/sandbox/run-sandboxed.ts';
import { registerActivity } from './features/activity/activity.routes.ts';
import { ActivityService } from './features/activity/activity.service.ts';
import { ArchiveNames } from './features/delivery/archive-names.ts';
import { registerEditLock } from './features/edit-lock/edit-lock.routes.ts';
import { EditLockService } from './features/edit-lock/edit-lock.service.ts';
import type { GlossaryService } from './features/glossary/glossary.service.ts';
import { type LanguageModelService, ModelUnavailable } from './features/language-model/language-model.service.ts';
import { EngineNames } from './features/machine-work/engine-names.ts';
import type { PipelineService } from './features/machine-work/pipeline.service.ts';
import { asJobEnding } from './features/machine-work/step-cause.ts';
import { replaceRenditions, storeFiles } from './features/machine-work/steps/renditions.ts';
import { findWorkOf } from './features/machine-work/work.repository.ts';
import { priorities } from './features/machine-work/work-change.service.ts';
import type { MaintenanceStep } from './features/maintenance/maintenance-step.ts';
import type { NotificationService } from './features/notification/notification.service.ts';
import { judgeEdit, mayEdit } from './features/resource/resource.policy.ts';
import { findReadable, lockReadable } from './features/resource/resource.repository.ts';
import { inScope } from './features/resource/resource-scope.ts';
import { subtitleActions } from './features/subtitle/actions/subtitle-actions.ts';
import { coverCues } from './features/subtitle/cover-cues.ts';
import { subtitleListSource } from './features/subtitle/list/subtitle-list.source.ts';
import { burnInJob, translateSubtitleJob } from './features/subtitle/subtitle.jobs.ts';
import { deleteRemovedTracks, listTracks } from './features/subtitle/subtitle.repository.ts';
import { registerSubtitles } from './features/subtitle/subtitle.routes.ts';
import { subtitleStep } from './features/subtitle/subtitle.step.ts';
import { SubtitleAnnouncer } from './features/subtitle/subtitle-announcer.ts';
import { SubtitleChangeService } from './features/subtitle/subtitle-change.service.ts';
import { type CommandParts, SubtitleCommandService } from './features/subtitle/subtitle-command.service.ts';
import { subtitleDetailSource } from './features/subtitle/subtitle-detail.source.ts';
import { SubtitleDraftService } from './features/subtitle/subtitle-draft.service.ts';
import { type Chosen, SubtitleFileService } from './features/subtitle/subtitle-file.service.ts';
import { renewPassages } from './features/subtitle/subtitle-passages.ts';
import { type RequireFreeTrack, SubtitleReplaceService } from './features/subtitle/subtitle-replace.service.ts';
import { SubtitleRequestService } from './features/subtitle/subtitle-request.service.ts';
import { listCurrentCues } from './features/subtitle/subtitle-text.repository.ts';
import { SubtitleUpdateService } from './features/subtitle/subtitle-update.service.ts';
import { SubtitleViewService, type ViewParts } from './features/subtitle/subtitle-view.service.ts';
import type { RequireFree } from './features/text-draft/require-free.ts';
import type { TextDraftService } from './features/text-draft/text-draft.service.ts';
import { AppError } from './platform/app-error.ts';
import type { Db, Executor } from './platform/db/database.ts';
import type { EventPublisher } from './platform/events/event-publisher.ts';
import type { EndpointRegistry } from './platform/http/endpoint-registry.ts';
import type { Principal } from './platform/http/principal.ts';
import type { ListExporter } from './platform/list/list-exporter.ts';
import type { ListReader } from './platform/list/list-reader.ts';
import { meantSource } from './platform/list/meant-source.ts';
import { parseMatching } from './platform/list/parse-matching.ts';
import { all, viewConditions } from './platform/list/view-conditions.ts';
import { coversCurrent, findHiddenText, findMaskedText } from './platform/masks/hidden-text.ts';
import type { JobQueue } from './platform/queue/job-queue.ts';
import type { FileStore } from './platform/storage/file-store.ts';

type Given = {
  db: Db;
  publisher: EventPublisher;
  notifications: NotificationService;
  fileStore: FileStore;
  queue: JobQueue;
  drafts: TextDraftService;
  glossary: GlossaryService;
  requireFree: RequireFree;
  /** Looks for sensitive words in what changed of a resource. */
  scan(resourceId: string, signal: AbortSignal): Promise<void>;
  /** Built after this; asked only when something is done. */
  pipeline(): PipelineService;
  /** The operator's language model, where there is one. */
  models(): Pick<LanguageModelService, 'complete' | 'isConfigured'> | undefined;
  timeZone: string;
};
type Surroundings = { reader: ListReader; exporter: ListExporter };

const open = new Set(['pending', 'queued', 'running']);

/** Part of the container: subtitles of videos, how they come to be, and what people make of them. */
export function buildSubtitles(given: Given) {
  const { db, queue, drafts, glossary, models, fileStore } = given;
  const changes = new SubtitleChangeService(new SubtitleAnnouncer(given));
  const settle = (transaction: Executor, resourceId: string) => updates.settle(transaction, resourceId);
  const commandParts: CommandParts = { db, changes, drafts, glossary, settle, requireEditable, requireUncovered };
  const commands = new SubtitleCommandService(commandParts);
  const requireFree: RequireFreeTrack = (executor, context, { id, resource_id: resourceId }) =>
    given.requireFree(executor, context, { type: 'subtitle', id, resourceId });
  const replacing = new SubtitleReplaceService({ changes, commands, settle, requireUncovered, requireFree });
  const updates = new SubtitleUpdateService({
    ...{ db, changes, commands, glossary, requireUncovered, requireFree },
    requireUncoveredSpeech: async (executor, { principal }, resourceId) => {
      const hidden = await findHiddenText(executor, principal, { resourceId, source: 'speech' });
      if (coversCurrent(hidden)) throw new AppError('coveredForYou');
    },
  });
  const maintenance: MaintenanceStep[] = [
    { what: 'subtitles that were deleted long ago', run: (run) => deleteRemovedTracks(run, undoDays) },
  ];
  return {
    retract: (transaction: Executor, resourceId: string) => changes.retract(transaction, resourceId),
    steps: [subtitleStep(changes, glossary)],
    source: subtitleListSource,
    maintenance,
    replacing,
    /** After a change of what was heard: tracks are behind it, and search and scans see what they alone say. */
    transcriptChanged: async (transaction: Executor, resourceId: string) => {
      await settle(transaction, resourceId);
      await renewPassages(transaction, resourceId);
    },
    /** Whether this person may change the tracks of a video, all of which they see. */
    mayChange: async (executor: Executor, principal: Principal, resourceId: string) => {
      const { isKept, mayEdit } = await requireReadable(executor, principal, resourceId);
      return isKept && mayEdit && (await isUncovered(executor, principal, resourceId));
    },
    actions: subtitleActions({
      changes,
      take: requireEditable,
      run: async ({ transaction, actor, resource }) => {
        const pipeline = given.pipeline();
        await pipeline.plan(transaction, resource.version_id);
        const work = await findWorkOf(transaction, resource.id, 'subtitle');
        if (!work || open.has(work.state)) return 'inWork';
        const version = { resourceId: resource.id, versionId: resource.version_id };
        const how = { priority: priorities.catchingUp, requestedBy: actor.principal.userId };
        await pipeline.run(transaction, version, 'subtitle', how);
        return 'asked';
      },
    }),
    definitions: [
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
        withoutMasked: async (executor, resourceId, cues, signal) => {
          const of = { resourceId, source: 'subtitle' } as const;
          const before = await findMaskedText(executor, of);
          if (before.whole) await given.scan(resourceId, signal);
          return coverCues(cues, before.whole ? await findMaskedText(executor, of) : before).cues;
        },
        modelFor: (asking) => async (request) => {
          const model = models();
          if (!model) throw new ModelUnavailable('notConfigured', 'No language model is set up.');
          return model.complete({ ...asking, purpose: 'translation' }, request);
        },
        refusalOf: (error) => (error instanceof ModelUnavailable ? error.message : undefined),
      }),
    ],
    register(registry: EndpointRegistry, { reader, exporter }: Surroundings): void {
      const views = new SubtitleViewService({ db, requireReadable, hidden: findHiddenText });
      const shared = { db, commands, requireUncovered };
      const services = {
        views,
        commands,
        updates,
        drafts: new SubtitleDraftService({ ...shared, drafts, views }),
        requests: new SubtitleRequestService({ ...shared, queue, hasModel: () => models()?.isConfigured ?? false }),
        files: new SubtitleFileService({ db, requireReadable, views, resolve: resolver(db, given.timeZone) }),
      };
      registerSubtitles(registry, { ...services, reader, exporter, freshNames: () => new ArchiveNames() });
      const detail = subtitleDetailSource({ requireReadable });
      registerEditLock(registry, subtitleDetailEndpoints, detail, new EditLockService(db));
      registerActivity(registry, subtitleDetailEndpoints, detail, new ActivityService(db));
    },
  };
}

/** Whoever has the video in their data scope looks after its subtitles, with or without the pages of resources. */
const requireReadable: ViewParts['requireReadable'] = async (db, principal, id) => {
  const resource = await findReadable(db, principal, id, subtitlePages);
  const { rows } = await sql<{ seconds: number | null; kept: boolean }>`
    select duration_seconds as seconds, coalesce(${inScope(principal)}, false) as kept
    from resources where id = ${id}`.execute(db);
  return {
    title: resource.title,
    durationSeconds: rows[0]?.seconds ?? null,
    isKept: rows[0]?.kept === true || resource.owner_id === principal.userId,
    mayEdit: mayEdit(principal, resource, subtitlePages),
    isBlocked: resource.state === 'blocked',
  };
};

const requireEditable: CommandParts['requireEditable'] = async (transaction, { principal }, id) => {
  const resource = await lockReadable(transaction, principal, id, subtitlePages);
  judgeEdit(principal, resource, subtitlePages);
  return resource;
};

/** Whoever does not see all of the tracks would save what covers them. */
const requireUncovered: CommandParts['requireUncovered'] = async (transaction, { principal }, resourceId) => {
  if (!(await isUncovered(transaction, principal, resourceId))) throw new AppError('coveredForYou');
};

async function isUncovered(db: Executor, principal: Principal, resourceId: string): Promise<boolean> {
  const hidden = await findHiddenText(db, principal, { resourceId, source: 'subtitle' });
  if (!hidden.whole && hidden.words.length === 0) return true;
  const tracks = await listTracks(db, resourceId);
  const texts = await listCurrentCues(
    db,
    tracks.map(({ id }) => id),
  );
  return ![...texts.values()].some((cues) => coverCues(cues, hidden).masked);
}

/** The videos of a view, or those that are named. */
function resolver(db: Db, timeZone: string) {
  return async (principal: Principal, { view, ids }: Chosen, limit: number): Promise<string[]> => {
    const named = ids ? sql`subtitle_sets.resource_id = any (${ids}::uuid[])` : sql`true`;
    const parsed = parseMatching(subtitleListSource.list, ids ? 'tab=all' : (view ?? ''));
    const meant = await meantSource(db, subtitleListSource, parsed, { timeZone, principal });
    const condition = all([viewConditions(meant, parsed, principal, { timeZone }), named]);
    const { rows } = await sql<{ id: string }>`
      select subtitle_sets.resource_id as id from subtitle_sets where ${condition} limit ${limit}`.execute(db);
    return rows.map((row) => row.id);
  };
}
