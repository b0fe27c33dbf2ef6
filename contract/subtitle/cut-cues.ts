import { type Cue, cueLimits, type TimedWord } from './cue.ts';
import { drained, tokensInTurns, tokensOf } from './cue-tokens.ts';
import { groupInTurns, groupTokens, placeCues } from './place-cues.ts';

/**
 * Cuts a transcript into subtitles that pass `checkCues`. Where speech stays faster than reading speed for too long,
 * cues stay in sync with the voice and are too fast to read.
 */
export function cutCues(words: readonly TimedWord[]): Cue[] {
  return drained(cuttingCues(words));
}

/** Like `cutCues`, but yields regularly because a lecture takes a while. */
export function* cuttingCues(words: readonly TimedWord[]): Generator<undefined, Cue[]> {
  const tokens = yield* tokensInTurns(words);
  const groups = yield* groupInTurns(tokens);
  return placeCues(groups, { latestMs: cueLimits.latestMs });
}

/** The longest delay of any cue behind its words, in milliseconds. */
export function mostLateMs(words: readonly TimedWord[]): number {
  const groups = groupTokens(tokensOf(words));
  const late = placeCues(groups, { latestMs: cueLimits.latestMs }).map(
    (cue, at) => cue.startMs - (groups[at]?.startMs ?? 0),
  );
  return late.reduce((most, one) => Math.max(most, one), 0);
}
