/** Left, top, width, height as fractions of the page. */
type Box = [number, number, number, number];

export type EditableWord = {
  text: string;
  /** null: a person wrote it. */
  confidence: number | null;
  box?: Box | undefined;
  startMs?: number | undefined;
  endMs?: number | undefined;
};

/** What a line of a page, a stretch of speech and a cue have in common. */
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

/** Where something lies: on a page, in time, in both or in neither. */
export type Extent = Pick<EditableWord, 'box' | 'startMs' | 'endMs'>;
