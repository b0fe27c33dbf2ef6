import { createRequire } from 'node:module';
import path from 'node:path';
import { EngineMissing } from '../engine-failure.ts';
import type { RunSandboxed } from '../sandbox/port.ts';
import type { SpeechEngine, SpeechEngineName } from './port.ts';
import { requireLanguage } from './port.ts';
import { runSpeechChild } from './run-speech-child.ts';
import { checkBundledModel, findWhisperModel, type WhisperModel } from './whisper-model.ts';

const require = createRequire(import.meta.url);
const reinstall = 'npm install --no-audit --no-fund';

/**
 * whisper.cpp with the bundled English model or one of the operator's; each recording runs in its own child process.
 */
export function createWhisperSpeech(run: RunSandboxed, modelPath?: string): SpeechEngine {
  return {
    async describe() {
      whisperLibrary();
      return engineName(await findWhisperModel(modelPath));
    },
    async languages() {
      return (await findWhisperModel(modelPath)).languages;
    },
    async transcribe(job) {
      const model = await findWhisperModel(modelPath);
      const language = requireLanguage(job.language, model.languages);
      if (!modelPath) await checkBundledModel(model);
      const heard = await runSpeechChild(run, job, {
        task: { do: 'whisper', language, library: whisperLibrary(), model },
        readable: [model.path],
        // Model, working memory and runtime. Measured with the bundled model: 430 MB, and on x64 another 1.7 GB
        // reserved but hardly used.
        memoryBytes: 2 ** 31 + model.bytes * 4,
        // Measured: 0.35 s per second with the bundled model, proportional for larger ones; the limit is about twenty
        // times that.
        cpuPerSecond: Math.max(8, (model.bytes / 2 ** 27) * 8),
      });
      return { language, ...heard, engine: engineName(model) };
    },
  };
}

function engineName(model: WhisperModel): SpeechEngineName {
  const { version } = require('@fugood/whisper.node/package.json') as { version: string };
  return { name: 'whisper.cpp', version, model: model.name };
}

function whisperLibrary(): string {
  try {
    const folder = require.resolve(`@fugood/node-whisper-${process.platform}-${process.arch}/package.json`);
    return path.join(path.dirname(folder), 'index.node');
  } catch {
    throw new EngineMissing('whisper.cpp', reinstall);
  }
}
