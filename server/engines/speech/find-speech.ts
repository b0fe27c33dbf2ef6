import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Stretch } from './child-messages.ts';
import type { WavFile } from './wav-file.ts';
import { sampleRate, samplesOf } from './wav-file.ts';

/** Frame size of the Silero detector: 32 ms. */
export const frameSamples = 512;
/** Each frame is preceded by the end of the previous one; without it, the detector misses the beginning of speech. */
const contextSamples = 64;

type VoiceDetector = {
  /** Returns the speech probability of a frame. Frames must be passed in order. */
  hear(frame: Float32Array): Promise<number>;
};

export async function createVoiceDetector(model: string): Promise<VoiceDetector> {
  const session = await InferenceSession.create(model, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
  });
  const rate = new Tensor('int64', BigInt64Array.of(BigInt(sampleRate)), []);
  const heard = new Float32Array(contextSamples + frameSamples);
  let state = new Tensor('float32', new Float32Array(2 * 128), [2, 1, 128]);
  return {
    async hear(frame) {
      heard.copyWithin(0, frameSamples);
      heard.fill(0, contextSamples);
      heard.set(frame, contextSamples);
      const input = new Tensor('float32', heard, [1, heard.length]);
      const { output, stateN } = await session.run({ input, state, sr: rate });
      if (!output || !stateN) throw new Error('The voice detector returned no result.');
      state = stateN as typeof state;
      return Number(output.data[0]);
    },
  };
}

/** Speech probability per frame, from 0 to 255. Three hours take 340 KB. */
export type VoiceTrack = Uint8Array;

const framesOf = (ms: number): number => Math.ceil(samplesOf(ms) / frameSamples);

/**
 * Hysteresis: speech starts above the first threshold and continues above the second, so soft syllables don't split
 * it.
 */
const begins = 0.5;
const goesOn = 0.35;
/** Pauses between words are shorter than this. */
const pauseFrames = framesOf(300);
/** Shorter sounds are coughs or clicks. */
const fewestFrames = framesOf(160);
/** Keeps the soft first and last sounds from being cut off. */
const marginSamples = samplesOf(200);
/** People may talk without pausing, so longer speech is cut at the quietest point of its last part. */
const longestFrames = framesOf(26_000);
const searchFrames = framesOf(8_000);
const piece = frameSamples * 500;

type Frame = { chance: number; loudness: number };

/** Yields stretches of speech in order, with a margin, and fills `track` along the way. */
export async function* findSpeech(wav: WavFile, detector: VoiceDetector, track: VoiceTrack): AsyncGenerator<Stretch> {
  let frames: Frame[] = [];
  let first = 0;
  let quiet = 0;
  let at = 0;
  let before = 0;
  const close = (count: number): Stretch | undefined => {
    const spoken = frames.slice(0, count).filter(({ chance }) => chance >= begins).length;
    if (spoken < fewestFrames) return undefined;
    const start = Math.max(before, first * frameSamples - marginSamples);
    const end = Math.min(wav.length, (first + count) * frameSamples + marginSamples);
    before = end;
    return { start, end };
  };
  for await (const frame of hearAll(wav, detector)) {
    track[at] = Math.round(frame.chance * 255);
    if (frames.length === 0 && frame.chance >= begins) first = at;
    if (frames.length > 0 || frame.chance >= begins) {
      frames.push(frame);
      quiet = frame.chance < goesOn ? quiet + 1 : 0;
    }
    at += 1;
    if (quiet >= pauseFrames) {
      const stretch = close(frames.length - quiet);
      if (stretch) yield stretch;
      frames = [];
      quiet = 0;
    } else if (frames.length >= longestFrames) {
      const cut = softest(frames);
      yield { start: Math.max(before, first * frameSamples - marginSamples), end: (first + cut) * frameSamples };
      before = (first + cut) * frameSamples;
      frames = frames.slice(cut);
      first += cut;
    }
  }
  const last = close(frames.length - quiet);
  if (last) yield last;
}

async function* hearAll(wav: WavFile, detector: VoiceDetector): AsyncGenerator<Frame> {
  for (let start = 0; start < wav.length; start += piece) {
    const samples = await wav.read(start, piece);
    for (let at = 0; at < samples.length; at += frameSamples) {
      const frame = samples.subarray(at, at + frameSamples);
      yield { chance: await detector.hear(frame), loudness: loudnessOf(frame) };
    }
  }
}

function loudnessOf(frame: Float32Array): number {
  let sum = 0;
  for (const sample of frame) sum += sample * sample;
  return sum / frame.length;
}

/** The middle of the quietest three consecutive frames (about 100 ms). */
function softest(frames: readonly Frame[]): number {
  let best = frames.length - 1;
  let least = Number.POSITIVE_INFINITY;
  for (let at = frames.length - searchFrames; at < frames.length - 1; at += 1) {
    const sum = frames.slice(at - 1, at + 2).reduce((total, { loudness }) => total + loudness, 0);
    if (sum < least) [least, best] = [sum, at];
  }
  return best;
}

/** Mean speech probability between two times, from 0 to 1. */
export function voiceBetween(track: VoiceTrack, startMs: number, endMs: number): number {
  const from = Math.floor((startMs * sampleRate) / 1000 / frameSamples);
  const part = track.subarray(from, Math.max(from + 1, Math.ceil((endMs * sampleRate) / 1000 / frameSamples)));
  return part.length === 0 ? 0 : part.reduce((sum, chance) => sum + chance, 0) / part.length / 255;
}
