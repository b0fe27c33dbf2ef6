import { summaryDetailEndpoints } from '@lectern/contract/features/summary.ts';
import { createOpenaiModel } from './engines/language-model/openai-model.ts';
import { createExtractiveEngine } from './engines/summary/extractive-engine.ts';
import { registerActivity } from './features/activity/activity.routes.ts';
import { ActivityService } from './features/activity/activity.service.ts';
import { registerEditLock } from './features/edit-lock/edit-lock.routes.ts';
import { EditLockService } from './features/edit-lock/edit-lock.service.ts';
import { registerLanguageModel } from './features/language-model/language-model.routes.ts';
import { LanguageModelService } from './features/language-model/language-model.service.ts';
import type { PipelineService } from './features/machine-work/pipeline.service.ts';
import { findWorkOf } from './features/machine-work/work.repository.ts';
import type { WorkChangeService } from './features/machine-work/work-change.service.ts';
import type { NotificationService } from './features/notification/notification.service.ts';
import { findReadable } from './features/resource/resource.repository.ts';
import type { SettingsService } from './features/settings/settings.service.ts';
import { summaryActions } from './features/summary/actions/summary-actions.ts';
import { type ScanFirst, summariseStep } from './features/summary/summarise.step.ts';
import { registerSummaries } from './features/summary/summary.routes.ts';
import { type RunSummary, SummaryService } from './features/summary/summary.service.ts';
import { SummaryAnnouncer } from './features/summary/summary-announcer.ts';
import { SummaryChangeService } from './features/summary/summary-change.service.ts';
import { summaryDetailSource } from './features/summary/summary-detail.source.ts';
import { SummaryDraftService } from './features/summary/summary-draft.service.ts';
import { SummaryViewService } from './features/summary/summary-view.service.ts';
import type { TextDraftService } from './features/text-draft/text-draft.service.ts';
import { AppError } from './platform/app-error.ts';
import type { LanguageModelConfig } from './platform/config/language-model-settings.ts';
import type { Db, Executor } from './platform/db/database.ts';
import type { EventPublisher } from './platform/events/event-publisher.ts';
import type { EndpointRegistry } from './platform/http/endpoint-registry.ts';
import type { ListExporter } from './platform/list/list-exporter.ts';
import type { ListReader } from './platform/list/list-reader.ts';
import { findHiddenText } from './platform/masks/hidden-text.ts';

type Machine = { pipeline: PipelineService; changes: WorkChangeService };
type Given = {
  db: Db;
  publisher: EventPublisher;
  notifications: NotificationService;
  settings: SettingsService;
  config: LanguageModelConfig | undefined;
  timeZone: string;
  drafts: TextDraftService;
  scan: ScanFirst;
  /** Built after this; asked only when something is done. */
  machine(): Machine;
};

/** Part of the container: summaries, and the operator's language model. */
export function buildSummaries(given: Given) {
  const { db, settings, config, timeZone, drafts } = given;
  const model =
    config &&
    createOpenaiModel({
      ...{ baseUrl: config.baseUrl, model: config.model, timeoutMs: config.timeoutSeconds * 1000 },
      ...(config.key && { key: config.key }),
    });
  const models = new LanguageModelService({ db, settings, config, model, timeZone });
  const engine = createExtractiveEngine();
  const changes = new SummaryChangeService(new SummaryAnnouncer(given));
  const run: RunSummary = async (transaction, context, resourceId, { options, priority }) => {
    const machine = given.machine();
    const { version_id: versionId } = await findReadable(transaction, context.principal, resourceId);
    if (!versionId) throw new AppError('illegalMove');
    await machine.pipeline.plan(transaction, versionId);
    const work = await findWorkOf(transaction, resourceId, 'summarise');
    if (!work) throw new AppError('illegalMove');
    const wanted = { options: { ...options }, ...(priority !== undefined && { priority }) };
    const skip = await machine.changes.run(transaction, context, work, wanted);
    if (skip === 'notCurrent') throw new AppError('illegalMove');
    return skip && 'asWanted';
  };
  return {
    models,
    retract: (transaction: Executor, resourceId: string) => changes.retract(transaction, resourceId),
    steps: [summariseStep({ engine, models, changes, settings, scan: given.scan })],
    actions: summaryActions({ changes, run }),
    register(registry: EndpointRegistry, { reader, exporter }: { reader: ListReader; exporter: ListExporter }): void {
      const views = new SummaryViewService({ db, requireReadable: findReadable, hidden: findHiddenText });
      const summaries = new SummaryService({ db, engine, changes, views, run, drafts });
      const typed = new SummaryDraftService({ db, drafts, changes, views });
      registerSummaries(registry, { summaries, views, drafts: typed, reader, exporter });
      registerLanguageModel(registry, models);
      registerEditLock(registry, summaryDetailEndpoints, summaryDetailSource, new EditLockService(db));
      registerActivity(registry, summaryDetailEndpoints, summaryDetailSource, new ActivityService(db));
    },
    close: () => engine.close(),
  };
}
