import type { SpeechTask, SpeechWindow, Stretch } from './child-messages.ts';
import { frameSamples, type VoiceTrack, voiceBetween } from './find-speech.ts';
import { finishWindow } from './finish-window.ts';
import { joinTokens } from './join-tokens.ts';
import { LanguageEvidence } from './language-evidence.ts';
import type { SpokenSegment, SpokenWord } from './port.ts';
import type { WavFile } from './wav-file.ts';
import { millisecondsOf, windowSound } from './wav-file.ts';

type RecogniseWindow = (window: SpeechWindow, wav: WavFile) => Promise<SpokenSegment[]>;
export type Recogniser = { recognise: RecogniseWindow; isLanguageDoubtful(): boolean };

/** At worst a window is recognized seven times. */
const mostSplits = 2;

type WindowTask = Exclude<SpeechTask, { do: 'cut' }>;

/** Loads only the engine the task names. */
export async function createRecogniser(task: WindowTask, track: VoiceTrack): Promise<Recogniser> {
  const engine =
    task.do === 'whisper'
      ? (await import('./whisper-library.ts')).loadWhisper(task.library, task.model)
      : (await import('./sherpa-model.ts')).loadSherpa(task.model);
  const evidence = new LanguageEvidence();
  // Confidence thresholds were measured for Whisper only.
  const canJudge = task.do === 'whisper';
  const voice = (startMs: number, endMs: number) => voiceBetween(track, startMs, endMs);
  const once: RecogniseWindow = async (window, wav) => {
    const samples = await windowSound(window, wav);
    const { tokens, noSpeech, languageChance } = engine.recognise(samples, task.language);
    const lengthMs = millisecondsOf(samples.length);
    const words = joinTokens(tokens, lengthMs);
    evidence.add({ words, lengthMs, languageChance });
    return finishWindow(words, window, { noSpeech, voice });
  };
  return {
    recognise: (window, wav) => recogniseWhole(once, track, { window, wav, splits: mostSplits }),
    isLanguageDoubtful: () => canJudge && evidence.isDoubtful(),
  };
}

type Whole = { window: SpeechWindow; wav: WavFile; splits: number };

/**
 * Engines sometimes skip a sentence. The window is then recognized again from there; earlier text is kept unless it
 * runs into the missed part.
 */
async function recogniseWhole(once: RecogniseWindow, track: VoiceTrack, given: Whole): Promise<SpokenSegment[]> {
  const { stretches } = given.window;
  const segments = await once(given.window, given.wav);
  if (given.splits === 0 || stretches.length < 2) return segments;
  const words = segments.flatMap((segment) => segment.words);
  const missed = findMissedSpeech(stretches, words, track);
  if (missed < 0) return segments;
  const cut = Math.max(1, missed);
  const hear = (part: SpeechWindow['stretches']) =>
    recogniseWhole(once, track, { ...given, window: { stretches: part }, splits: given.splits - 1 });
  const fromMs = millisecondsOf(stretches[cut]?.start ?? 0);
  const before = segments.filter(({ startMs }) => startMs < fromMs);
  const stays = missed > 0 && before.every(({ endMs }) => endMs <= fromMs);
  return [...(stays ? before : await hear(stretches.slice(0, cut))), ...(await hear(stretches.slice(cut)))];
}

const voiced = 128;
/** Words are close together, so if they cover less than half of this much speech, some were skipped. */
const leastShare = 0.5;
const longEnoughMs = 900;

/** Index of the first stretch with speech but hardly any recognized text; −1 if there is none. */
export function findMissedSpeech(
  stretches: readonly Stretch[],
  words: readonly SpokenWord[],
  track: VoiceTrack,
): number {
  return stretches.findIndex(({ start, end }) => {
    let [heard, written] = [0, 0];
    for (let frame = Math.ceil(start / frameSamples); (frame + 1) * frameSamples <= end; frame += 1) {
      if ((track[frame] ?? 0) < voiced) continue;
      heard += 1;
      const at = millisecondsOf((frame + 0.5) * frameSamples);
      if (words.some(({ startMs, endMs }) => startMs <= at && at <= endMs)) written += 1;
    }
    return written < heard * leastShare && millisecondsOf((heard - written) * frameSamples) >= longEnoughMs;
  });
}
