/** Left, top, width and height as fractions of the page. */
type Box = [number, number, number, number];

export type EditableWord = {
  text: string;
  /** Null when a person wrote the word. */
  confidence: number | null;
  box?: Box | undefined;
  startMs?: number | undefined;
  endMs?: number | undefined;
};

/** What page lines, transcript segments and cues have in common. */
export type EditableLine = {
  text: string;
  confidence?: number | null | undefined;
  box?: Box | undefined;
  startMs?: number | undefined;
  endMs?: number | undefined;
  speaker?: string | undefined;
  suspects?: string[] | undefined;
  words?: EditableWord[] | undefined;
};

/** Position on a page and in time; either may be missing. */
export type Extent = Pick<EditableWord, 'box' | 'startMs' | 'endMs'>;
