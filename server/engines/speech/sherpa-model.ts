import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { EngineMissing } from '../engine-missing.ts';

/** What sherpa-onnx is told about a model; which part is there depends on its kind. */
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
