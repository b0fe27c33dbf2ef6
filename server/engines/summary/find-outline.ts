import type { ExtractedTitle } from './port.ts';
import type { ReadSentence, ReadText } from './read-blocks.ts';
import { dot, termsOf, unit, type Vector } from './score-sentences.ts';
import { isWide, type Word, wordsOf } from './words-of.ts';

const mostTitles = 200;
const leastSentences = 8;
/** Sentences per outline entry when the text has no headings. */
const sentencesEach = 30;
const mostFound = 12;

/** The headings of a text; without any, topic names for its parts. */
export function findOutline(text: ReadText): ExtractedTitle[] {
  const headings = text.sections.filter(({ title }) => title !== '');
  if (headings.length >= 2) return deepestThatFit(headings).map(({ title, level, block }) => ({ title, level, block }));
  const { sentences } = text;
  const most = Math.min(mostFound, Math.floor(sentences.length / sentencesEach));
  if (most < 2) return headings.map(({ title, level, block }) => ({ title, level, block }));
  const shifts = shiftsOf(sentences.map((sentence) => unit(termsOf(sentence))));
  const cuts = cutAt(shifts, { most: most - 1, far: (left, right) => right - left >= leastSentences });
  const segments = segmentsOf(sentences, cuts);
  const names = nameSegments(segments);
  return segments.flatMap((segment, index) => {
    const block = segment[0]?.blocks[0];
    const title = names[index];
    return block === undefined || !title ? [] : [{ title, level: 1, block }];
  });
}

/** Omits lower heading levels when there are too many headings to show. */
function deepestThatFit<T extends { level: number }>(headings: readonly T[]): T[] {
  for (let deepest = 6; deepest > 1; deepest -= 1) {
    const kept = headings.filter(({ level }) => level <= deepest);
    if (kept.length <= mostTitles) return kept;
  }
  return headings.filter(({ level }) => level <= 1).slice(0, mostTitles);
}

export function segmentsOf(sentences: readonly ReadSentence[], cuts: readonly number[]): ReadSentence[][] {
  const starts = [0, ...cuts.map((cut) => cut + 1)];
  return starts.map((start, index) => sentences.slice(start, starts[index + 1]));
}

/** Names each part by words that distinguish it from the others. */
export function nameSegments(segments: readonly (readonly ReadSentence[])[]): string[] {
  const spread = new Map<string, number>();
  for (const segment of segments) {
    const terms = new Set(segment.flatMap((sentence) => [...termsOf(sentence).keys()]));
    for (const term of terms) spread.set(term, (spread.get(term) ?? 0) + 1);
  }
  const common = Math.max(1, segments.length * 0.6);
  return segments.map((segment) => {
    const found = findKeywords({ sentences: [...segment], sections: [] }, '', 8);
    const own = found.filter((word) => wordsOf(word).some(({ term }) => (spread.get(term) ?? 0) <= common));
    const named = (own.length > 0 ? own : found).slice(0, 2);
    const [first] = segment;
    if (named.length === 0) return first ? shorten(first.text) : '';
    const wide = isWide(named.join(''));
    const name = named.join(wide ? '、' : ', ');
    return name.charAt(0).toUpperCase() + name.slice(1);
  });
}

const longest = 60;

function shorten(text: string): string {
  if (text.length <= longest) return text;
  const cut = text.lastIndexOf(' ', longest);
  return `${text.slice(0, cut > longest / 2 ? cut : longest)}…`;
}

/** Number of sentences compared on each side. */
const around = 6;

/**
 * How much the vocabulary changes between consecutive sentences, from 0 to 1. One entry fewer than there are
 * sentences.
 */
export function shiftsOf(vectors: readonly Vector[]): number[] {
  const shifts: number[] = [];
  const before = new Sum();
  const after = new Sum();
  for (const vector of vectors.slice(0, around + 1)) after.add(vector, 1);
  for (let at = 0; at + 1 < vectors.length; at += 1) {
    const moved = vectors[at] ?? new Map();
    after.add(moved, -1);
    if (at > 0) {
      const next = vectors[at + around];
      if (next) after.add(next, 1);
    }
    before.add(moved, 1);
    const left = vectors[at - around];
    if (left) before.add(left, -1);
    shifts.push(1 - before.likeness(after));
  }
  return shifts;
}

/** Where to split a text: the largest shifts that leave parts of reasonable size, in text order. */
export function cutAt(
  shifts: readonly number[],
  { most, far }: { most: number; far: (left: number, right: number) => boolean },
): number[] {
  const mean = shifts.reduce((sum, shift) => sum + shift, 0) / Math.max(1, shifts.length);
  const ranked = shifts
    .map((shift, at) => ({ shift, at }))
    .filter(({ shift }) => shift > mean)
    .sort((left, right) => right.shift - left.shift || left.at - right.at);
  const cuts: number[] = [];
  for (const { at } of ranked) {
    if (cuts.length >= most) break;
    const sorted = [-1, ...cuts, shifts.length].sort((left, right) => left - right);
    const index = sorted.findIndex((cut) => cut > at);
    const [previous = -1, next = shifts.length] = [sorted[index - 1], sorted[index]];
    if (at !== previous && far(previous, at) && far(at, next)) cuts.push(at);
  }
  return cuts.sort((left, right) => left - right);
}

/** A running sum of vectors. */
class Sum {
  readonly #terms = new Map<string, number>();

  add(vector: Vector, sign: 1 | -1): void {
    for (const [term, value] of vector) {
      const sum = (this.#terms.get(term) ?? 0) + sign * value;
      if (sum < 1e-9) this.#terms.delete(term);
      else this.#terms.set(term, sum);
    }
  }

  likeness(other: Sum): number {
    const length = Math.sqrt(dot(this.#terms, this.#terms) * dot(other.#terms, other.#terms));
    return length === 0 ? 0 : dot(this.#terms, other.#terms) / length;
  }
}

type Candidate = { count: number; forms: Map<string, number>; length: number; first: number };

const mostTerms = 60_000;

/** The most significant words and word pairs of a text, best first. */
export function findKeywords({ sentences, sections }: ReadText, title = '', most = 10): string[] {
  const singles = new Map<string, Candidate>();
  const pairs = new Map<string, Candidate>();
  const spread = new Map<string, number>();
  const heads = `${title}\n${sections.map((section) => section.title).join('\n')}`;
  const named = new Set(wordsOf(heads).map(({ term }) => term));
  for (const { text, at } of sentences) {
    const seen = new Set<string>();
    for (const run of runs(text)) {
      for (const [index, word] of run.entries()) {
        note(singles, word.term, word.text, 1, at);
        seen.add(word.term);
        const next = run[index + 1];
        if (next) note(pairs, `${word.term} ${next.term}`, joined(word, next), 2, at);
      }
    }
    for (const term of seen) spread.set(term, (spread.get(term) ?? 0) + 1);
  }
  const total = Math.max(1, sentences.length);
  const weigh = (term: string, { count, length, first }: Candidate): number => {
    const parts = term.split(' ');
    // A word in every other sentence belongs to the language rather than to the topic.
    const rare = Math.min(...parts.map((part) => Math.log(1 + total / (spread.get(part) ?? 1))));
    const titled = parts.every((part) => named.has(part)) ? 1.6 : 1;
    return count * (0.3 + Math.min(rare, 3)) * (length === 2 ? 1.7 : 1) * titled * (1 + 0.3 / (1 + first));
  };
  const least = sentences.length > 12 ? 2 : 1;
  const ranked = [...singles, ...[...pairs].filter(([, { count }]) => count > 1)]
    .filter(([term, { count, forms }]) => count >= least && isWord(term, forms))
    .map(([term, candidate]) => ({ term, candidate, weight: weigh(term, candidate) }))
    .sort((left, right) => right.weight - left.weight || left.candidate.first - right.candidate.first);
  return choose(ranked, most);
}

type Ranked = { term: string; candidate: Candidate };

/** Skips words that occur only within a chosen pair, and pairs that share a word with one. */
function choose(ranked: readonly Ranked[], most: number): string[] {
  const chosen: Ranked[] = [];
  for (const entry of ranked) {
    if (chosen.length === most) break;
    const parts = entry.term.split(' ');
    const covered = chosen.some(({ term, candidate }) => {
      const others = term.split(' ');
      const shared = parts.filter((part) => others.includes(part)).length;
      if (shared === 0) return false;
      return parts.length === 1
        ? candidate.count * 2 > entry.candidate.count
        : shared === parts.length || others.length > 1;
    });
    if (!covered) chosen.push(entry);
  }
  return chosen.map(({ candidate }) => mostUsed(candidate.forms));
}

/** Runs of adjacent words without punctuation between them. */
function runs(text: string): Word[][] {
  const found: Word[][] = [];
  for (const stretch of text.split(/[^\p{L}\p{M}\p{N}\s'’-]+/u)) {
    let run: Word[] = [];
    let rest = stretch;
    for (const word of wordsOf(stretch)) {
      const at = rest.indexOf(word.text);
      const between = at < 0 ? ' x ' : rest.slice(0, at);
      rest = at < 0 ? rest : rest.slice(at + word.text.length);
      if (run.length > 0 && !/^[\s-]*$/.test(between)) {
        found.push(run);
        run = [];
      }
      run.push(word);
    }
    if (run.length > 0) found.push(run);
  }
  return found;
}

function note(into: Map<string, Candidate>, term: string, form: string, length: number, at: number): void {
  const known = into.get(term);
  if (known) {
    known.count += 1;
    known.forms.set(form, (known.forms.get(form) ?? 0) + 1);
  } else if (into.size < mostTerms) into.set(term, { count: 1, forms: new Map([[form, 1]]), length, first: at });
}

function joined(left: Word, right: Word): string {
  const wide = /\p{Script=Han}$/u.test(left.text) && /^\p{Script=Han}/u.test(right.text);
  return wide ? left.text + right.text : `${left.text} ${right.text}`;
}

function isWord(term: string, forms: ReadonlyMap<string, number>): boolean {
  if (/^\p{Script=Han}$/u.test(term)) return false;
  return mostUsed(forms).length > 2 || /^\p{Script=Han}{2}$/u.test(term);
}

/** The most frequent spelling, so a word that is mostly lower case becomes lower case. */
function mostUsed(forms: ReadonlyMap<string, number>): string {
  return [...forms].reduce((best, form) => (form[1] > best[1] ? form : best))[0];
}
