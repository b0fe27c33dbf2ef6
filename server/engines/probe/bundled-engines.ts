import { EngineMissing } from '../engine-missing.ts';
import { describeOcr } from '../ocr/ocr-models.ts';
import { runSandboxed } from '../sandbox/run-sandboxed.ts';
import { createWhisperSpeech } from '../speech/whisper-speech.ts';

/** An engine that comes with our own packages: there is no program to ask, but it can be damaged or left out. */
export type BundledEngine = { name: string; purpose: string; version(): Promise<string> };

export const bundledEngines: readonly BundledEngine[] = [
  {
    name: 'Speech recognition',
    purpose: 'Words that are spoken in video and audio',
    async version() {
      const { name, version, model } = await createWhisperSpeech(runSandboxed).describe();
      return `${name} ${version}, ${model}`;
    },
  },
  {
    name: 'Text recognition',
    purpose: 'Text in pictures and scanned pages',
    async version() {
      const { name, version } = describeOcr();
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
