import type { WorkLine } from './work-line.ts';

/** What a kind of text asks of lines that are cut or joined, such as a pause between two cues. */
export type LineShape = {
  parted(halves: [WorkLine, WorkLine]): [WorkLine, WorkLine];
  joined(line: WorkLine): WorkLine;
};

export const plainShape: LineShape = { parted: (halves) => halves, joined: (line) => line };
