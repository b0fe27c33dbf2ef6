import type { HeardWord } from './join-tokens.ts';

const longestMs = 15_000;
/** A breath: whatever is said after it is a line of its own. */
const breathMs = 700;
const sentenceEnd = /[.?!。？！…]["'”’)]*$/;
const clauseEnd = /[,;:，；：、–—]["'”’)]*$/;
const abbreviation = /^["'“‘(]*(mr|mrs|ms|dr|prof|st|jr|sr|vs|etc|no|fig|eq|e\.g|i\.e|cf|approx|[a-z])\.$/i;

/** Words in groups: sentences where there are, breaths otherwise, and nothing that is too long to read at a glance. */
export function groupWords(words: readonly HeardWord[]): HeardWord[][] {
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

/** What is too long is cut in two where it hurts least: after a clause, or at the longest pause, near the middle. */
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
