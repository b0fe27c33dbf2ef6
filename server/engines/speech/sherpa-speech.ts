import { createRequire } from 'node:module';
import { EngineMissing } from '../engine-missing.ts';
import type { RunSandboxed } from '../sandbox/port.ts';
import type { SpeechEngine } from './port.ts';
import { runSpeechChild } from './run-speech-child.ts';
import { findSherpaModel } from './sherpa-model.ts';
import { requireLanguage } from './spoken-language.ts';

const install = 'npm install --no-audit --no-fund --no-save sherpa-onnx-node';

/** A model of the operator's for sherpa-onnx, which the operator installs along with it. */
export function createSherpaSpeech(run: RunSandboxed, folder: string, languages: readonly string[]): SpeechEngine {
  const describe = async () => {
    const version = installedVersion();
    return { name: 'sherpa-onnx', version, model: (await findSherpaModel(folder)).name };
  };
  return {
    describe,
    languages: async () => languages,
    async transcribe(job) {
      const engine = await describe();
      const language = requireLanguage(job.language, languages);
      const model = await findSherpaModel(folder);
      const heard = await runSpeechChild(run, job, {
        task: { do: 'sherpa', language, model },
        readable: [model.folder],
        // Of any size up to about a gigabyte, which it holds as a whole.
        memoryBytes: 2 ** 32,
        cpuPerSecond: 10,
      });
      return { language, ...heard, engine };
    },
  };
}

function installedVersion(): string {
  try {
    const { version } = createRequire(import.meta.url)('sherpa-onnx-node/package.json') as { version: string };
    return version;
  } catch {
    throw new EngineMissing('sherpa-onnx', install);
  }
}
