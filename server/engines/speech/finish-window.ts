import type { SpeechWindow } from './child-messages.ts';
import { groupWords } from './group-words.ts';
import type { HeardWord } from './join-tokens.ts';
import { judge, withoutLoops, withoutNotes } from './judge-words.ts';
import { placeWords } from './place-words.ts';
import type { SpokenSegment } from './port.ts';
import type { WindowEvidence } from './window-evidence.ts';

/** From what an engine wrote about a window, with times within it, to segments of the recording. */
export function finishWindow(
  heard: readonly HeardWord[],
  window: SpeechWindow,
  evidence: WindowEvidence,
): SpokenSegment[] {
  const { words, looped } = withoutLoops(placeWords(withoutNotes(heard), window));
  return groupWords(words).flatMap((group) => judge(group, looped, evidence) ?? []);
}
