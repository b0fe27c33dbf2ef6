/** Of the upright page: left, top, width, height, as fractions of its width and height. */
export type Box = readonly [left: number, top: number, width: number, height: number];

export type PdfPage = { page: number; widthPoints: number; heightPoints: number };

export type PdfLine = { text: string; box: Box };
export type PdfBlock = { text: string; box: Box; lines: PdfLine[] };

/** In the order in which people read it, column after column. */
export type PdfPageText = {
  page: number;
  blocks: PdfBlock[];
  /** Letters and digits. */
  characters: number;
  /** Share of the page that pictures cover. */
  pictures: number;
};

export type DrawnPage = {
  page: number;
  width: number;
  height: number;
  /** WebP files in the folder. */
  picture: string;
  thumbnail: string;
  /** Whether anything can be seen on it. */
  isBlank: boolean;
};
export type SkippedPage = { page: number; skipped: 'damaged' | 'tookTooLong' };

export type DrawPagesOptions = { pictureWidth: number; thumbnailWidth: number };

export const usualPictures: DrawPagesOptions = { pictureWidth: 1_400, thumbnailWidth: 240 };
