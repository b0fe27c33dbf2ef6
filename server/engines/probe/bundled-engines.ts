import { EngineMissing } from '../engine-missing.ts';
import { describeOcr } from '../ocr/ocr-models.ts';
import type { OcrModels } from '../ocr/port.ts';
import { runSandboxed } from '../sandbox/run-sandboxed.ts';
import { describeSpeech } from '../speech/create-speech-engine.ts';
import type { SpeechSettings } from '../speech/port.ts';

/** An engine that comes with our own packages: there is no program to ask, but it can be damaged or left out. */
export type BundledEngine = { name: string; purpose: string; version(): Promise<string> };

/** What the operator chose in the place of what comes with Lectern. */
export type ChosenEngines = { speech?: SpeechSettings; ocrModels?: Partial<OcrModels> };

export const bundledEngines = ({ speech = {}, ocrModels = {} }: ChosenEngines = {}): readonly BundledEngine[] => [
  {
    name: 'Speech recognition',
    purpose: 'Words that are spoken in video and audio',
    version: () => describeSpeech(runSandboxed, speech),
  },
  {
    name: 'Text recognition',
    purpose: 'Text in pictures and scanned pages',
    async version() {
      const { name, version } = describeOcr(ocrModels);
      return `${name} ${version}`;
    },
  },
];

export async function probeBundled({ name, purpose, version }: BundledEngine) {
  try {
    return { name, purpose, found: true, version: await version(), install: null, packages: [] };
  } catch (error) {
    if (!(error instanceof EngineMissing)) throw error;
    return { name, purpose, found: false, version: null, install: error.install, packages: [] };
  }
}
