import type { SpeechWindow } from './child-messages.ts';
import { judge, type WindowEvidence, withoutLoops, withoutNotes } from './filter-words.ts';
import type { HeardWord } from './join-tokens.ts';
import { placeInRecording } from './pack-windows.ts';
import type { SpokenSegment } from './port.ts';
import { millisecondsOf, samplesOf } from './wav-file.ts';

/** Converts an engine's words for a window into segments with times in the recording. */
export function finishWindow(
  heard: readonly HeardWord[],
  window: SpeechWindow,
  evidence: WindowEvidence,
): SpokenSegment[] {
  const { words, looped } = withoutLoops(placeWords(withoutNotes(heard), window));
  return groupWords(words).flatMap((group) => judge(group, looped, evidence) ?? []);
}

/** Converts times within a window to times in the recording. */
function placeWords(words: readonly HeardWord[], window: SpeechWindow): HeardWord[] {
  return words.map((word) => {
    const length = word.endMs - word.startMs;
    const startMs = millisecondsOf(placeInRecording(window, samplesOf(word.startMs)));
    const endMs = millisecondsOf(placeInRecording(window, samplesOf(word.endMs)));
    if (endMs - startMs <= length + 100) return { ...word, startMs, endMs };
    // The word spans a pause that was shortened; place it on the side where most of it is.
    const middle = millisecondsOf(placeInRecording(window, samplesOf(word.startMs + length / 2)));
    return middle - startMs <= length
      ? { ...word, startMs, endMs: startMs + length }
      : { ...word, startMs: endMs - length, endMs };
  });
}

const longestMs = 15_000;
/** A pause this long starts a new segment. */
const breathMs = 700;
const sentenceEnd = /[.?!。？！…]["'”’)]*$/;
const clauseEnd = /[,;:，；：、–—]["'”’)]*$/;
const abbreviation = /^["'“‘(]*(mr|mrs|ms|dr|prof|st|jr|sr|vs|etc|no|fig|eq|e\.g|i\.e|cf|approx|[a-z])\.$/i;

/** Groups words into sentences, or by pauses where there are none, split to a length that can be read at a glance. */
function groupWords(words: readonly HeardWord[]): HeardWord[][] {
  const groups: HeardWord[][] = [];
  let open: HeardWord[] = [];
  for (const [at, word] of words.entries()) {
    open.push(word);
    const next = words[at + 1];
    if (!next || endsSentence(word, next) || next.startMs - word.endMs >= breathMs) {
      groups.push(...shorten(open));
      open = [];
    }
  }
  return groups;
}

function endsSentence(word: HeardWord, next: HeardWord): boolean {
  if (!sentenceEnd.test(word.text) || abbreviation.test(word.text)) return false;
  return !/^\p{Ll}/u.test(next.text);
}

/** Splits a group that is too long after a clause or at the longest pause, near the middle. */
function shorten(group: HeardWord[]): HeardWord[][] {
  const [first, last] = [group[0], group.at(-1)];
  if (!first || !last || last.endMs - first.startMs <= longestMs || group.length < 4) return [group];
  const middle = (first.startMs + last.endMs) / 2;
  let best = group.length >> 1;
  let most = Number.NEGATIVE_INFINITY;
  for (let at = 1; at < group.length; at += 1) {
    const [before, after] = [group[at - 1], group[at]];
    if (!before || !after) continue;
    const pause = after.startMs - before.endMs;
    const worth = (clauseEnd.test(before.text) ? 2000 : 0) + pause * 3 - Math.abs(after.startMs - middle) / 2;
    if (worth > most) [most, best] = [worth, at];
  }
  return [...shorten(group.slice(0, best)), ...shorten(group.slice(best))];
}
