import type { Cue, TimedWord } from './cue.ts';
import { tokensOf } from './cue-tokens.ts';
import { groupTokens } from './group-tokens.ts';
import { placeCues } from './place-cues.ts';

/** Subtitles of what was said, by the rules of what can be read with ease: there is nothing in them for checkCues to find. */
export function cutCues(words: readonly TimedWord[]): Cue[] {
  return placeCues(groupTokens(tokensOf(words)));
}
