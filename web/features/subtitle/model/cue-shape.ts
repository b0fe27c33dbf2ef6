import { cueLimits } from '@lectern/contract/subtitle/cue.ts';
import { fitsLines, wrapText } from '@lectern/contract/subtitle/wrap-cue.ts';
import type { LineShape } from '../../../components/workbench/model/line-shape.ts';

/** Two cues need a pause between them, and one that was joined at most two lines. */
export const cueShape: LineShape = {
  parted([first, second]) {
    const { startMs = 0 } = first;
    const { endMs = 0 } = second;
    const cut = first.endMs ?? startMs;
    const half = Math.min(cueLimits.gapMs / 2, (cut - startMs) / 2, (endMs - cut) / 2);
    return [
      { ...first, endMs: Math.round(cut - half) },
      { ...second, startMs: Math.round(cut + half) },
    ];
  },
  joined(line) {
    const text = fitsLines(line.text) ? line.text : wrapText(line.text);
    return text === undefined || text === line.text ? line : { ...line, text };
  },
};
