import { type Alphabet, readAlphabet } from './alphabet.ts';
import { type Model, openModel } from './model-session.ts';
import type { OcrModels } from './port.ts';

/** All that reads a page, loaded once for many pages. */
export type Reader = { detector: Model; recogniser: { model: Model; alphabet: Alphabet }; classifier: Model };

/**
 * One thread: the other cores answer people meanwhile, and the time of one page matters less than that of all pages of
 * several workers, which threads do not shorten.
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
