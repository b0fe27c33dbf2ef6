import type { InspectionFailure } from '../engine-failure.ts';

/** `[left, top, width, height]` as fractions of the upright picture. */
export type FractionBox = [number, number, number, number];

export type QuarterTurn = 0 | 90 | 180 | 270;

/** Files of an operator's own PP-OCR models; those that are left out are the bundled ones. */
export type OcrModels = {
  detector: string;
  recogniser: string;
  /** The characters that the recogniser knows, one a line. It must fit the recogniser. */
  keys: string;
  /** Tells lines that stand on their head. */
  classifier: string;
};

export type OcrOptions = {
  /** What the text is written in; it settles what looks alike. `auto`: by what the page shows. */
  language: 'auto' | 'en' | 'zh';
  /** How far the picture must be turned clockwise to be upright; `auto`: found out. */
  rotate: 'auto' | QuarterTurn;
  /**
   * Only this part is read. It is meant in the picture after `rotate`; with `auto` the picture is taken to be upright,
   * since a part shows too little to tell.
   */
  region: FractionBox | null;
  models: Partial<OcrModels>;
};

export const defaultOcrOptions: OcrOptions = { language: 'auto', rotate: 'auto', region: null, models: {} };

/** One picture, or one frame of a picture that has many, as TIFF files of scanners do. */
export type OcrSource = { file: string; frame?: number };

/** A Latin word, or a run of Chinese characters. `confidence` is on the scale that all engines share. */
type OcrWord = { text: string; box: FractionBox; confidence: number };

export type OcrLine = {
  text: string;
  confidence: number;
  box: FractionBox;
  /** The corners from the top left clockwise, for lines that are not level. */
  polygon?: [number, number][];
  words: OcrWord[];
};

/** Lines in the order in which people read them. Nothing to read gives no lines, which is no failure. */
export type ReadPage = {
  /** In pixels, of the upright picture. */
  width: number;
  height: number;
  /** How far the picture was turned clockwise to be upright, after what its own notes say. */
  rotation: QuarterTurn;
  lines: OcrLine[];
};

export type OcrPage = ReadPage & { engine: OcrEngine };

export type OcrEngine = { name: string; version: string };

/** What became of one picture, in the order in which they were given; `index` counts from 0. */
export type OcrOutcome = { index: number; page: OcrPage } | { index: number; failure: InspectionFailure };

export type OcrJob = {
  sources: readonly OcrSource[];
  /** A scratch folder. */
  folder: string;
  options?: Partial<OcrOptions>;
  /** Hears of each picture as soon as it is read. */
  onPage(outcome: OcrOutcome): void;
  onProgress?(percent: number): void;
};

/** What the child is asked, and what it prints for each picture, as one line of JSON. */
export type OcrTask = { sources: readonly OcrSource[]; options: OcrOptions; models: OcrModels };

export type OcrAnswer =
  | { index: number; page: ReadPage }
  | { index: number; failed: 'tooLarge' | 'damaged'; detail: string };

/**
 * How sure an engine is of a word goes from 0 to 1, and below this it is worth a look. Every engine brings its own figures
 * to this scale by its own calibration, so that one threshold marks about as many words of each.
 */
export const doubtfulBelow = 0.7;
