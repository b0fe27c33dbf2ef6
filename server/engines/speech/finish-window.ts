import type { SpeechWindow } from './child-messages.ts';
import { groupWords } from './group-words.ts';
import type { HeardWord } from './join-tokens.ts';
import { judge, withoutLoops, withoutNotes } from './judge-words.ts';
import { placeWords } from './place-words.ts';
import type { SpokenSegment } from './port.ts';

export type WindowEvidence = {
  /** How likely the engine takes it that nobody speaks. */
  noSpeech: number;
  /** How likely somebody was heard to speak between two instants of the recording. */
  voice(startMs: number, endMs: number): number;
};

/** From what an engine wrote about a window, with times within it, to segments of the recording. */
export function finishWindow(
  heard: readonly HeardWord[],
  window: SpeechWindow,
  evidence: WindowEvidence,
): SpokenSegment[] {
  const { words, looped } = withoutLoops(placeWords(withoutNotes(heard), window));
  return groupWords(words).flatMap((group) => judge(group, looped, evidence) ?? []);
}
