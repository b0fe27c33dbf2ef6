import type { SpeechWindow } from './child-messages.ts';
import { samplesOf } from './sample-rate.ts';
import type { WavFile } from './wav-file.ts';

/** Engines drop what is shorter. */
const shortest = samplesOf(1_100);

/** The stretches of a window one after the other. */
export async function windowSound({ stretches }: SpeechWindow, wav: WavFile): Promise<Float32Array> {
  const length = stretches.reduce((sum, { start, end }) => sum + end - start, 0);
  const samples = new Float32Array(Math.max(shortest, length));
  let at = 0;
  for (const { start, end } of stretches) {
    samples.set(await wav.read(start, end - start), at);
    at += end - start;
  }
  return samples;
}
