import { statSync } from 'node:fs';
import type { RunSandboxed } from '../sandbox/port.ts';
import { createOpenaiSpeech } from './openai-speech.ts';
import { LanguageNotSupported, type MakeSpeechEngine, type SpeechEngine, type SpeechSettings } from './port.ts';
import { createSherpaSpeech } from './sherpa-speech.ts';
import { primaryLanguage } from './spoken-language.ts';
import { createWhisperSpeech } from './whisper-speech.ts';

type Choice = { languages: readonly string[]; engine: SpeechEngine };

/**
 * What listens, by what is spoken: a model that the operator gave for the language, else the operator's server where it
 * is meant for it, else the bundled one.
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

/** Everything that may listen here, in words; throws where something that the operator chose is not there. */
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
