/** Task and answer of the image child process, exchanged as JSON. */
export type ImageTask =
  | { do: 'inspect'; file: string; thumbnail: string }
  | {
      do: 'edit';
      file: string;
      output: string;
      rotate: 0 | 90 | 180 | 270;
      crop: { left: number; top: number; width: number; height: number } | null;
    }
  /**
   * Boxes are left, top, width and height as fractions of the upright picture. `as: 'jpeg'` converts whatever the
   * input format is.
   */
  | {
      do: 'cover';
      file: string;
      output: string;
      boxes: readonly (readonly number[])[];
      as: 'same' | 'jpeg';
      /** Frame of a multi-page file such as a scanned TIFF; defaults to the first. */
      frame?: number;
    }
  | { do: 'hash'; files: string[] };

export type ImageAnswer =
  | {
      width: number;
      height: number;
      format: string;
      frames: number;
      colours: string | null;
      hasAlpha: boolean;
      /** EXIF data in base64. */
      exif: string | null;
      /** XMP metadata as XML. */
      xmp: string | null;
      thumbnail: boolean;
      /** Perceptual hash; null when no thumbnail could be made. */
      pictureHash: string | null;
    }
  | { edited: true }
  | { covered: { width: number; height: number } }
  /** In the order of the files; null for unreadable ones. */
  | { hashes: (string | null)[] }
  | { failed: 'tooLarge' | 'tooManyFrames' | 'damaged' | 'outside'; detail: string };

export const mostImagePixels = 200_000_000;
export const mostFrames = 5_000;
export const thumbnailSide = 320;
