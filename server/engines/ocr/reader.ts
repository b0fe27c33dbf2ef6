import { readFileSync } from 'node:fs';
import * as ort from 'onnxruntime-node';
import type { OcrModels } from './port.ts';

export type Reader = { detector: Model; recogniser: { model: Model; alphabet: Alphabet }; classifier: Model };

/**
 * One thread: other cores stay free for requests, and with several workers more threads don't increase the total
 * throughput.
 */
const threads = 1;

export async function openReader(models: OcrModels): Promise<Reader> {
  const alphabet = readAlphabet(models.keys);
  return {
    detector: await openModel(models.detector, threads),
    recogniser: { model: await openModel(models.recogniser, threads), alphabet },
    classifier: await openModel(models.classifier, threads),
  };
}

export type NumberTensor = { data: Float32Array; shape: readonly number[] };
/** A loaded model with one input and one output. */
export type Model = (input: NumberTensor) => Promise<NumberTensor>;

/** No memory arena, because it would keep the memory of the largest page until the end. */
export async function openModel(file: string, threads: number): Promise<Model> {
  const session = await ort.InferenceSession.create(file, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    enableCpuMemArena: false,
    enableMemPattern: false,
    logSeverityLevel: 3,
  });
  const [input = '', output = ''] = [session.inputNames[0], session.outputNames[0]];
  return async ({ data, shape }) => {
    const answer = await session.run({ [input]: new ort.Tensor('float32', data, [...shape]) });
    const tensor = answer[output];
    if (!tensor || !(tensor.data instanceof Float32Array)) throw new Error('The model returned no numbers.');
    return { data: tensor.data, shape: tensor.dims };
  };
}

/** The recognizer's characters by output class; class 0 is the CTC blank. */
export type Alphabet = {
  characters: readonly string[];
  space: number;
  /** Classes of the characters used in English. */
  latin: Int32Array;
  /** For signs with several variants, such as narrow and wide: the classes of the other variants. */
  shapes: ReadonlyMap<number, readonly number[]>;
};

function readAlphabet(file: string): Alphabet {
  const keys = readFileSync(file, 'utf8')
    .replace(/\r?\n$/, '')
    .split(/\r?\n/);
  const characters = ['', ...keys, ' '];
  const latin = characters.flatMap((character, at) => (isLatin(character) ? [at] : []));
  return {
    characters,
    space: characters.length - 1,
    latin: Int32Array.from([0, ...latin]),
    shapes: shapesOf(characters),
  };
}

function shapesOf(characters: readonly string[]): Map<number, number[]> {
  const bySign = new Map<string, number[]>();
  for (const [at, character] of characters.entries()) {
    if (!/^[\p{P}\p{S}]$/u.test(character)) continue;
    const sign = plainSign(character);
    bySign.set(sign, [...(bySign.get(sign) ?? []), at]);
  }
  const groups = [...bySign.values()].filter((places) => places.length > 1);
  return new Map(groups.flatMap((places) => places.map((at) => [at, places.filter((other) => other !== at)])));
}

function plainSign(sign: string): string {
  return sign
    .normalize('NFKC')
    .replace(/[“”„]/, '"')
    .replace(/[‘’]/, "'")
    .replace(/[—–―]/, '-')
    .replace('、', ',')
    .replace('。', '.');
}

/** Includes accented letters and typographic signs of English. */
function isLatin(character: string): boolean {
  return /^[\u0020-\u007e\u00a0-\u017f‘’“”–—…•·£€¥©®™°×÷±]$/u.test(character);
}
