import { runSandboxed } from '../../engines/sandbox/run-sandboxed.ts';
import { createSpeechEngine } from '../../engines/speech/create-speech-engine.ts';
import { BackgroundLoop } from '../../platform/background-loop/background-loop.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { MaintenanceStep } from '../../platform/maintenance-step.ts';
import type { EndedJob } from '../../platform/queue/job-runner.ts';
import type { GlossaryService } from '../glossary/public.ts';
import { inspectStep } from '../inspection/public.ts';
import type { LanguageSet } from '../library/public.ts';
import type { OperationService } from '../operation/public.ts';
import type { ReadingService } from '../reading/public.ts';
import type { ChangeDependencies, ResourceIntakeService } from '../resource/public.ts';
import { asOperatorSays, type ChooseSteps, EngineNames, speechSettings } from './engine-setup.ts';
import { recogniseAgain, recogniseWaiting } from './language-change.ts';
import { OverviewService } from './overview.service.ts';
import { isAnyUndrawn } from './page-drawing.repository.ts';
import { PageDrawing } from './page-drawing.service.ts';
import { PipelineService } from './pipeline.service.ts';
import { noteCheckOf, pipelineTexts, type StepTexts } from './pipeline-texts.ts';
import { assertEveryStep, type Step } from './step.ts';
import { stepJob } from './step-job.ts';
import { readingSteps } from './steps/reading-steps.ts';
import { registerMachineWork } from './work.routes.ts';
import { resourceJudges, WorkService } from './work.service.ts';
import { workActions } from './work-actions.ts';
import { WorkChangeService } from './work-change.service.ts';
import { workListSources, workScope } from './work-list.source.ts';

type Dependencies = {
  intake: ResourceIntakeService;
  operations: OperationService;
  readings: ReadingService;
  glossary: Pick<GlossaryService, 'correct'>;
  /** Steps of other features; they run after the built-in ones. */
  steps: readonly Step[];
  /** Texts created by other features' steps. */
  texts: readonly StepTexts[];
  /** Tests omit or replace steps with this. */
  chooseSteps?: ChooseSteps | undefined;
};

export function machineWorkModule(platform: Platform, dependencies: Dependencies) {
  const { config, db, publisher, queue, fileStore, logger, reader } = platform;
  const { intake, operations, readings, glossary, texts, chooseSteps = (own) => own } = dependencies;
  const { speech, ocrModels } = config.engines;
  const drawing = new PageDrawing({ db, fileStore, run: runSandboxed });
  const shared = { fileStore, intake, run: runSandboxed, engines: new EngineNames() };
  const known = [
    inspectStep(shared),
    ...readingSteps({
      ...shared,
      readings,
      speech: () => createSpeechEngine(runSandboxed, speechSettings(speech)),
      ocrModels,
      glossary,
    }),
    ...dependencies.steps,
  ].map((step) => asOperatorSays(step, config.engines));
  assertEveryStep(known);
  const steps = chooseSteps(known);
  const pipeline = new PipelineService({ steps, queue, publisher, intake, texts: pipelineTexts(readings, texts) });
  const changes = new WorkChangeService({ steps, queue, pipeline, noteCheck: noteCheckOf(readings) });
  const works = new WorkService({ db, steps, scope: workScope, ...resourceJudges, pipeline, changes, operations });
  const overviews = new OverviewService({ db, steps, scope: workScope });
  const maintenance: MaintenanceStep[] = [
    {
      verb: { bare: 'queue', done: 'Queued' },
      what: 'versions with missing steps',
      run: (run, signal) => pipeline.planMissing(run, { signal }),
    },
  ];
  const loop = new BackgroundLoop({
    name: 'pageDrawing',
    everyMs: 2_000,
    db,
    logger,
    due: () => isAnyUndrawn,
    run: (signal) => drawing.drawRest(signal),
  });
  return {
    pipeline,
    changes,
    drawing,
    languageChanged: ((transaction, context, resourceId) =>
      recogniseAgain(transaction, context, { resourceId, pipeline })) satisfies ChangeDependencies['languageChanged'],
    libraryLanguageSet: ((transaction, context, libraryId) =>
      recogniseWaiting(transaction, context, { libraryId, pipeline })) satisfies LanguageSet,
    maintenance,
    lists: workListSources,
    actions: workActions(changes),
    loops: [loop],
    jobs: steps.map((step) => stepJob(step, fileStore)),
    jobEnded: (transaction: Executor, job: EndedJob) => pipeline.ended(transaction, job),
    register: (registry: EndpointRegistry) => registerMachineWork(registry, { works, overviews, reader }),
  };
}
