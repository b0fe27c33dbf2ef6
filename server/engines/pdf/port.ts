/** Left, top, width and height as fractions of the upright page. */
export type Box = readonly [left: number, top: number, width: number, height: number];

export type PdfPage = { page: number; widthPoints: number; heightPoints: number };

export type PdfLine = { text: string; box: Box };
export type PdfBlock = { text: string; box: Box; lines: PdfLine[] };

/** Blocks are in reading order, column by column. */
export type PdfPageText = {
  page: number;
  blocks: PdfBlock[];
  /** Number of letters and digits. */
  characters: number;
  /** Fraction of the page covered by images. */
  pictures: number;
};

export type DrawnPage = {
  page: number;
  width: number;
  height: number;
  /** Paths of WebP files. */
  picture: string;
  thumbnail: string;
  /** True when nothing is visible on the page. */
  isBlank: boolean;
};
export type SkippedPage = { page: number; skipped: 'damaged' | 'tookTooLong' };

export type DrawPagesOptions = { pictureWidth: number; thumbnailWidth: number };

export const usualPictures: DrawPagesOptions = { pictureWidth: 1_400, thumbnailWidth: 240 };
