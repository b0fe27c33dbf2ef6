/** What the child is asked to do with one picture, and what it answers; both travel as JSON. */
export type ImageTask =
  | { do: 'inspect'; file: string; thumbnail: string }
  | {
      do: 'edit';
      file: string;
      output: string;
      rotate: 0 | 90 | 180 | 270;
      crop: { left: number; top: number; width: number; height: number } | null;
    }
  /** Boxes are left, top, width and height as fractions of the upright picture; `jpeg`: whatever it came as. */
  | {
      do: 'cover';
      file: string;
      output: string;
      boxes: readonly (readonly number[])[];
      as: 'same' | 'jpeg';
      /** Of pictures that have many, as scanners make them; the first unless told. */
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
      /** The camera's notes, in base64. */
      exif: string | null;
      thumbnail: boolean;
      /** What the picture looks like; null where none could be drawn. */
      pictureHash: string | null;
    }
  | { edited: true }
  | { covered: { width: number; height: number } }
  /** In the order of the files; null where one can't be read. */
  | { hashes: (string | null)[] }
  | { failed: 'tooLarge' | 'tooManyFrames' | 'damaged' | 'outside'; detail: string };

export const mostImagePixels = 200_000_000;
export const mostFrames = 5_000;
export const thumbnailSide = 320;
