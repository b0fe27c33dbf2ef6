import type { StepKind } from '@lectern/contract/features/job.ts';
import { onPagesWithWork, pagesOfStep } from '@lectern/contract/features/machine-work.ts';
import type { ReadingSource } from '@lectern/contract/features/reading.ts';
import type { Logger } from 'pino';
import { runSandboxed } from './engines/sandbox/run-sandboxed.ts';
import { createSpeechEngine } from './engines/speech/create-speech-engine.ts';
import type { SpeechSettings } from './engines/speech/port.ts';
import type { GlossaryService } from './features/glossary/glossary.service.ts';
import { inspectStep } from './features/inspection/inspection.jobs.ts';
import { workActions } from './features/machine-work/actions/work-actions.ts';
import { EngineNames } from './features/machine-work/engine-names.ts';
import { recogniseAgain } from './features/machine-work/language-change.ts';
import { workScope } from './features/machine-work/list/work-list.source.ts';
import { OverviewService } from './features/machine-work/overview.service.ts';
import { copyUndrawn } from './features/machine-work/page-drawing.repository.ts';
import { PageDrawing } from './features/machine-work/page-drawing.service.ts';
import { PipelineService, type PipelineTexts } from './features/machine-work/pipeline.service.ts';
import { assertEveryStep, type Step } from './features/machine-work/step.ts';
import { stepJob } from './features/machine-work/step-job.ts';
import { readingSteps } from './features/machine-work/steps/reading-steps.ts';
import { registerMachineWork } from './features/machine-work/work.routes.ts';
import { type ResourceJudges, WorkService } from './features/machine-work/work.service.ts';
import { type NoteCheck, WorkChangeService } from './features/machine-work/work-change.service.ts';
import type { MaintenanceStep } from './features/maintenance/maintenance-step.ts';
import type { OperationService } from './features/operation/operation.service.ts';
import { PagePictures } from './features/reading/page-pictures.ts';
import { registerReadings } from './features/reading/reading.routes.ts';
import { ReadingService } from './features/reading/reading.service.ts';
import { judgeEdit } from './features/resource/resource.policy.ts';
import { findReadable, lockReadable } from './features/resource/resource.repository.ts';
import type { ChangeParts } from './features/resource/resource-change.service.ts';
import type { ResourceIntakeService } from './features/resource/resource-intake.service.ts';
import { BackgroundLoop } from './platform/background-loop/background-loop.ts';
import type { EngineConfig } from './platform/config/engine-settings.ts';
import type { Db, Executor } from './platform/db/database.ts';
import type { EventPublisher } from './platform/events/event-publisher.ts';
import type { EndpointRegistry } from './platform/http/endpoint-registry.ts';
import type { ListExporter } from './platform/list/list-exporter.ts';
import type { ListReader } from './platform/list/list-reader.ts';
import { findHiddenText } from './platform/masks/hidden-text.ts';
import type { JobQueue } from './platform/queue/job-queue.ts';
import type { FileStore } from './platform/storage/file-store.ts';

type Given = {
  db: Db;
  publisher: EventPublisher;
  fileStore: FileStore;
  intake: ResourceIntakeService;
  /** Opened after the definitions of jobs are known; asked only when something is done. */
  queue: JobQueue;
  /** What else goes along with the copy of a file. */
  alsoCopy: PipelineTexts['copy'];
  /** What other features made of a text that no longer counts. */
  alsoRetract: Partial<Record<StepKind, (transaction: Executor, resourceId: string) => Promise<void>>>;
  /** Steps of other features, which come after its own. */
  more: readonly Step[];
  /** What is made of the machine's own steps: tests leave some out, or bring others. */
  steps?: ChooseSteps;
  config: EngineConfig;
  logger: Logger;
  glossary: Pick<GlossaryService, 'correct'>;
};
export type ChooseSteps = (own: readonly Step[]) => readonly Step[];
type Surroundings = { operations: OperationService; reader: ListReader; exporter: ListExporter };

/** Part of the container: the steps that versions go through, in their order, and what people see and ask of them. */
export function buildMachineWork(given: Given) {
  const { db, publisher, fileStore, intake, queue } = given;
  const drawing = new PageDrawing({ db, fileStore, run: runSandboxed });
  const readings = new ReadingService({
    ...{ db, requireReadable: findReadable, hidden: findHiddenText },
    follow: (transaction, { source, ...version }) => pipeline.follow(transaction, version, stepOf[source]),
    pictures: new PagePictures({
      ...{ db, fileStore, run: runSandboxed },
      drawPage: (versionId, page) => drawing.draw(versionId, page),
    }),
  });
  const engines = new EngineNames();
  const common = { fileStore, intake, run: runSandboxed, engines };
  const { speech: chosen, ocrModels } = given.config;
  const speech = () => createSpeechEngine(runSandboxed, speechSettings(chosen));
  const reading = readingSteps({ ...common, readings, speech, ocrModels, glossary: given.glossary });
  const own = [inspectStep(common), ...reading, ...given.more].map((step) => asOperatorSays(step, given.config));
  assertEveryStep(own);
  const steps = given.steps?.(own) ?? own;
  const texts: PipelineTexts = {
    copy: async (transaction, wanted) => {
      await readings.copy(transaction, wanted);
      await copyUndrawn(transaction, wanted);
      await given.alsoCopy(transaction, wanted);
    },
    supersede: (transaction, version) => readings.supersede(transaction, version),
    retract: async (transaction, version, kind) => {
      const source = sourceOf[kind];
      if (source) await readings.retract(transaction, { ...version, source });
      else await given.alsoRetract[kind]?.(transaction, version.resourceId);
    },
    settle: (transaction, version, kinds) =>
      readings.settle(
        transaction,
        version,
        kinds.flatMap((kind) => sourceOf[kind] ?? []),
      ),
  };
  const pipeline = new PipelineService({ steps, queue, publisher, intake, texts });
  const noteCheck: NoteCheck = async (transaction, { principal }, { versionId, kind, isChecked }) => {
    const source = sourceOf[kind];
    if (source)
      await readings.noteCheck(transaction, { versionId, source, checkedBy: isChecked ? principal.userId : null });
  };
  const changes = new WorkChangeService({ steps, queue, pipeline, noteCheck });
  const maintenance: MaintenanceStep[] = [
    { what: 'gaps: versions that lacked steps', run: (run, signal) => pipeline.planMissing(run, { signal }) },
  ];
  const languageChanged: ChangeParts['languageChanged'] = (transaction, context, resourceId) =>
    recogniseAgain(transaction, context, { resourceId, pipeline });
  return {
    pipeline,
    languageChanged,
    changes,
    drawing,
    loop: new BackgroundLoop({
      ...{ name: 'pageDrawing', everyMs: 2_000, db, logger: given.logger },
      run: (signal) => drawing.drawRest(signal),
    }),
    definitions: steps.map((step) => stepJob(step, fileStore)),
    actions: workActions(changes),
    maintenance,
    register(registry: EndpointRegistry, { operations, reader, exporter }: Surroundings): void {
      const parts = { db, steps, scope: workScope };
      const works = new WorkService({ ...parts, ...resourceJudges, pipeline, changes, operations });
      registerReadings(registry, readings);
      registerMachineWork(registry, { works, overviews: new OverviewService(parts), reader, exporter });
    },
  };
}

export function speechSettings({ models, server }: EngineConfig['speech']): SpeechSettings {
  return { models, ...(server && { endpoint: server }) };
}

function asOperatorSays(step: Step, { atOnce, minutes }: EngineConfig): Step {
  const { [step.kind]: concurrency = step.concurrency } = atOnce;
  const { [step.kind]: most } = minutes;
  return { ...step, concurrency, limitSeconds: most === undefined ? step.limitSeconds : most * 60 };
}

/** What a step reads. */
const sourceOf: Partial<Record<StepKind, ReadingSource>> = { convert: 'document', ocr: 'ocr', asr: 'speech' };

const stepOf: Record<ReadingSource, StepKind> = { document: 'convert', ocr: 'ocr', speech: 'asr' };

const resourceJudges: ResourceJudges = {
  async requireEditable(transaction, { principal }, { id, kind }) {
    const pages = pagesOfStep(kind);
    const resource = await lockReadable(transaction, principal, id, pages);
    judgeEdit(principal, resource, pages);
    return resource;
  },
  async requireReadable(db, principal, id) {
    const { in_scope: inScope, owner_id: ownerId } = await findReadable(
      ...([db, principal, id, onPagesWithWork.pages] as const),
    );
    return { isKept: inScope || ownerId === principal.userId };
  },
};
