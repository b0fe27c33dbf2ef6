import { type Cue, cueLimits } from './cue.ts';
import { leastMsOf } from './cue-measure.ts';
import { piecesOf, spread, tokensOf } from './cue-tokens.ts';
import { groupTokens, placeCues } from './place-cues.ts';
import { fitsLines, wrapText } from './wrap-cue.ts';

/** As it is where it can be read, otherwise in other lines or in several cues. */
export function readableCues(cue: Cue): Cue[] {
  const text = wrapText(cue.text);
  return text === undefined ? partsOf(cue, 0) : [{ ...cue, text: fits(cue.text) ? cue.text : text }];
}

function fits(text: string): boolean {
  return leastMsOf(text) <= cueLimits.mostMs && fitsLines(text);
}

/** Several cues that follow each other in its time, none before a moment. */
export function partsOf({ startMs, endMs, text }: Cue, from: number): Cue[] {
  const words = spread(piecesOf(text), startMs, Math.max(endMs, startMs + 1));
  return placeCues(groupTokens(tokensOf(words)), { from: Math.max(startMs, from) });
}
