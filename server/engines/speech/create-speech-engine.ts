import { createOpenaiSpeech } from './openai-speech.ts';
import type { MakeSpeechEngine } from './port.ts';
import { createSherpaSpeech } from './sherpa-speech.ts';
import { createWhisperSpeech } from './whisper-speech.ts';

/** The engine that the operator chose. */
export const createSpeechEngine: MakeSpeechEngine = (run, settings) => {
  if (settings.endpoint) return createOpenaiSpeech(run, settings.endpoint);
  if (settings.sherpaFolder) return createSherpaSpeech(run, settings.sherpaFolder, settings.sherpaLanguages ?? ['en']);
  return createWhisperSpeech(run, settings.modelPath);
};
