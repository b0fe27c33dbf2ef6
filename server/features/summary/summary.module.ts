import { summaryDetailEndpoints } from '@lectern/contract/features/summary.ts';
import { createExtractiveEngine } from '../../engines/summary/extractive-engine.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { LanguageModelService } from '../language-model/public.ts';
import type { MachineWork } from '../machine-work/public.ts';
import type { NotificationService } from '../notification/public.ts';
import { findReadable } from '../resource/public.ts';
import { findHiddenText } from '../review/public.ts';
import type { SettingsService } from '../settings/public.ts';
import type { TextDraftService } from '../text-draft/public.ts';
import { runSummary } from './run-summary.ts';
import { type ScanFirst, summariseStep } from './summarise.step.ts';
import { copySummary } from './summary.repository.ts';
import { registerSummaries } from './summary.routes.ts';
import { SummaryService } from './summary.service.ts';
import { summaryActions } from './summary-actions.ts';
import { SummaryAnnouncer, SummaryChangeService } from './summary-change.service.ts';
import { SummaryDraftService } from './summary-draft.service.ts';
import { summaryListSource } from './summary-list.source.ts';
import { SummaryViewService, summaryDetailSource } from './summary-view.service.ts';

type Dependencies = {
  settings: SettingsService;
  notifications: NotificationService;
  drafts: TextDraftService;
  models: LanguageModelService;
  scan: ScanFirst;
  /** A function, because it is built later from this module's step. */
  machine: () => MachineWork;
};

export function summaryModule(platform: Platform, dependencies: Dependencies) {
  const { db, publisher, reader } = platform;
  const { settings, notifications, drafts, models, scan, machine } = dependencies;
  const engine = createExtractiveEngine();
  const changes = new SummaryChangeService(new SummaryAnnouncer({ publisher, notifications }));
  const run = runSummary(machine);
  const views = new SummaryViewService({ db, requireReadable: findReadable, hidden: findHiddenText });
  return {
    lists: [summaryListSource],
    actions: summaryActions({ changes, run }),
    details: [{ endpoints: summaryDetailEndpoints, source: summaryDetailSource }],
    steps: [summariseStep({ engine, models, changes, settings, scan })],
    texts: {
      copy: copySummary,
      retract: { summarise: (transaction: Executor, resourceId: string) => changes.retract(transaction, resourceId) },
    },
    register(registry: EndpointRegistry): void {
      const summaries = new SummaryService({ db, engine, changes, views, run, drafts });
      const typed = new SummaryDraftService({ db, drafts, changes, views });
      registerSummaries(registry, { summaries, views, drafts: typed, reader });
    },
    close: () => engine.close(),
  };
}
