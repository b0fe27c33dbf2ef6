export { type ChooseSteps, EngineNames, speechSettings } from './engine-setup.ts';
export type { PipelineService } from './pipeline.service.ts';
export type { Step, StepHandler, StepVersion } from './step.ts';
export { asJobEnding } from './step-job.ts';
export { replaceRenditions, storeFiles, versionRenditions } from './steps/renditions.ts';
export { findWorkOf, workFollower } from './work.repository.ts';
export { type MachineWork, priorities } from './work-change.service.ts';
