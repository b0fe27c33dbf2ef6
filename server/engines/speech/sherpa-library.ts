import { createRequire } from 'node:module';
import type { TokenEngine } from './recognised-tokens.ts';
import { sampleRate } from './sample-rate.ts';
import type { SherpaModel } from './sherpa-model.ts';

type Stream = { acceptWaveform(sound: { samples: Float32Array; sampleRate: number }): void };
type Result = { text: string; tokens: string[]; timestamps: number[]; ys_log_probs?: number[] };
type Recogniser = { createStream(): Stream; decode(stream: Stream): void; getResult(stream: Stream): Result };
/** An operator installs it; it is not among our packages, so its types are named here. */
type Sherpa = { OfflineRecognizer: new (config: unknown) => Recogniser };

/** Models of this kind do not tell how sure they are: neither sure nor doubtful. */
const unknownChance = 0.5;

export function loadSherpa({ parts, tokens }: SherpaModel): TokenEngine {
  const sherpa = createRequire(import.meta.url)('sherpa-onnx-node') as Sherpa;
  const recogniser = new sherpa.OfflineRecognizer({
    featConfig: { sampleRate, featureDim: 80 },
    modelConfig: { ...parts, tokens, numThreads: 1, provider: 'cpu', debug: 0 },
  });
  return {
    recognise(samples) {
      const stream = recogniser.createStream();
      stream.acceptWaveform({ samples, sampleRate });
      recogniser.decode(stream);
      return { tokens: tokensOf(recogniser.getResult(stream)), noSpeech: 0 };
    },
  };
}

/** `▁` stands for the space in front of a word. Its times are beginnings; ours are middles. */
export function tokensOf({ tokens, timestamps, ys_log_probs }: Result) {
  return tokens.map((token, at) => {
    const text = token.replaceAll('▁', ' ');
    const chance = ys_log_probs?.[at];
    return {
      bytes: Buffer.from(text),
      chance: chance === undefined ? unknownChance : Math.exp(chance),
      atMs: Math.round((timestamps[at] ?? 0) * 1000) + Math.min(160, Math.max(40, 20 * text.trim().length)),
    };
  });
}
