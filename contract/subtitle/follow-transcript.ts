import { diffSequences } from '../text-edit/diff-lines.ts';
import { tokensOf } from '../text-edit/script.ts';
import type { Cue, TimedWord } from './cue.ts';
import { unwrapped } from './cue-measure.ts';
import { tokensOf as piecesOfWords } from './cue-tokens.ts';
import { joined, wrapText } from './wrap-cue.ts';

/** A cue whose words changed in the transcript: its current text and the new transcript text. */
type CueUpdate = { cue: number; startMs: number; before: string; after: string };
export type FollowedCues = {
  cues: Cue[];
  changed: CueUpdate[];
  /** Cues a person reworded: they are kept and listed for review. */
  toCheck: CueUpdate[];
};
type TranscriptChange = {
  cues: readonly Cue[];
  /** `from` is the transcript the cues were made from; `to` is the current one. */
  from: readonly TimedWord[];
  to: readonly TimedWord[];
  /** Whether a person changed the words of a cue; `heard` is what the transcript said there. */
  isEdited(cue: Cue, heard: string): boolean;
};

/** Applies the words of a corrected transcript to existing cues and keeps their times. */
export function followTranscript({ cues, from, to, isEdited }: TranscriptChange): FollowedCues {
  const starts = cues.map(({ startMs }) => startMs);
  const shown = cues.flatMap(({ text }, cue) => keysOf(text).map((key) => ({ key, cue })));
  const before = placeWords(shown, from, starts);
  // Cues may start later than their words, so use the words' own times as the start of each cue.
  const firsts = firstTimes(before.cueOf, from, starts);
  const after = placeWords(before.keys, to, firsts);
  const [old, now] = [textsOf(before.cueOf, from, cues.length), textsOf(after.cueOf, to, cues.length)];
  const followed: FollowedCues = { cues: [], changed: [], toCheck: [] };
  for (const [at, cue] of cues.entries()) {
    const [said, heard, wanted] = [unwrapped(cue.text), old[at] ?? '', now[at] ?? ''];
    const update = { cue: at, startMs: cue.startMs, before: said, after: wanted };
    if (heard === wanted || said === wanted) followed.cues.push(cue);
    else if (isEdited(cue, heard)) {
      followed.cues.push(cue);
      followed.toCheck.push(update);
    } else {
      if (wanted !== '') followed.cues.push({ ...cue, text: wrapText(wanted) ?? wanted });
      followed.changed.push(update);
    }
  }
  return followed;
}

type Key = { key: string; cue: number };

/** Normalized tokens for comparison: punctuation and case are ignored. */
function keysOf(text: string): string[] {
  return tokensOf(text)
    .map((token) =>
      token
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\p{M}]/gu, ''),
    )
    .filter((key) => key !== '');
}

/** Assigns each word to a cue: by matching it with the known text, or by its time if there is no match. */
function placeWords(known: readonly Key[], words: readonly TimedWord[], starts: readonly number[]) {
  const keys = words.flatMap(({ text }, word) => keysOf(text).map((key) => ({ key, word })));
  const steps = diffSequences(
    known.map(({ key }) => key),
    keys.map(({ key }) => key),
  );
  const matched = new Map<number, number>();
  for (const step of steps) {
    const [cue, word] = [known[step.before]?.cue, keys[step.after]?.word];
    if (step.kind === 'same' && cue !== undefined && word !== undefined && !matched.has(word)) matched.set(word, cue);
  }
  const cueOf: number[] = [];
  const next = nextMatch(matched, words.length);
  let last = 0;
  for (const [at, { startMs, endMs }] of words.entries()) {
    const own = matched.get(at);
    const upper = Math.max(last, next[at] ?? starts.length - 1);
    last = Math.max(last, own ?? cueAt(starts, (startMs + endMs) / 2, last, upper));
    cueOf.push(last);
  }
  return { cueOf, keys: keys.map(({ key, word }) => ({ key, cue: cueOf[word] ?? 0 })) };
}

/** For each word, the cue of the next matched word. */
function nextMatch(matched: ReadonlyMap<number, number>, count: number): (number | undefined)[] {
  const next: (number | undefined)[] = Array.from({ length: count });
  let cue: number | undefined;
  for (let at = count - 1; at >= 0; at -= 1) {
    next[at] = cue;
    cue = matched.get(at) ?? cue;
  }
  return next;
}

/** The last cue between `lower` and `upper` that has started by `ms`. */
function cueAt(starts: readonly number[], ms: number, lower: number, upper: number): number {
  let cue = lower;
  while (cue < upper && (starts[cue + 1] ?? Number.POSITIVE_INFINITY) <= ms) cue += 1;
  return cue;
}

function firstTimes(cueOf: readonly number[], words: readonly TimedWord[], starts: readonly number[]): number[] {
  const firsts = [...starts];
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const [cue, word] = [cueOf[at], words[at]];
    if (cue !== undefined && word) firsts[cue] = word.startMs;
  }
  return firsts;
}

function textsOf(cueOf: readonly number[], words: readonly TimedWord[], count: number): string[] {
  const groups: TimedWord[][] = Array.from({ length: count }, () => []);
  for (const [at, word] of words.entries()) groups[cueOf[at] ?? 0]?.push(word);
  return groups.map((group) => joined(piecesOfWords(group).map(({ text }) => text)));
}
