import type { InspectionFailure } from '../engine-failure.ts';

/** `[left, top, width, height]` as fractions of the upright picture. */
export type FractionBox = [number, number, number, number];

export type QuarterTurn = 0 | 90 | 180 | 270;

/** Paths of PP-OCR models; any the operator omits are the bundled ones. */
export type OcrModels = {
  detector: string;
  recogniser: string;
  /** Characters the recognizer knows, one per line. Must match the recognizer. */
  keys: string;
  /** Detects upside-down lines. */
  classifier: string;
};

export type OcrOptions = {
  /** Language of the text, which decides between similar characters; `auto` detects it from the page. */
  language: 'auto' | 'en' | 'zh';
  /** Clockwise rotation that makes the picture upright; `auto` detects it. */
  rotate: 'auto' | QuarterTurn;
  /**
   * Reads only this part, given in the picture after `rotate`. With `auto` the picture is assumed to be upright,
   * because a part shows too little to detect its rotation.
   */
  region: FractionBox | null;
  models: Partial<OcrModels>;
};

export const defaultOcrOptions: OcrOptions = { language: 'auto', rotate: 'auto', region: null, models: {} };

/** A picture, or one frame of a multi-page file such as a scanned TIFF. */
export type OcrSource = { file: string; frame?: number };

/** A Latin word or a run of Chinese characters. `confidence` is on the scale shared by all engines. */
type OcrWord = { text: string; box: FractionBox; confidence: number };

export type OcrLine = {
  text: string;
  confidence: number;
  box: FractionBox;
  /** Corners clockwise from the top left, for tilted lines. */
  polygon?: [number, number][];
  words: OcrWord[];
};

/** Lines in reading order; a page without text has none, which isn't an error. */
export type ReadPage = {
  /** In pixels of the upright picture. */
  width: number;
  height: number;
  /** Clockwise rotation applied after the picture's EXIF orientation. */
  rotation: QuarterTurn;
  lines: OcrLine[];
};

export type OcrPage = ReadPage & { engine: OcrEngine };

export type OcrEngine = { name: string; version: string };

/** Result for one picture, in input order; `index` starts at 0. */
export type OcrOutcome = { index: number; page: OcrPage } | { index: number; failure: InspectionFailure };

export type OcrJob = {
  sources: readonly OcrSource[];
  folder: string;
  options?: Partial<OcrOptions>;
  /** Called for each picture as soon as it is read. */
  onPage(outcome: OcrOutcome): void;
  onProgress?(percent: number): void;
};

/** The child process's task, and its answer for each picture as one line of JSON. */
export type OcrTask = { sources: readonly OcrSource[]; options: OcrOptions; models: OcrModels };

export type OcrAnswer =
  | { index: number; page: ReadPage }
  | { index: number; failed: 'tooLarge' | 'damaged'; detail: string };

/**
 * Words with a confidence below this, from 0 to 1, should be reviewed. Each engine calibrates its own values to this
 * scale, so one threshold marks about the same share of words for all.
 */
export const doubtfulBelow = 0.7;
