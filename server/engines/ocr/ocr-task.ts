import type { OcrModels, OcrOptions, OcrSource, ReadPage } from './port.ts';

/** What the child is asked, and what it prints for each picture, as one line of JSON. */
export type OcrTask = { sources: readonly OcrSource[]; options: OcrOptions; models: OcrModels };

export type OcrAnswer =
  | { index: number; page: ReadPage }
  | { index: number; failed: 'tooLarge' | 'damaged'; detail: string };
