import type { Stretch } from './child-messages.ts';
import type { VoiceTrack } from './find-speech.ts';
import type { SpokenWord } from './port.ts';
import { millisecondsOf } from './sample-rate.ts';
import { frameSamples } from './voice-detector.ts';

const voiced = 128;
/** Words lie close together: where they cover less than half of what was said for so long, some were passed over. */
const leastShare = 0.5;
const longEnoughMs = 900;

/** The first stretch in which somebody is heard but hardly anything was written down; −1: none. */
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
