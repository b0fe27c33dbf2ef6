import { type Cue, cueLimits } from './cue.ts';
import { leastMsOf } from './cue-measure.ts';
import { piecesOf, spread, tokensOf } from './cue-tokens.ts';
import { groupTokens, placeCues } from './place-cues.ts';
import { fitsLines, wrapText } from './wrap-cue.ts';

/** Returns the cue unchanged if it is readable, otherwise rewrapped or split into several. */
export function readableCues(cue: Cue): Cue[] {
  const text = wrapText(cue.text);
  return text === undefined ? partsOf(cue, 0) : [{ ...cue, text: fits(cue.text) ? cue.text : text }];
}

function fits(text: string): boolean {
  return leastMsOf(text) <= cueLimits.mostMs && fitsLines(text);
}

/** Splits a cue into consecutive cues within its time, none starting before `from`. */
export function partsOf({ startMs, endMs, text }: Cue, from: number): Cue[] {
  const words = spread(piecesOf(text), startMs, Math.max(endMs, startMs + 1));
  return placeCues(groupTokens(tokensOf(words)), { from: Math.max(startMs, from) });
}
