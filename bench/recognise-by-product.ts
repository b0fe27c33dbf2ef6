import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReadingSource } from '@lectern/contract/features/reading.ts';
import type { Recognised, Recogniser } from './recogniser.ts';
import { ScratchProduct } from './scratch-product.ts';

const stepOf = { ocr: 'ocr', speech: 'asr', document: 'convert' } as const satisfies Record<ReadingSource, string>;

/** Uploads and processes each file, and returns the text that people would see. */
export async function recogniseByProduct(): Promise<Recogniser> {
  const product = await ScratchProduct.start('recognition');
  const each =
    (source: ReadingSource) => async (files: readonly string[], on: (at: number, one: Recognised) => void) => {
      for (const [at, file] of files.entries()) on(at, await through(product, file, source));
    };
  return { name: 'through the product', read: each('ocr'), hear: each('speech'), close: () => product.close() };
}

async function through(product: ScratchProduct, file: string, source: ReadingSource): Promise<Recognised> {
  const sent = await product.send(path.basename(file), await readFile(file));
  const settled = await product.settled(sent.id);
  if (settled.state !== 'taken') return { lines: [], cause: settled.why, seconds: 0 };
  const step = settled.steps.find(({ kind }) => kind === stepOf[source]);
  const parts = await product.textOf(settled.resourceId, source);
  const lines = parts.flatMap((part) => part.lines);
  return { lines, cause: step?.code ?? null, seconds: (step?.runMs ?? 0) / 1000 };
}
