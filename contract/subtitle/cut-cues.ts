import { type Cue, cueLimits, type TimedWord } from './cue.ts';
import { drained, tokensInTurns, tokensOf } from './cue-tokens.ts';
import { groupInTurns, groupTokens, placeCues } from './place-cues.ts';

/**
 * Subtitles of what was said, by the rules of what can be read with ease: there is nothing in them for checkCues to find,
 * unless somebody talks faster than people read for so long that the text would fall behind. It stays with the voice then,
 * and is too fast where that is.
 */
export function cutCues(words: readonly TimedWord[]): Cue[] {
  return drained(cuttingCues(words));
}

/** The same some words at a time, for those who have something else to do meanwhile: a lecture takes a while. */
export function* cuttingCues(words: readonly TimedWord[]): Generator<undefined, Cue[]> {
  const tokens = yield* tokensInTurns(words);
  const groups = yield* groupInTurns(tokens);
  return placeCues(groups, { latestMs: cueLimits.latestMs });
}

/** How far the subtitles fall behind somebody who talks faster than people read, at the worst place. */
export function mostLateMs(words: readonly TimedWord[]): number {
  const groups = groupTokens(tokensOf(words));
  const late = placeCues(groups, { latestMs: cueLimits.latestMs }).map(
    (cue, at) => cue.startMs - (groups[at]?.startMs ?? 0),
  );
  return late.reduce((most, one) => Math.max(most, one), 0);
}
