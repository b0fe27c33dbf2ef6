import { InferenceSession, Tensor } from 'onnxruntime-node';
import { sampleRate } from './sample-rate.ts';

/** What Silero listens to at a time: 32 ms. */
export const frameSamples = 512;
/** The end of the frame before goes in front of each: without it, the detector misses beginnings. */
const contextSamples = 64;

export type VoiceDetector = {
  /** How likely somebody speaks in this frame; frames are given in order. */
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
      if (!output || !stateN) throw new Error('The voice detector gave no answer.');
      state = stateN as typeof state;
      return Number(output.data[0]);
    },
  };
}
