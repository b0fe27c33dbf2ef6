import type { SpeechWindow } from './child-messages.ts';
import type { HeardWord } from './join-tokens.ts';
import { placeInRecording } from './pack-windows.ts';
import { millisecondsOf, samplesOf } from './sample-rate.ts';

/** From times within a window to times of the recording. */
export function placeWords(words: readonly HeardWord[], window: SpeechWindow): HeardWord[] {
  return words.map((word) => {
    const length = word.endMs - word.startMs;
    const startMs = millisecondsOf(placeInRecording(window, samplesOf(word.startMs)));
    const endMs = millisecondsOf(placeInRecording(window, samplesOf(word.endMs)));
    if (endMs - startMs <= length + 100) return { ...word, startMs, endMs };
    // It lies over a pause that was cut short: on the side where most of it is.
    const middle = millisecondsOf(placeInRecording(window, samplesOf(word.startMs + length / 2)));
    return middle - startMs <= length
      ? { ...word, startMs, endMs: startMs + length }
      : { ...word, startMs: endMs - length, endMs };
  });
}
