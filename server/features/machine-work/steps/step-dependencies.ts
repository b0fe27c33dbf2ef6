import type { OcrModels } from '../../../engines/ocr/port.ts';
import type { RunSandboxed } from '../../../engines/sandbox/port.ts';
import type { SpeechEngine } from '../../../engines/speech/port.ts';
import type { FileStore } from '../../../platform/storage/file-store.ts';
import type { GlossaryService } from '../../glossary/public.ts';
import type { ReadingService } from '../../reading/public.ts';
import type { ResourceIntakeService } from '../../resource/public.ts';
import type { EngineNames } from '../engine-setup.ts';

export type StepDependencies = {
  fileStore: FileStore;
  run: RunSandboxed;
  engines: Pick<EngineNames, 'require'>;
  intake: Pick<ResourceIntakeService, 'drawn'>;
  readings: Pick<ReadingService, 'keep' | 'retract' | 'partsOf'>;
  /** Applies the glossary to transcripts, and to OCR text where the option is set. */
  glossary: Pick<GlossaryService, 'correct'>;
  speech(): SpeechEngine;
  /** The operator's models, which replace the bundled ones. */
  ocrModels: Partial<OcrModels>;
};
