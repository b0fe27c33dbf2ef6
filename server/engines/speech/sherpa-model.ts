import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { EngineMissing } from '../engine-failure.ts';
import type { TokenEngine } from './join-tokens.ts';
import { sampleRate } from './wav-file.ts';

/** The model configuration for sherpa-onnx; the parts depend on the kind of model. */
export type SherpaModel = {
  folder: string;
  name: string;
  parts: Record<string, Record<string, string | number>>;
  tokens: string;
};

/** Kinds that consist of one file, by what their folders are called. All of them tell the time of each token. */
const singles: readonly [RegExp, string][] = [
  [/sense-?voice/i, 'senseVoice'],
  [/paraformer/i, 'paraformer'],
  [/nemo/i, 'nemoCtc'],
  [/zipformer.*ctc|ctc.*zipformer/i, 'zipformerCtc'],
];

/** Finds out by its files what kind of model is in a folder. */
export async function findSherpaModel(given: string): Promise<SherpaModel> {
  const folder = path.resolve(given);
  const name = path.basename(folder);
  const missing = new EngineMissing(
    'A model for sherpa-onnx',
    `put a transducer, SenseVoice, Paraformer, NeMo or Zipformer CTC model into ${folder}`,
  );
  const files = await readdir(folder).catch(() => {
    throw missing;
  });
  // The smaller one where there are both.
  const find = (part: string) => {
    const found = files.filter((file) => file.endsWith('.onnx') && file.includes(part));
    const best = found.find((file) => file.includes('int8')) ?? found[0];
    return best && path.join(folder, best);
  };
  if (!files.includes('tokens.txt')) throw missing;
  const tokens = path.join(folder, 'tokens.txt');
  const [encoder, decoder, joiner, model] = ['encoder', 'decoder', 'joiner', 'model'].map(find);
  if (encoder && decoder && joiner)
    return { folder, name, tokens, parts: { transducer: { encoder, decoder, joiner } } };
  const kind = singles.find(([pattern]) => pattern.test(name))?.[1];
  if (!model || !kind) throw missing;
  const extra: Record<string, number> = kind === 'senseVoice' ? { useInverseTextNormalization: 1 } : {};
  return { folder, name, tokens, parts: { [kind]: { model, ...extra } } };
}

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
