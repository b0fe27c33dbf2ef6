import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { EngineMissing } from '../engine-failure.ts';
import type { TokenEngine } from './join-tokens.ts';
import { sampleRate } from './wav-file.ts';

/** Model configuration for sherpa-onnx; `parts` depends on the kind of model. */
export type SherpaModel = {
  folder: string;
  name: string;
  parts: Record<string, Record<string, string | number>>;
  tokens: string;
};

/** Kinds of single-file models, recognized by folder name. All of them report token times. */
const singles: readonly [RegExp, string][] = [
  [/sense-?voice/i, 'senseVoice'],
  [/paraformer/i, 'paraformer'],
  [/nemo/i, 'nemoCtc'],
  [/zipformer.*ctc|ctc.*zipformer/i, 'zipformerCtc'],
];

/** Detects the kind of model in a folder from its files. */
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
  // Prefers the smaller int8 version.
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
/** Types declared here because the operator installs the package; it isn't one of our dependencies. */
type Sherpa = { OfflineRecognizer: new (config: unknown) => Recogniser };

/** Neutral value, because these models don't report confidence. */
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

/** `▁` marks a space before a word. Sherpa reports start times, while our tokens use the middle. */
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
