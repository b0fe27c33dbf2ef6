import type { SpeechTask, SpeechWindow } from './child-messages.ts';
import { type VoiceTrack, voiceBetween } from './find-speech.ts';
import { finishWindow } from './finish-window.ts';
import { joinTokens } from './join-tokens.ts';
import type { SpokenSegment } from './port.ts';
import { millisecondsOf } from './sample-rate.ts';
import type { WavFile } from './wav-file.ts';
import { windowSound } from './window-sound.ts';

export type RecogniseWindow = (window: SpeechWindow, wav: WavFile) => Promise<SpokenSegment[]>;

type WindowTask = Exclude<SpeechTask, { do: 'cut' }>;

/** The engine that the task names. Only that one is loaded. */
export async function createRecogniser(task: WindowTask, track: VoiceTrack): Promise<RecogniseWindow> {
  const engine =
    task.do === 'whisper'
      ? (await import('./whisper-library.ts')).loadWhisper(task.library, task.model)
      : (await import('./sherpa-library.ts')).loadSherpa(task.model);
  const voice = (startMs: number, endMs: number) => voiceBetween(track, startMs, endMs);
  return async (window, wav) => {
    const samples = await windowSound(window, wav);
    const { tokens, noSpeech } = engine.recognise(samples, task.language);
    return finishWindow(joinTokens(tokens, millisecondsOf(samples.length)), window, { noSpeech, voice });
  };
}
