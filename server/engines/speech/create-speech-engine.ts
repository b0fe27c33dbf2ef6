import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { EngineMissing } from '../engine-failure.ts';
import type { RunSandboxed } from '../sandbox/port.ts';
import { createOpenaiSpeech } from './openai-speech.ts';
import {
  LanguageNotSupported,
  type MakeSpeechEngine,
  primaryLanguage,
  requireLanguage,
  type SpeechEngine,
  type SpeechSettings,
} from './port.ts';
import { runSpeechChild } from './run-speech-child.ts';
import { findSherpaModel } from './sherpa-model.ts';
import { createWhisperSpeech } from './whisper-speech.ts';

type Choice = { languages: readonly string[]; engine: SpeechEngine };

/**
 * Chooses the engine by spoken language: the operator's model for that language, then the operator's server if it
 * covers it, then the bundled model.
 */
export const createSpeechEngine: MakeSpeechEngine = (run, settings) => {
  const choices = choicesOf(run, settings);
  const known = [...new Set(choices.flatMap(({ languages }) => languages))];
  return {
    describe: async () => (await describeAll(choices))[0],
    languages: async () => known,
    async transcribe(job) {
      const language = primaryLanguage(job.language);
      const chosen = choices.find(({ languages }) => languages.includes(language) || languages.includes('*'));
      if (!chosen) throw new LanguageNotSupported(job.language, known);
      return chosen.engine.transcribe(job);
    },
  };
};

/** Describes all available engines; throws if something the operator configured is missing. */
export async function describeSpeech(run: RunSandboxed, settings: SpeechSettings): Promise<string> {
  const named = await describeAll(choicesOf(run, settings));
  return named.map(({ name, version, model }) => `${name} ${version}, ${model}`).join('; ');
}

function choicesOf(run: RunSandboxed, { models = {}, endpoint }: SpeechSettings): [Choice, ...Choice[]] {
  const bundled = { languages: ['en'], engine: createWhisperSpeech(run) };
  const own: Choice[] = Object.entries(models).map(([language, place]) => ({
    languages: [language],
    engine: isFolder(place) ? createSherpaSpeech(run, place, [language]) : createWhisperSpeech(run, place),
  }));
  if (endpoint) own.push({ languages: endpoint.languages ?? ['*'], engine: createOpenaiSpeech(run, endpoint) });
  const [first, ...more] = own;
  return first ? [first, ...more, bundled] : [bundled];
}

async function describeAll([first, ...more]: readonly [Choice, ...Choice[]]) {
  const named = await first.engine.describe();
  return [named, ...(await Promise.all(more.map(({ engine }) => engine.describe())))] as const;
}

function isFolder(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

const install = 'npm install --no-audit --no-fund --no-save sherpa-onnx-node';

/** Uses the operator's model with sherpa-onnx, which the operator installs as well. */
function createSherpaSpeech(run: RunSandboxed, folder: string, languages: readonly string[]): SpeechEngine {
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
        // The model may be up to about a gigabyte and is held in memory as a whole.
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
